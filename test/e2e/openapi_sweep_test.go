package e2e

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/gin-gonic/gin"
)

// What the description says of many operations alike is tested here for all of
// them: a new one is called as soon as it is described.

// operation is one of the description.
type operation struct {
	*openapi3.Operation
	row, method, pattern string
}

// operations are those of the description, in order. Only those that the condition
// holds for, which must not be none.
func operations(t *testing.T, condition func(operation) bool) []operation {
	t.Helper()
	var all []operation
	d := described(t)
	for row := range d.answered {
		method, pattern, _ := strings.Cut(row, " ")
		op := operation{Operation: d.doc.Paths.Value(pattern).GetOperation(method), row: row, method: method, pattern: pattern}
		if condition(op) {
			all = append(all, op)
		}
	}
	if len(all) == 0 {
		t.Fatal("the description has no such operation")
	}
	slices.SortFunc(all, func(a, b operation) int { return strings.Compare(a.row, b.row) })
	return all
}

// described gives the description that all calls are held against.
func described(t *testing.T) *description {
	t.Helper()
	shared.admin(t) // the first call loads it
	return web.Transport.(*watched).api
}

func (o operation) answers(status string) bool { return o.Responses.Value(status) != nil }

// scheme is the one credential that the operation needs, or none.
func (o operation) scheme() string {
	for _, requirement := range *o.Security {
		for name := range requirement {
			return name
		}
	}
	return ""
}

// takes reports whether it has the parameter.
func (o operation) takes(name string) bool {
	return slices.ContainsFunc(o.Parameters, func(p *openapi3.ParameterRef) bool { return p.Value.Name == name })
}

// players are who calls, by scheme, and what the path parameters stand for.
type players struct {
	callers             map[string]caller
	client, app, ticket int64
}

func newPlayers(t *testing.T, m merchant, portal caller) players {
	t.Helper()
	ticket := portal.post(t, "/tickets", object{"subject": "Help", "description": "Please."}).wants(t, 201).id(t, "id")
	app := m.get(t, "/apps").wants(t, 200).id(t, "0.app_id")
	return players{client: m.id, app: app, ticket: ticket, callers: map[string]caller{
		"": shared.anybody(), "ApiKey": m.caller, "ClientToken": portal, "AdminToken": shared.admin(t),
		"CallbackToken": shared.anybody().with("X-Callback-Token", callbackToken),
	}}
}

// path puts values for the parameters into the path: things that there are, unless
// said otherwise.
func (p players) path(o operation, said map[string]string) string {
	id := itoa(p.client)
	if strings.Contains(o.pattern, "/tickets/") {
		id = itoa(p.ticket)
	}
	path := o.pattern
	for name, value := range map[string]string{
		"id": id, "externalId": "ORDER-1", "transaction_id": "INV-1-1", "code": "BCA", "channel_code": "QRIS", "kind": "invoice", "name": "balances",
	} {
		if other, ok := said[name]; ok {
			value = other
		}
		path = strings.ReplaceAll(path, "{"+name+"}", value)
	}
	return path
}

// body is a request made of the examples of its fields; nil without one.
func (p players) body(o operation) any {
	if o.RequestBody == nil {
		return nil
	}
	body := object{}
	for name, field := range o.RequestBody.Value.Content["application/json"].Schema.Value.Properties {
		body[name] = field.Value.Examples[0]
		if name == "app_id" {
			body[name] = p.app
		}
	}
	return body
}

func (p players) call(t *testing.T, o operation, path string, body any) answer {
	t.Helper()
	return p.callers[o.scheme()].do(t, o.method, path, body)
}

func TestEveryParameterIsCheckedAndNamed(t *testing.T) {
	t.Parallel()
	m := newMerchant(t)
	p := newPlayers(t, m, m.portal(t))
	for _, o := range operations(t, func(o operation) bool { return o.scheme() != "CallbackToken" }) {
		for _, parameter := range o.Parameters {
			wrong := "%01"
			if s := parameter.Value.Schema.Value; s.Type.Is("integer") || len(s.Enum) > 0 {
				wrong = "x"
			}
			switch name := parameter.Value.Name; parameter.Value.In {
			case "path":
				p.call(t, o, p.path(o, map[string]string{name: wrong}), nil).refusesField(t, name)
			case "query":
				p.call(t, o, p.path(o, nil)+"?"+name+"="+wrong, nil).refusesField(t, name)
			}
		}
	}
}

func TestEveryOperationThatNeedsABodyRefusesNone(t *testing.T) {
	t.Parallel()
	m := newMerchant(t)
	p := newPlayers(t, m, m.portal(t))
	for _, o := range operations(t, func(o operation) bool { return o.RequestBody != nil && o.RequestBody.Value.Required }) {
		p.call(t, o, p.path(o, nil), "").wants(t, 400)
	}
}

func TestEveryOperationRefusesAStranger(t *testing.T) {
	t.Parallel()
	for _, o := range operations(t, func(o operation) bool { return o.scheme() != "" }) {
		shared.anybody().do(t, o.method, players{}.path(o, nil), nil).wants(t, 401)
	}
}

// The examples of the fields make a request that works, once per key.
func TestEveryCreationIsMadeOncePerKey(t *testing.T) {
	t.Parallel()
	m := newRichMerchant(t, 1000000)
	p := newPlayers(t, m, m.portal(t))
	for i, o := range operations(t, func(o operation) bool { return o.takes("Idempotency-Key") }) {
		path, c := p.path(o, nil), p.callers[o.scheme()].with("Idempotency-Key", m.email+"-"+itoa(int64(i)))
		first := c.post(t, path, p.body(o)).wants(t, 201)
		if again := c.post(t, path, p.body(o)).wants(t, 201); string(again.body) != string(first.body) {
			t.Errorf("%s: %s, then %s", o.row, first.body, again.body)
		}
		c.post(t, path, object{"another": "body"}).refuses(t, 409, "idempotency_key_reused")
	}
}

func TestWhatIsNotThereIsA404(t *testing.T) {
	t.Parallel()
	m := newRichMerchant(t, 1000000)
	p := newPlayers(t, m, m.portal(t))
	nothing := map[string]string{
		"id": "999999999", "externalId": "none", "transaction_id": "none", "code": "NONE", "channel_code": "NONE", "kind": "none", "name": "none",
	}
	for _, o := range operations(t, func(o operation) bool { return o.answers("404") && strings.Contains(o.pattern, "{") }) {
		p.call(t, o, p.path(o, nothing), p.body(o)).wants(t, 404)
	}
}

func TestASuspendedClientMayReadAndNothingElse(t *testing.T) {
	t.Parallel()
	m := newMerchant(t)
	portal := m.portal(t)
	p := newPlayers(t, m, portal)
	shared.admin(t).post(t, m.admin("/suspend"), object{"reason": "for the test"}).wants(t, 200)
	for _, o := range operations(t, func(o operation) bool {
		return (o.scheme() == "ApiKey" || o.scheme() == "ClientToken") && o.OperationID != "logout"
	}) {
		if a := p.call(t, o, p.path(o, nil), nil); (a.status == 403) != o.answers("403") {
			t.Errorf("%s: %d %s", o.row, a.status, a.body)
		}
	}
}

func TestAnAuditorReadsAndNothingElse(t *testing.T) {
	t.Parallel()
	m := newMerchant(t)
	p := newPlayers(t, m, m.portal(t))
	p.callers["AdminToken"] = shared.staff(t, "auditor")
	for _, o := range operations(t, func(o operation) bool { return o.scheme() == "AdminToken" }) {
		if a := p.call(t, o, p.path(o, nil), nil); (a.status == 403) != o.answers("403") || (a.status == 403) == (o.method == "GET") {
			t.Errorf("%s: %d %s", o.row, a.status, a.body)
		}
	}
}

// Not of the API: the figures, the pages for payers, the websocket, and the
// description itself.
var beside = []string{"/metrics", "/simulator/", "/connection/", prefix + "/docs"}

func TestEveryRouteIsDescribedAndNothingElse(t *testing.T) {
	t.Parallel()
	written := map[string]bool{}
	for path, item := range described(t).doc.Paths.Map() {
		if len(item.Servers) == 0 {
			path = prefix + path
		}
		for method := range item.Operations() {
			written[method+" "+path] = true
		}
	}
	for _, r := range shared.App.Handler().(*gin.Engine).Routes() {
		if slices.ContainsFunc(beside, func(b string) bool { return strings.HasPrefix(r.Path, b) }) {
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
