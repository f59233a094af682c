package browser

import (
	"net/http"
	"testing"

	"github.com/chromedp/chromedp"
)

// What a new merchant sees first, the list with progress and the page of its papers, fits a phone and breaks no rule of accessibility.
func TestTheListOfANewMerchantFitsAPhone(t *testing.T) {
	t.Parallel()
	program := axe(t)
	g := newGateway(t)
	const email, password = "baru@example.com", "rahasia-123"
	g.call(t, http.MethodPost, "/auth/register", nil, object{"nama": "Toko Baru", "email": email, "password": password}, nil)
	b := newBrowser(t).newTab(t)
	b.do(chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile))
	b.logIn(g.url, "/portal", email, password)
	b.sees(".steps progress")
	for _, path := range []string{"/portal", "/portal/documents"} {
		consoleIsForEverybody(t, b, program, g.url+path)
	}
}
