package browser

import (
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// referencePages are below the path of the API. Together they have every element that a
// page of the reference can have.
var referencePages = []string{
	"/docs", "/docs/authentication", "/docs/idempotency", "/docs/callbacks", "/docs/testing", "/docs/errors", "/docs/realtime", "/docs/going-live",
	"/docs/reference/payments", "/docs/reference/withdrawals", "/docs/reference/callbacks", "/docs/search?q=withdraw", "/docs/search?q=zzz",
	"/admin/docs", "/admin/docs/reference/admin-clients", "/admin/docs/errors",
}

func TestTheReferenceInABrowser(t *testing.T) {
	t.Parallel()
	g := newGateway(t) // before the browser: see newBrowser
	b := newBrowser(t)
	at, err := url.Parse(g.url)
	if err != nil {
		t.Fatal(err)
	}
	// The pages are visited by another host name than the one in the gateway's own URL.
	base := "http://localhost:" + at.Port()
	for name, test := range map[string]func(*testing.T, *tab, *gateway, string){
		"a request can be sent from it":                  requestIsSent,
		"a phone needs no sideways scrolling":            referenceFitsAPhone,
		"it is found from the gateway's address":         referenceIsFound,
		"the search finds withdraw, also without script": searchFinds,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, b.newTab(t), g, base)
		})
	}
	t.Run("it can be used without seeing, without a mouse and without colours", func(t *testing.T) {
		t.Parallel()
		program, tab := axe(t), b.newTab(t)
		for _, page := range append([]string{""}, referencePages...) {
			tab.visit(pageAt(base, page))
			tab.opensAll()
			tab.breaksNoRule(program, "critical", "serious")
		}
	})
}

func requestIsSent(t *testing.T, b *tab, g *gateway, base string) {
	b.visit(base + "/api/v2/docs/reference/account#getAccount")
	b.click("#getAccount details.try summary")
	b.types("#getAccount-credential", g.key.Get("X-Api-Key"))
	b.click("#getAccount .try button")
	b.sees("#getAccount .answer")
	if got := b.text("#getAccount .try"); !strings.Contains(got, "200") || !strings.Contains(got, `"email": "toko@example.com"`) {
		t.Errorf("the answer is shown as %s", got)
	}
}

func referenceFitsAPhone(t *testing.T, b *tab, _ *gateway, base string) {
	for _, page := range append([]string{""}, referencePages...) {
		b.visit(pageAt(base, page))
		b.opensAll()
		for _, width := range []int64{320, 390} {
			b.do(chromedp.EmulateViewport(width, 844, chromedp.EmulateMobile))
			if wide := evaluate[int64](b, `document.documentElement.scrollWidth`); wide > width {
				t.Errorf("%d of %d pixels are wide: %s", wide, width, page)
			}
		}
	}
}

func pageAt(base, page string) string {
	if page == "" {
		return base + "/"
	}
	return base + "/api/v2" + page
}

func referenceIsFound(_ *testing.T, b *tab, _ *gateway, base string) {
	b.visit(base + "/")
	b.click(`a[href="/api/v2/docs"]`)
	b.sees("#guides")
	b.click(`a[href="/api/v2/docs/testing"]`)
	b.says("1013999")
}

func searchFinds(t *testing.T, b *tab, _ *gateway, base string) {
	b.withoutScript()
	b.visit(base + "/api/v2/docs")
	b.types("#q", "withdraw\r")
	b.sees(`main a[href="/api/v2/docs/reference/withdrawals#requestWithdrawal"]`)
	b.click(`main a[href="/api/v2/docs/reference/withdrawals#requestWithdrawal"]`)
	b.sees("#requestWithdrawal")
}
