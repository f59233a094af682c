package browser

import (
	"net/url"
	"strings"
	"testing"
)

// The page is visited by another host name than that of the gateway's own URL.
func TestARequestCanBeSentFromTheReferencePage(t *testing.T) {
	t.Parallel()
	g := newGateway(t) // before the browser: see newBrowser
	b := newBrowser(t).newTab(t)
	at, err := url.Parse(g.url)
	if err != nil {
		t.Fatal(err)
	}
	b.visit("http://localhost:" + at.Port() + "/api/v2/docs#/Account/getAccount")
	b.click("button.authorize")
	b.types(".auth-container input", g.key.Get("X-Api-Key"))
	b.click(".auth-container button.authorize")
	b.click(".auth-container button.btn-done")
	b.click("#operations-Account-getAccount button.execute")
	b.sees(".live-responses-table .response-col_status")
	if got := b.text(".live-responses-table"); !strings.Contains(got, "200") || !strings.Contains(got, `"toko@example.com"`) {
		t.Errorf("the answer is shown as %s", got)
	}
}
