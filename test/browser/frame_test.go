package browser

import (
	"net/http"
	"strings"
	"testing"

	"gateway/test/migrated"

	"github.com/chromedp/chromedp"
)

// What every page has around its content, and what a person finds in forms.
func TestTheFrameAndTheFormsServeAPerson(t *testing.T) {
	t.Parallel()
	g := newGateway(t) // before the browser: see newBrowser
	g.call(t, http.MethodPost, "/admin/clients/1/adjustments", g.admin, object{"amount": 500_000, "reason": "a correction of the test"}, nil)
	g.call(t, http.MethodPut, "/account", g.key, object{"norek": "1234567890", "bank": "BCA"}, nil)
	b := newBrowser(t).newTab(t)
	b.do(chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile))
	b.logIn(g.url, "/portal", shopEmail, shopPassword)

	if !evaluate[bool](b, `(r => r.width > 0 && r.top >= 0 && r.bottom < 200 && r.right <= 390)(document.querySelector('form[action$="/logout"] button').getBoundingClientRect())`) {
		t.Error("log out is not in sight on a phone")
	}
	if !evaluate[bool](b, `(box => box.tabIndex < 0 && box.labels.length > 0)(document.querySelector("#menu-switch"))`) {
		t.Error("the box of the menu is a stop of the keyboard, or has no label")
	}

	b.visit(g.url + "/portal/security")
	b.fillForm(`form[action$="/totp"]`, map[string]string{"current_password": shopPassword})
	b.click(`form[action$="/totp"] button`)
	b.sees(".picture img")
	secret := b.text("main pre")
	b.types("main input[name=code]", "000000")
	b.click(`form[action$="/security/confirm"] button`)
	b.sees("main .notice.bad")
	if got := evaluate[string](b, `(document.querySelector("main pre") ?? {textContent: ""}).textContent`); strings.TrimSpace(got) != strings.TrimSpace(secret) {
		t.Errorf("after a wrong code the page has the secret %q", got)
	}
	b.sees(".picture img")

	b.visit(g.url + "/portal/password?token=used")
	b.sees("header .language")
	b.says("was used, has expired")
	b.click("header .language")
	b.says("sudah dipakai")

	b.withoutScript()
	b.visit(g.url + "/portal/withdrawals/new")
	b.fillForm("form", map[string]string{"jumlah": "20000"})
	if evaluate[bool](b, `document.querySelector("main input[name=url]").required`) {
		t.Error("a person must give a URL")
	}
	b.visit(g.url + "/portal/profile")
	first := evaluate[string](b, `(o => o ? o.value + ": " + o.textContent : "")(document.querySelector("main datalist option"))`)
	if !strings.HasPrefix(first, "BCA: BCA – Bank Central Asia") {
		t.Errorf("the first bank is %q", first)
	}
	b.fillForm(`form[action$="/profile"]`, map[string]string{"bank": "Central"})
	b.click(`form[action$="/profile"] button`)
	b.says("pilih salah satu dari daftar")
}

// An auditor sees in the balance of a client who changed it and why, without scrolling to the side.
func TestAnAuditorSeesWhoAndWhyInABalance(t *testing.T) {
	t.Parallel()
	g := newGateway(t) // before the browser: see newBrowser
	g.withdraw(t)
	b := newBrowser(t).newTab(t)
	b.do(chromedp.EmulateViewport(1440, 900))
	b.logIn(g.url, "/console", adminEmail, adminPassword)
	b.visit(g.url + "/console/clients/1/balance")
	b.says("for the test")
	b.says(adminEmail + " (Administrator)")
	b.says("Toko Maju (API key)")
	if over := evaluate[int64](b, `(s => s.scrollWidth - s.clientWidth)(document.querySelector("main .scroll"))`); over > 0 {
		t.Errorf("the table is %d pixels wider than its place", over)
	}
}

// On a phone, log out is in sight at the top of each main page, however long the names of the operator and the merchant are.
func TestLogOutIsInSightOnAPhone(t *testing.T) {
	t.Parallel()
	events, read := migrated.Pair(t)
	g := newGatewayOn(t, events, read, map[string]string{"BRAND_NAME": strings.Repeat("Pembayaran", 6) + " Nusantara Raya Sejahtera"})
	g.call(t, http.MethodPost, "/auth/register", nil, object{
		"nama": strings.Repeat("TokoMajuBersama", 12), "email": strings.Repeat("panjang", 8) + "@example.com", "password": shopPassword,
	}, nil)
	b := newBrowser(t)
	for _, site := range []struct {
		prefix, email, password string
		pages                   []string
	}{
		{"/portal", strings.Repeat("panjang", 8) + "@example.com", shopPassword, []string{
			"", "/payments", "/withdrawals", "/balance", "/callbacks", "/keys", "/security", "/profile",
		}},
		{"/console", adminEmail, adminPassword, []string{"", "/clients", "/clients/2", "/transactions", "/withdrawals", "/approvals", "/log"}},
	} {
		tab := b.newTab(t)
		tab.do(chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile))
		tab.logIn(g.url, site.prefix, site.email, site.password)
		for _, page := range site.pages {
			tab.visit(g.url + site.prefix + page)
			if place := evaluate[string](tab, `(b => b === null ? "nowhere" : (r => r.width > 0 && r.left >= 0 && r.right <= innerWidth && r.top >= 0 && r.bottom <= 260 &&
				document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2) === b ? "" : JSON.stringify(r))(b.getBoundingClientRect()))(document.querySelector('header form[action$="/logout"] button'))`); place != "" {
				t.Errorf("%s%s: log out is at %s", site.prefix, page, place)
			}
			// The button is in one line with the start of the name.
			if evaluate[bool](tab, `(b => b.bottom < document.querySelector("header .brand").getBoundingClientRect().top || b.top > document.querySelector("header .brand").getBoundingClientRect().bottom)(document.querySelector('header .leave button').getBoundingClientRect())`) {
				t.Errorf("%s%s: the name pushes log out away", site.prefix, page)
			}
		}
	}
}
