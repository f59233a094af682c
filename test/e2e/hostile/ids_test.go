package hostile

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"gateway/test/e2e/harness"
)

// bodies hold what an operation needs in order to look for the thing.
var bodies = map[string]object{
	"PUT /me/users/{id}":           {"role": "owner"},
	"POST /tickets/{id}/reply":     {"message": "hello"},
	"PUT /callback-endpoints/{id}": {"url": "https://thief.example/hook", "events": "*"},
}

// namesAThing reports whether a merchant calls the operation with the id of a thing of its own.
func namesAThing(o harness.Operation) bool {
	ofMerchants := o.Scheme() == "ApiKey" || o.Scheme() == "ClientToken"
	return ofMerchants && o.NamesAThing() && !strings.HasPrefix(o.Pattern, "/bank-channels/")
}

// pathsOf returns the paths of the operation that name a thing of the shop.
func (s *shop) pathsOf(t *testing.T, o harness.Operation) (paths []string) {
	t.Helper()
	before, rest, _ := strings.Cut(o.Pattern, "{")
	_, after, _ := strings.Cut(rest, "}")
	after = strings.ReplaceAll(strings.ReplaceAll(after, "{hash}", s.file), "{delivery_id}", s.delivery)
	ids := s.ids[o.Pattern]
	if ids == nil {
		ids = s.ids[before]
	}
	for _, id := range ids {
		paths = append(paths, before+id+after)
	}
	if len(paths) == 0 {
		t.Errorf("%s names a thing that these tests do not know: add one to newShop", o.Row)
	}
	return paths
}

func body(o harness.Operation) any {
	if known := bodies[o.Row]; known != nil {
		return known
	}
	if o.RequestBody != nil {
		return object{}
	}
	return nil
}

// Every operation that names a thing is called with every credential of one merchant and every thing of
// another. The answer is no success, and contains nothing that the other one wrote. Then the other merchant's
// own calls show that the ids are right.
func TestAnIDOfAnotherMerchantGivesNothingWhateverTheCredential(t *testing.T) {
	t.Parallel()
	thief, victim := newShop(t, "penyusup"), newShop(t, "rahasia-toko")
	operations := harness.Operations(t, namesAThing)
	credentials := thief.credentials(t)
	tried := 0
	for _, o := range operations {
		for _, path := range victim.pathsOf(t, o) {
			for name, c := range credentials {
				tried++
				got := c.Call(t, o.Method, path, body(o))
				if got.Status < 400 || got.Status >= 500 {
					t.Errorf("%s %s with the %s: %d %s", o.Method, path, name, got.Status, got.Body)
				}
				victim.isNotIn(t, got)
			}
		}
	}
	if tried < 300 {
		t.Errorf("only %d calls were made", tried)
	}
	victim.usesItsOwn(t, operations)
}

// isNotIn checks that an answer does not contain the shop's texts.
func (s *shop) isNotIn(t *testing.T, a answer) {
	t.Helper()
	for _, text := range []string{s.mark, s.Email[:strings.Index(s.Email, "@")] + "@"} {
		if strings.Contains(string(a.Body), text) && !strings.Contains(a.Request, "order-") {
			t.Errorf("%s shows %q of another merchant: %s", a.Request, text, a.Body)
		}
	}
}

// usesItsOwn lets the shop call the same paths: first those that read, then those that change, last those that remove.
func (s *shop) usesItsOwn(t *testing.T, operations []harness.Operation) {
	t.Helper()
	order := []string{"GET", "PUT", "POST", "DELETE"}
	slices.SortStableFunc(operations, func(a, b harness.Operation) int {
		return slices.Index(order, a.Method) - slices.Index(order, b.Method)
	})
	for _, o := range operations {
		for _, path := range s.pathsOf(t, o) {
			c := s.Caller
			if o.Scheme() == "ClientToken" {
				c = s.owner
			}
			got, err := c.Send(o.Method, path, body(o)) // a file has no envelope
			if err != nil {
				t.Fatal(err)
			}
			if found := got.Status != 401 && got.Status != 403 && got.Status != 404; !found || o.Method == "GET" && got.Status != 200 {
				t.Errorf("%s %s of the merchant itself: %d %s", o.Method, path, got.Status, got.Body)
			}
		}
	}
}

// two are merchants; the thief tries to see the victim's things.
type two struct{ thief, victim *shop }

func TestWhatNamesAnotherMerchantBesideAPathGivesNothing(t *testing.T) {
	t.Parallel()
	w := two{newShop(t, "pencari"), newShop(t, "rahasia-dicari")}
	t.Run("a query", w.queries)
	t.Run("a body", w.bodies)
	t.Run("a realtime channel", w.channels)
}

// A filter that names another merchant, or a thing of one, finds nothing of it.
func (w two) queries(t *testing.T) {
	thief, victim := w.thief, w.victim
	client, order := fmt.Sprint(victim.ID), "order-"+victim.Email
	for _, q := range []struct{ path, name, value string }{
		{"/transactions", "client_id", client},
		{"/transactions", "external_id", order},
		{"/transactions", "q", order},
		{"/me/transactions", "q", victim.pending},
		{"/search", "q", victim.mark},
		{"/search", "q", victim.pending},
		{"/search", "q", victim.Email},
		{"/withdrawals", "client_id", client},
		{"/settlements", "client_id", client},
		{"/callbacks", "client_id", client},
		{"/tickets", "client_id", client},
		{"/events", "client_id", client},
		{"/me/activity", "client_id", client},
		{"/fees/rates", "app_id", fmt.Sprint(victim.app)},
	} {
		wait := ""
		if q.path == "/events" {
			wait = "&wait=0"
		}
		for _, c := range []caller{thief.Caller, thief.owner} {
			got := c.Get(t, "%s?%s=%s%s", q.path, q.name, url.QueryEscape(q.value), wait)
			text := strings.ReplaceAll(string(got.Body), q.value, "") // a search shows the searched text
			if strings.Contains(text, victim.mark) || strings.Contains(text, `"client_id":`+client) || strings.Contains(text, victim.Email) {
				t.Errorf("%s by %s=%s: %d %s", q.path, q.name, q.value, got.Status, got.Body)
			}
		}
	}
}

// A body that names a thing of another merchant is refused as if the thing did not exist.
func (w two) bodies(t *testing.T) {
	thief, victim := w.thief, w.victim
	for _, c := range []struct {
		what, path string
		body       object
	}{
		{"a payment in an app of another merchant", "/payments/invoice", object{"amount": 10_000, "app_id": victim.app}},
		{"a QR code in an app of another merchant", "/payments/qris", object{"amount": 10_000, "app_id": victim.app}},
		{"the fees of an app of another merchant", "/fees/calculate", object{"amount": 10_000, "channel_code": "BCA", "app_id": victim.app}},
		{"a payment in place of one of another merchant", "/payments/invoice", object{"amount": 10_000, "replaces": victim.pending}},
	} {
		got := thief.Post(t, c.path, c.body)
		if got.Status != 400 && got.Status != 404 {
			t.Errorf("%s: %d %s", c.what, got.Status, got.Body)
		}
		victim.isNotIn(t, got)
	}
	victim.AwaitPayment(t, victim.pending, "PENDING")
	// Each merchant has its own references, so using the same one reveals nothing and causes no conflict.
	thief.Post(t, "/payments/invoice", object{"amount": 10_000, "external_id": "order-" + victim.Email}).Wants(t, 201)
}

// A realtime channel is compared as a whole: other spellings of its name do not match.
func (w two) channels(t *testing.T) {
	thief, victim := w.thief, w.victim
	own := thief.TransactionsChannel()
	for _, channel := range []string{
		victim.TransactionsChannel(), "chat:ticket." + victim.ids["/tickets/"][0],
		strings.Replace(own, "client.", "client.0", 1), own + " ", own + "\n", strings.ToUpper(own), own + "," + victim.TransactionsChannel(),
	} {
		for _, path := range []string{"/realtime/subscribe", "/realtime/transactions/subscribe"} {
			got := thief.owner.Get(t, "%s?channel=%s", path, url.QueryEscape(channel))
			if got.Status < 400 {
				t.Errorf("%s to %q: %d %s", path, channel, got.Status, got.Body)
			}
		}
	}
}
