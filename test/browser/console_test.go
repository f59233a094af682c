package browser

import (
	"net/http"
	"testing"

	"github.com/chromedp/chromedp"
)

// shopPassword is the password of the merchant's owner.
const (
	shopEmail    = "toko@example.com"
	shopPassword = "rahasia-123"
)

func TestTheConsoleInABrowser(t *testing.T) {
	t.Parallel()
	g := newGateway(t) // before the browser: see newBrowser
	b := newBrowser(t)
	for name, test := range map[string]func(*testing.T, *tab, *shop){
		"a payment that is cancelled elsewhere changes on the open page":  openPageFollows,
		"what a person types is not lost when the page follows":           typingIsKept,
		"without script a merchant logs in, filters and plays a customer": consoleNeedsNoScript,
		"the keyboard alone reaches the menu, the list and a payment":     keyboardIsEnough,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, b.newTab(t), g.newShop(t))
		})
	}
}

// The page says when it no longer follows events, and still shows what it has.
func TestAPageSaysThatTheConnectionIsLost(t *testing.T) {
	t.Parallel()
	g := newGateway(t)
	b := newBrowser(t).newTab(t)
	b.logIn(g.url, "/portal", shopEmail, shopPassword)
	b.visit(g.url + "/portal/payments")
	b.sees("#live-mark.on")
	if err := g.stop(); err != nil {
		t.Fatal(err)
	}
	b.sees("#live-mark:not(.on)")
	if got := b.text("#live-mark"); got != "Disconnected, trying again" {
		t.Errorf("the mark says %q", got)
	}
	b.sees("main .list")
}

func (b *tab) logIn(url, site, email, password string) {
	b.t.Helper()
	b.visit(url + site + "/language/en?back=" + site + "/login")
	b.types("input[name=email]", email)
	b.types("input[name=password]", password)
	b.click("main button")
	b.sees("nav.menu")
}

// consoleIsForEverybody visits a page on a phone.
func consoleIsForEverybody(t *testing.T, b *tab, program, address string) {
	t.Helper()
	b.visit(address)
	b.opensAll()
	b.breaksNoRule(program)
	if wide := evaluate[int64](b, `document.documentElement.scrollWidth`); wide > 390 {
		t.Errorf("%d of 390 pixels are wide: %s", wide, address)
	}
}

func (s *shop) payments() string { return s.url + "/portal/payments" }

func openPageFollows(t *testing.T, b *tab, s *shop) {
	p := s.openPayment(t, "invoice", nil)
	b.logIn(s.url, "/portal", shopEmail, shopPassword)
	b.visit(s.payments() + "/" + p.Transaction.TransactionID)
	b.sees("#live-mark.on")
	evaluate[bool](b, mark)
	s.call(t, http.MethodPost, "/payments/"+p.Transaction.TransactionID+"/cancel", s.key, nil, nil)
	b.sees(".figures .state:not(.wait)")
	if !evaluate[bool](b, marked) {
		t.Error("the page was reloaded")
	}
}

func typingIsKept(t *testing.T, b *tab, s *shop) {
	p := s.openPayment(t, "invoice", nil)
	b.logIn(s.url, "/portal", shopEmail, shopPassword)
	b.visit(s.payments())
	b.sees("#live-mark.on")
	b.types("input[name=q]:not(#q)", "ORDER")
	s.call(t, http.MethodPost, "/payments/"+p.Transaction.TransactionID+"/cancel", s.key, nil, nil)
	s.openPayment(t, "invoice", nil)
	b.sees("#live-mark[data-followed]")
	if got := evaluate[string](b, `document.querySelector("input[name=q]:not(#q)").value`); got != "ORDER" {
		t.Errorf("the field has %q", got)
	}
}

func consoleNeedsNoScript(t *testing.T, b *tab, s *shop) {
	p := s.openPayment(t, "invoice", nil)
	b.withoutScript()
	b.logIn(s.url, "/portal", shopEmail, shopPassword)
	b.visit(s.payments() + "?status=PENDING")
	b.click(`a[href="/portal/payments/` + p.Transaction.TransactionID + `"]`)
	b.agrees("/pay")
	s.isCalledBack(t, p, "PAID", 150000)
	b.visit(s.payments() + "/" + p.Transaction.TransactionID)
	b.sees(".figures .state.good")
}

func keyboardIsEnough(t *testing.T, b *tab, s *shop) {
	p := s.openPayment(t, "invoice", nil)
	b.logIn(s.url, "/portal", shopEmail, shopPassword)
	press := func(key string) { b.do(chromedp.KeyEvent(key)) }
	b.visit(s.url + "/portal")
	reach := func(href string) {
		t.Helper()
		for range 60 {
			press("\t")
			if evaluate[string](b, `document.activeElement.getAttribute("href") ?? ""`) == href {
				press("\r")
				return
			}
		}
		t.Fatalf("the keyboard does not reach %s", href)
	}
	reach("/portal/payments")
	b.sees("table")
	reach("/portal/payments/" + p.Transaction.TransactionID)
	b.sees(".story")
}
