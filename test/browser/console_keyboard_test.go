package browser

import (
	"net/http"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// A person without a mouse makes a payment and asks for a withdrawal.
func TestTheKeyboardAloneMakesAPaymentAndAWithdrawal(t *testing.T) {
	t.Parallel()
	g := newGateway(t)
	b := newBrowser(t).newTab(t)
	s := g.newShop(t)
	s.call(t, http.MethodPut, "/account", s.key, object{"norek": "1234567890", "bank": "BCA"}, nil)
	p := s.openPayment(t, "invoice", nil)
	s.call(t, http.MethodPost, "/sandbox/payments/"+p.Transaction.TransactionID+"/pay", s.key, nil, nil)
	s.isCalledBack(t, p, "PAID", 150000)
	b.do(chromedp.EmulateViewport(1280, 900))
	b.logIn(g.url, "/portal", shopEmail, shopPassword)

	b.reach(`a[href="/portal/payments/new"]`)
	b.press("\r")
	b.says("The customer pays with what is made here")
	b.reach(`a[href="/portal/payments/new?channel=qris"]`)
	b.press("\r")
	b.says("QRIS")
	b.reach(`main input[name=amount]`)
	b.press("20000")
	b.press("\r")
	b.says("How the customer pays")

	b.reach(`nav a[href="/portal/withdrawals"]`)
	b.press("\r")
	b.reach(`a[href="/portal/withdrawals/new"]`)
	b.press("\r")
	b.reach(`main input[name=jumlah]`)
	b.press("20000")
	b.reach(`main form[action="/portal/withdrawals/new"] button`)
	b.press("\r")
	b.sees("main .sum")
	b.says("This amount goes from your balance to BCA 1234567890")
	b.reach(`main form[action="/portal/withdrawals/new"] button`)
	b.press("\r")
	b.says("An administrator is to approve")
}

// The days of a chart are one stop of the keyboard; the arrows go from day to day.
func TestTheArrowsReadAChart(t *testing.T) {
	t.Parallel()
	g := newGateway(t)
	b := newBrowser(t).newTab(t)
	s := g.newShop(t)
	p := s.openPayment(t, "invoice", nil)
	s.call(t, http.MethodPost, "/sandbox/payments/"+p.Transaction.TransactionID+"/pay", s.key, nil, nil)
	s.isCalledBack(t, p, "PAID", 150000)
	b.logIn(g.url, "/portal", shopEmail, shopPassword)
	b.visit(g.url + "/portal/balance")
	b.reach(`.points input`)
	const reading = `getComputedStyle(document.querySelector(".points label:last-of-type .reading")).visibility`
	if got := evaluate[string](b, reading); got != "hidden" {
		t.Errorf("before a key the last day is %s", got)
	}
	b.press(kb.ArrowLeft) // from the first day to the last
	b.press(kb.ArrowLeft)
	b.press(kb.ArrowRight)
	if got := evaluate[string](b, reading); got != "visible" {
		t.Errorf("the last day is %s", got)
	}
	if got, want := evaluate[string](b, `document.querySelector(".points input:checked").parentElement.innerText.replace(/^.*: /, "").trim()`), "Rp145.560"; got != want {
		t.Errorf("the last day reads %q, want %q", got, want)
	}
	b.reach(`.chart summary`)
	b.press("\r")
	b.saysIn(".chart table", "Rp145.560")
}

// press presses keys one after the other.
func (b *tab) press(keys string) {
	b.t.Helper()
	b.do(chromedp.KeyEvent(keys))
}

// reach presses the tab key until an element has the focus.
func (b *tab) reach(selector string) {
	b.t.Helper()
	b.sees("main")
	for range 120 {
		if evaluate[bool](b, `document.activeElement.matches(`+quoted(selector)+`)`) {
			return
		}
		b.press("\t")
	}
	b.t.Fatalf("the keyboard does not reach %s", selector)
}

// quoted is a text as a script literal.
func quoted(text string) string { return "`" + text + "`" }
