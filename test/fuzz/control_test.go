package fuzz

import (
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"

	"gateway/http/page"
	"gateway/http/page/site"
	"gateway/test/e2e/harness"
)

// muted counts the problems that a fuzzer reports, and fails no test for them.
type muted struct {
	testing.TB
	told []string
}

func (m *muted) Errorf(_ string, args ...any) { m.told = append(m.told, args[0].(string)) }

// findsALeak tests the fuzz itself: an owner must not see the texts of a merchant, but gets that merchant's own
// login. The fuzz must report the leak in lists, single things, pages and the search.
func (w *world) findsALeak(t *testing.T) {
	planted := marker("planted")
	m, _ := w.furnished(t, planted)
	tb := &muted{TB: t}
	f := &fuzzer{
		world: w, role: role{"owner", "ClientToken", "owner", "/auth/me"}, lenient: map[string]int{},
		judge: judge{TB: tb, told: map[string]int{}}, own: pool{},
	}
	f.owner, f.email, f.sites = m, m.Email, []*page.Site{site.NewPortal(page.Config{})}
	f.hidden = map[string]string{planted: "a text that is hidden from its owner"}
	f.again(t)
	f.own.learn(t, w, f.call, f.role.scheme)
	for n := range 600 {
		f.Rand = rand.New(rand.NewPCG(*seed, uint64(n)))
		f.one(t)
	}
	told := strings.Join(tb.told, "\n")
	for _, where := range []string{"GET /me/transactions", "GET /tickets", "GET /portal"} {
		if !strings.Contains(told, where) {
			t.Errorf("the fuzz does not tell that %s shows a hidden text; it told:\n%s", where, told)
		}
	}
}

// TestAnOperationWithoutABodyReadsNone: where no body is read, one that is not JSON can't be wrong, and no
// refusal of it is described.
func TestAnOperationWithoutABodyReadsNone(t *testing.T) {
	t.Parallel()
	g := harness.Shared(t)
	m := g.NewMerchant(t)
	callers := map[string]caller{"ApiKey": m.Caller, "ClientToken": m.LogIn(t), "AdminToken": g.Admin(t)}
	for _, o := range harness.Operations(t, func(o harness.Operation) bool {
		return o.RequestBody == nil && o.Method != "GET" && o.Scheme() != "" && strings.Contains(o.Pattern, "{") &&
			!strings.Contains(o.Pattern, "projections")
	}) {
		path := o.Pattern
		for strings.Contains(path, "{") {
			before, rest, _ := strings.Cut(path, "{")
			_, after, _ := strings.Cut(rest, "}")
			path = before + "987654321" + after
		}
		f := &fuzzer{world: &world{gateway: g}, pages: http.DefaultClient, lenient: map[string]int{}}
		got, err := f.send(callers[o.Scheme()].With("Content-Type", "application/json"), o.Method, path, "{not JSON")
		if err != nil {
			t.Fatal(err)
		}
		if code := got.ErrorCode(); code == "malformed_json" || code == "wrong_content_type" {
			t.Errorf("%s reads its body: %s", o.Row, got.Body)
		}
	}
}
