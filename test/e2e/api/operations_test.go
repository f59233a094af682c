package api

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"gateway/http/api/auth"
	"gateway/test/e2e/harness"

	"github.com/gin-gonic/gin"
)

// These tests call all operations of the API's description. An operation is called as soon as it is described.

// actors are the callers by credential, and ids for paths.
type actors struct {
	callers             map[string]caller
	client, app, ticket int64
	// disputable is a payment that a dispute may be about; empty where none is needed.
	disputable string
	// refundable is a payment of 10,000 rupiah that can be given back; empty where none is needed.
	refundable string
}

func newActors(t *testing.T, m merchant, portal caller) actors {
	t.Helper()
	ticket := portal.Post(t, "/tickets", object{"subject": "Help", "description": "Please."}).Wants(t, 201).ID(t, "id")
	app := m.Get(t, "/apps").Wants(t, 200).ID(t, "0.app_id")
	return actors{client: m.ID, app: app, ticket: ticket, callers: map[string]caller{
		"": harness.Shared(t).Anonymous(), "ApiKey": m.Caller, "ClientToken": portal, "AdminToken": harness.Shared(t).Admin(t),
		"CallbackToken": harness.Shared(t).Anonymous().With("X-Callback-Token", harness.CallbackToken),
	}}
}

// path fills in the path of an operation, with the given values or those of existing things.
func (p actors) path(o harness.Operation, said map[string]string) string {
	id := fmt.Sprint(p.client)
	if strings.Contains(o.Pattern, "/tickets/") {
		id = fmt.Sprint(p.ticket)
	}
	path := o.Pattern
	for name, value := range map[string]string{
		"id": id, "externalId": "ORDER-1", "transaction_id": "INV-1-1", "code": "BCA", "channel_code": "QRIS", "kind": "invoice", "name": "balances", "position": "1", "reversal_id": "rfd-1",
		"day":         "2026-01-31",
		"line_id":     "1234567890.20261103.5f3a9c01d2ef",
		"write_off":   "WOF-42-7",
		"delivery_id": "evt_7c9e6679f7425c3a8a0c4f369a577d7d",
		"connection":  "xendit", "hash": strings.Repeat("0", 64), "period": "2026-01", "client_id": "1", "number": "NONE",
	} {
		if other, ok := said[name]; ok {
			value = other
		}
		path = strings.ReplaceAll(path, "{"+name+"}", value)
	}
	return path
}

// soon is an end that every channel and key may have. The times of the examples pass by.
var soon = time.Now().Add(20 * time.Minute).UTC().Format(time.RFC3339)

// body makes a request from the examples of its fields, nil if there is no body.
func (p actors) body(o harness.Operation) any {
	if o.RequestBody == nil {
		return nil
	}
	body := object{}
	for name, field := range o.RequestBody.Value.Content["application/json"].Schema.Value.Properties {
		body[name] = field.Value.Examples[0]
		switch name {
		case "app_id":
			body[name] = p.app
		case "expires_at":
			body[name] = soon
		}
	}
	if o.OperationID == "openDispute" && p.disputable != "" {
		body = harness.Disputed(p.disputable).With("due_by", "2099-01-01T00:00:00Z")
	}
	if o.OperationID == "requestRefund" && p.refundable != "" {
		body = object{"transaction_id": p.refundable, "amount": 10000, "reason": "duplicate"}
	}
	delete(body, "replaces")              // it names another payment
	if _, names := body["month"]; names { // with a month it needs no from and to
		delete(body, "from")
		delete(body, "to")
	}
	if _, names := body["from"]; names { // only an opening entry names its accounts
		body["kind"] = "opening"
	}
	return body
}

func (p actors) call(t *testing.T, o harness.Operation, path string, body any) answer {
	t.Helper()
	return p.callers[o.Scheme()].Call(t, o.Method, path, body)
}

func TestEveryParameterIsCheckedAndNamed(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	p := newActors(t, m, m.LogIn(t))
	for _, o := range harness.Operations(t, func(o harness.Operation) bool { return o.Scheme() != "CallbackToken" }) {
		for _, parameter := range o.Parameters {
			wrong := "%01"
			if s := parameter.Value.Schema.Value; s.Type.Is("integer") || len(s.Enum) > 0 {
				wrong = "x"
			}
			switch name := parameter.Value.Name; parameter.Value.In {
			case "path":
				p.call(t, o, p.path(o, map[string]string{name: wrong}), nil).RefusesField(t, name)
			case "query":
				p.call(t, o, p.path(o, nil)+"?"+name+"="+wrong, nil).RefusesField(t, name)
			}
		}
	}
}

// A notification without a body is acknowledged, like all that can't be read.
func TestEveryOperationThatNeedsABodyRefusesNone(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	p := newActors(t, m, m.LogIn(t))
	for _, o := range harness.Operations(t, func(o harness.Operation) bool {
		return o.RequestBody != nil && o.RequestBody.Value.Required && o.Scheme() != "CallbackToken"
	}) {
		p.call(t, o, p.path(o, nil), "").Wants(t, 400)
	}
}

func TestEveryOperationNeedsItsCredential(t *testing.T) {
	t.Parallel()
	for _, o := range harness.Operations(t, func(o harness.Operation) bool { return o.Scheme() != "" }) {
		harness.Shared(t).Anonymous().Call(t, o.Method, actors{}.path(o, nil), nil).Wants(t, 401)
	}
}

func TestAKeyThatIsBoundToOtherAddressesIsRefusedEverywhere(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	bound := m.LogIn(t).Post(t, "/api-keys", object{"name": "server", "allow": []string{"203.0.113.7"}}).Wants(t, 201)
	stolen := harness.Shared(t).Anonymous().With("X-API-Key", bound.Text(t, "key"))
	for _, o := range harness.Operations(t, func(o harness.Operation) bool { return o.Scheme() == "ApiKey" }) {
		stolen.Call(t, o.Method, actors{}.path(o, nil), nil).Refuses(t, 403, "address_not_allowed")
	}
}

// The requests are made of the examples of the fields. A dispute and a refund need a payment each. A write-off needs a debt.
func TestEveryCreationIsMadeOncePerKey(t *testing.T) {
	t.Parallel()
	m := harness.NewFundedMerchant(t, 1000000)
	p := newActors(t, m, m.LogIn(t))
	p.disputable, p.refundable = m.PayQRIS(t, 10_000), m.PayQRIS(t, 10_000)
	for i, o := range harness.Operations(t, func(o harness.Operation) bool { return o.Takes("Idempotency-Key") && o.OperationID != harness.WriteOff }) {
		path, c := p.path(o, nil), p.callers[o.Scheme()].With("Idempotency-Key", m.Email+"-"+fmt.Sprint(int64(i)))
		first := c.Post(t, path, p.body(o)).Wants(t, 201)
		if again := c.Post(t, path, p.body(o)).Wants(t, 201); string(again.Body) != string(first.Body) {
			t.Errorf("%s: %s, then %s", o.Row, first.Body, again.Body)
		}
		c.Post(t, path, object{"another": "body"}).Refuses(t, 409, "idempotency_key_reused")
	}
}

func TestUnknownIDsAreAnswered404(t *testing.T) {
	t.Parallel()
	m := harness.NewFundedMerchant(t, 1000000)
	p := newActors(t, m, m.LogIn(t))
	nothing := map[string]string{
		"id": "999999999", "externalId": "none", "transaction_id": "none", "code": "NONE", "channel_code": "NONE", "kind": "none", "name": "none", "position": "999999999", "number": "NONE",
	}
	for _, o := range harness.Operations(t, func(o harness.Operation) bool { return o.Answers("404") && o.NamesAThing() }) {
		p.call(t, o, p.path(o, nothing), p.body(o)).Wants(t, 404)
	}
}

func TestASuspendedClientMayReadRevokeItsKeyAndWriteTicketsAndNothingElse(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	portal := m.LogIn(t)
	p := newActors(t, m, portal)
	harness.Shared(t).Admin(t).Post(t, m.AdminPath("/suspend"), object{"reason": "for the test"}).Wants(t, 200)
	for _, o := range harness.Operations(t, func(o harness.Operation) bool {
		return (o.Scheme() == "ApiKey" || o.Scheme() == "ClientToken") && !slices.Contains([]string{"logout", "revokeAPIKey", "endMyAccess"}, o.OperationID) // succeed and would end the caller
	}) {
		reads := o.Scheme() == "ApiKey" && o.Method == "GET" // the 403 is about a key bound to addresses
		if a := p.call(t, o, p.path(o, nil), p.bodyBeforeAccount(o)); isAboutAccount(a) != (o.Answers("403") && !o.Requires("admitted") && !reads) {
			t.Errorf("%s: %d %s", o.Row, a.Status, a.Body)
		}
	}
}

// sendsDocument is the operation that judges the request before the account.
const sendsDocument = "submitDocument"

// bodyBeforeAccount is the body of a request of which only the account is to be judged: none, but for documents.
func (p actors) bodyBeforeAccount(o harness.Operation) any {
	if o.OperationID == sendsDocument {
		return p.body(o)
	}
	return nil
}

// isAboutAccount reports whether an answer refuses what the account may not do, as opposed to the role.
func isAboutAccount(a answer) bool { return a.Status == 403 && a.ErrorCode() != "role_forbidden" }

func TestAClientThatWaitsForApprovalReachesItsLoginOnly(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	p := newActors(t, m, m.LogIn(t))
	p.callers["ClientToken"] = harness.Shared(t).Register(t).LogIn(t)
	for _, o := range harness.Operations(t, func(o harness.Operation) bool {
		return o.Scheme() == "ClientToken" && o.OperationID != "logout" // it succeeds, and the next call needs it not to
	}) {
		// Documents are sent with the registration: their 403 is for the rejected, the suspended and lesser roles.
		if a := p.call(t, o, p.path(o, nil), p.bodyBeforeAccount(o)); isAboutAccount(a) != (o.Answers("403") && o.OperationID != sendsDocument) {
			t.Errorf("%s: %d %s", o.Row, a.Status, a.Body)
		}
	}
}

// The tests of administrators cover the whole matrix of roles.
func TestAnAdministratorMayUseWhatTheTableOfRolesSays(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	p := newActors(t, m, m.LogIn(t))
	for _, role := range []string{"auditor", "support"} {
		p.callers["AdminToken"] = harness.Shared(t).AddAdmin(t, role)
		for _, o := range harness.Operations(t, func(o harness.Operation) bool {
			return o.Scheme() == "AdminToken" && o.OperationID != "logoutAdmin" // which ends the session
		}) {
			may := false
			for group := range auth.AdminRoles {
				may = may || o.Requires(group) && auth.AdminRoles.May(role, group)
			}
			if a := p.call(t, o, p.path(o, nil), nil); (a.ErrorCode() == "role_forbidden") == may {
				t.Errorf("%s as %s: %d %s", o.Row, role, a.Status, a.Body)
			}
		}
	}
}

// beside are routes that the description does not cover: the front page, metrics, the simulator's pages, the
// pages for people, the websocket, the paths that SNAP BI prescribes, and the description itself.
var beside = []string{
	"/metrics", "/simulator/", "/pay/", "/portal", "/console", "/assets/", "/undo", "/connection/", harness.Prefix + "/docs", harness.Prefix + "/admin/docs", harness.Prefix + "/provider/docs",
	harness.Prefix + "/provider/:connection/v1.0/", harness.Prefix + "/provider/:connection/authorization/",
}

func TestEveryRouteIsDescribedAndNothingElse(t *testing.T) {
	t.Parallel()
	written := map[string]bool{}
	for path, item := range harness.Described(t).Paths.Map() {
		if len(item.Servers) == 0 {
			path = harness.Prefix + path
		}
		for method := range item.Operations() {
			written[method+" "+path] = true
		}
	}
	for _, r := range harness.Shared(t).App.Handler().(*gin.Engine).Routes() {
		if r.Path == "/" || slices.ContainsFunc(beside, func(b string) bool { return strings.HasPrefix(r.Path, b) }) {
			continue
		}
		row := r.Method + " " + parameter.ReplaceAllString(r.Path, "{$1}")
		if !written[row] {
			t.Errorf("%s is not described", row)
		}
		delete(written, row)
	}
	for row := range written {
		t.Errorf("%s is described, and there is no such route", row)
	}
}

var parameter = regexp.MustCompile(`:(\w+)`)
