package browser

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// A key is not revoked by one click: without scripts, too, the page first says what will happen. A new key replaces the
// present one only after the same question, and has a button that copies it and tells a screen reader so.
func TestAKeyIsRevokedAndReplacedOnlyAfterAQuestion(t *testing.T) {
	t.Parallel()
	g := newGateway(t) // before the browser: see newBrowser
	browser := newBrowser(t)
	m := browser.newTab(t)
	m.do(chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile))
	m.logIn(g.url, "/portal", shopEmail, shopPassword)
	m.visit(g.url + "/portal/keys")
	m.fillForm(`form[action="/portal/keys"]`, map[string]string{"name": "till"})
	m.click(`form[action="/portal/keys"] button`)
	m.sees("main .sum")
	m.says("A new key is made. Requests with the present key, server")
	m.says("Nothing was done yet.")
	m.click(`form[action="/portal/keys"] button`)
	m.sees("button[data-copy]")
	m.do(chromedp.Focus(chromedp.CSS("button[data-copy]")))
	m.do(chromedp.KeyEvent("\r"))
	m.says("Copied.")

	plain := browser.newTab(t)
	plain.withoutScript()
	plain.logIn(g.url, "/portal", shopEmail, shopPassword)
	plain.visit(g.url + "/portal/keys")
	plain.click(`form[action$="/revoke"] button`)
	plain.sees("main .sum")
	plain.visit(g.url + "/portal/keys")
	plain.agrees("/revoke")
	plain.sees(`main:not(:has(form[action$="/revoke"]))`)
}
