package access

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"gateway/test/e2e/harness"
)

// unknown is an id that no thing has. A caller with the right to an operation is told so, and the call changes nothing.
const unknown = "987654321"

// column is one kind of caller.
type column struct {
	name string
	// logIn returns a caller with its credential, which may be one that does not work.
	logIn func(t *testing.T) caller
	// path returns the operation's path with values for its parameters.
	path func(o harness.Operation) string
	// alive is a path that the caller may read while the credential works. It is empty if the credential never works.
	alive string

	present *caller
}

// cell calls the operation and returns the word for what happened. If an earlier call ended the caller's own
// session or key, it logs in again and repeats the call.
func (c *column) cell(t *testing.T, o harness.Operation) string {
	t.Helper()
	got := c.call(t, o)
	if got.Status == 401 && c.alive != "" && c.present.Get(t, "%s", c.alive).Status == 401 {
		c.present = nil
		got = c.call(t, o)
	}
	switch code := got.ErrorCode(); {
	case got.Status >= 500 && got.Status != 503:
		t.Errorf("%s as %s: %d %s", o.Row, c.name, got.Status, got.Body)
		return "?"
	case got.Status == 401 || got.Status == 403:
		return map[int]string{401: ".", 403: "403"}[got.Status]
	case got.Status == 404 && code == "not_found" && !strings.Contains(c.path(o), unknown):
		return "404"
	}
	return "yes"
}

func (c *column) call(t *testing.T, o harness.Operation) answer {
	t.Helper()
	if c.present == nil {
		c.present = new(c.logIn(t))
	}
	var body any
	if o.RequestBody != nil {
		body = object{}
	}
	if o.Pattern == "/me/end-access" { // otherwise the people of the matrix would be viewers from then on
		body = object{"since": time.Now().UTC().Format(time.RFC3339Nano)}
	}
	return c.present.Call(t, o.Method, c.path(o), body)
}

// world holds the callers, and what belongs to one merchant.
type world struct {
	callers []*column
	owner   merchant
	// things are the values of path parameters, by the beginning of a path.
	things map[string]string
}

func (w *world) names() (names []string) {
	for _, c := range w.callers {
		names = append(names, c.name)
	}
	return names
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{}
	w.addAdministrators(t)
	w.addMerchants(t)
	return w
}

func (w *world) add(name, alive string, path func(harness.Operation) string, logIn func(t *testing.T) caller) {
	w.callers = append(w.callers, &column{name: name, alive: alive, logIn: logIn, path: path})
}

func (w *world) addAdministrators(t *testing.T) {
	t.Helper()
	g := harness.Shared(t)
	w.add("nobody", "", strangersPath, func(*testing.T) caller { return g.Anonymous() })
	for _, role := range []string{"admin", "support", "auditor"} {
		email := w.newAdmin(t, role)
		w.add(role, "/admin/auth/sessions", strangersPath, func(t *testing.T) caller { return logIn(t, "/admin/auth/login", email) })
	}
	gone := w.newAdmin(t, "admin")
	disabled := logIn(t, "/admin/auth/login", gone)
	id := disabled.Get(t, "/admin/admins").Wants(t, 200).Column(t, "id")
	g.Admin(t).Post(t, "/admin/admins/"+id[len(id)-1]+"/disable", nil).Wants(t, 200)
	w.add("disabled", "", strangersPath, func(*testing.T) caller { return disabled })
	ended := logIn(t, "/admin/auth/login", w.newAdmin(t, "admin"))
	ended.Post(t, "/admin/auth/logout", nil).Wants(t, 200)
	w.add("ended", "", strangersPath, func(*testing.T) caller { return ended })
}

// newAdmin adds an administrator and returns the address.
func (w *world) newAdmin(t *testing.T, role string) string {
	t.Helper()
	email := harness.Shared(t).NextEmail()
	harness.Shared(t).Admin(t).Post(t, "/admin/admins", object{"email": email, "password": harness.Password, "role": role}).Wants(t, 201)
	return email
}

func logIn(t *testing.T, path, email string) caller {
	t.Helper()
	a := harness.Shared(t).Anonymous().Post(t, path, object{"email": email, "password": harness.Password}).Wants(t, 200)
	return harness.Shared(t).Anonymous().With("Authorization", "Bearer "+a.Text(t, "token"))
}

// strangersPath has an unknown id in place of each parameter.
func strangersPath(o harness.Operation) string {
	path := strings.ReplaceAll(o.Pattern, "{connection}", "xendit") // the gateway's, and of no client
	for {
		before, rest, found := strings.Cut(path, "{")
		if !found {
			return path
		}
		_, after, _ := strings.Cut(rest, "}")
		path = before + unknown + after
	}
}

func (w *world) addMerchants(t *testing.T) {
	t.Helper()
	g := harness.Shared(t)
	admin := g.Admin(t)
	w.owner = harness.NewFundedMerchant(t, 100_000)
	w.addThings(t)
	other, suspended, rejected, pending := harness.NewMerchant(t), harness.NewMerchant(t), g.Register(t), g.Register(t)
	rejected.IssueKey(t)
	admin.Post(t, suspended.AdminPath("/suspend"), object{"reason": "for the test"}).Wants(t, 200)
	admin.Post(t, rejected.AdminPath("/reject"), object{"reason": "for the test"}).Wants(t, 200)
	ended := w.owner.LogIn(t)
	ended.Post(t, "/auth/logout", nil).Wants(t, 200)

	// Another client comes before the owner, because the owner changes things.
	key := func(m *merchant) func(t *testing.T) caller {
		return func(t *testing.T) caller {
			if m.Get(t, "/account").Status == 401 && m.ID != rejected.ID {
				m.IssueKey(t)
			}
			return m.Caller
		}
	}
	portal := func(m merchant) func(t *testing.T) caller {
		return func(t *testing.T) caller { return m.LogIn(t) }
	}
	w.add("key:other", "/account", w.ownersPath, key(&other))
	w.add("key", "/account", w.ownersPath, key(&w.owner))
	w.add("key:suspended", "/account", strangersPath, key(&suspended))
	w.add("key:rejected", "", strangersPath, key(&rejected))
	w.add("portal:other", "/auth/me", w.ownersPath, portal(other))
	w.add("portal", "/auth/me", w.ownersPath, portal(w.owner))
	for _, role := range []string{"finance", "developer", "viewer"} {
		w.add("portal:"+role, "/auth/me", w.ownersPath, w.join(t, role))
	}
	w.add("portal:suspended", "/auth/me", strangersPath, portal(suspended))
	w.add("portal:pending", "/auth/me", strangersPath, portal(pending))
	w.add("portal:rejected", "/auth/me", strangersPath, portal(rejected))
	w.add("portal:ended", "", strangersPath, func(*testing.T) caller { return ended })
}

// join makes the owner invite a person with the role, who accepts and may log in from then on.
func (w *world) join(t *testing.T, role string) func(t *testing.T) caller {
	t.Helper()
	email := harness.Shared(t).NextEmail()
	w.owner.LogIn(t).Post(t, "/me/users", object{"email": email, "role": role}).Wants(t, 201)
	link := harness.Mails(t).Await(t, email, 1)
	harness.Shared(t).Anonymous().Post(t, "/auth/reset-password", object{"token": link.Token(), "password": harness.Password}).Wants(t, 200)
	return func(t *testing.T) caller { return logIn(t, "/auth/login", email) }
}

// addThings makes, for each operation that names a thing, such a thing for the owner.
func (w *world) addThings(t *testing.T) {
	t.Helper()
	m := w.owner
	payment := m.Post(t, "/payments/invoice", object{"amount": 50_000, "external_id": "ORDER-1"}).Wants(t, 201)
	withdrawal := m.Post(t, "/withdrawals", object{"jumlah": 10_000, "url": harness.CallbackURL, "external_id": "WD-1"}).Wants(t, 201)
	settlement := m.Post(t, "/settlements", object{"jumlah": 10_000, "tujuan": "gaji"}).Wants(t, 201)
	paid := m.Post(t, "/payments/qris", object{"amount": 50_000}).Wants(t, 201).Text(t, "transaction.transaction_id")
	m.ActInSandbox(t, paid, "pay", nil)
	m.AwaitPayment(t, paid, "PAID")
	refund := fmt.Sprint(m.Post(t, "/refunds", object{"transaction_id": paid, "reason": "other", "amount": 30_305, "external_id": "RF-1"}).Wants(t, 201).ID(t, "id"))
	portal := m.LogIn(t)
	ticket := portal.Post(t, "/tickets", object{"subject": "Help", "description": "Please."}).Wants(t, 201)
	id, row := payment.Text(t, "transaction.transaction_id"), fmt.Sprint(payment.ID(t, "transaction.id"))
	wd := fmt.Sprint(withdrawal.ID(t, "id"))
	dispute, _ := m.Dispute(t, 50_000)
	portal.Post(t, "/me/withholding-slips", harness.WithholdingSlip(t, "25004WOBY", 3_000)).Wants(t, 201)
	w.things = map[string]string{
		"/disputes/": fmt.Sprint(dispute), "/me/withholding-slips/": "25004WOBY",
		"/payments/": id, "/sandbox/payments/": id, "/transactions/": row, "/transactions/external/": "ORDER-1", "/me/transactions/": row,
		"/refunds/": refund, "/refunds/external/": "RF-1", "/sandbox/refunds/": refund,
		"/withdrawals/": wd, "/withdrawals/external/": "WD-1", "/sandbox/withdrawals/": wd,
		"/sandbox/settlements/": fmt.Sprint(settlement.ID(t, "id")), "/tickets/": fmt.Sprint(ticket.ID(t, "id")),
		"/realtime/": fmt.Sprint(ticket.ID(t, "id")), "/clients/": fmt.Sprint(m.ID),
	}
}

// ownersPath names the owner's thing, or an unknown one if the owner has none of that kind.
func (w *world) ownersPath(o harness.Operation) string {
	before, rest, found := strings.Cut(o.Pattern, "{")
	thing, known := w.things[before]
	_, after, _ := strings.Cut(rest, "}")
	if !found || !known || after == "/file" { // a file has no envelope to look at
		return strangersPath(o)
	}
	o.Pattern = before + thing + after
	return strangersPath(o)
}
