package browser

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/chromedp/cdproto/input"
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

// A slash goes to the search, a question mark opens a help that a screen reader reads, the arrows go through the rows of
// a list and Enter opens one. Nothing happens while a person types, holds a modifier, reads the help, or has switched
// the keys off.
func TestKeysLeadToTheSearchTheHelpAndThroughAList(t *testing.T) {
	t.Parallel()
	g := newGateway(t)
	s := g.newShop(t)
	var names []string
	for range 3 {
		names = append(names, s.openPayment(t, "invoice", nil).Transaction.TransactionID)
	}
	program := axe(t)
	b := newBrowser(t).newTab(t)
	b.do(chromedp.EmulateViewport(1280, 900))
	b.logIn(g.url, "/portal", shopEmail, shopPassword)
	b.visit(s.payments())
	b.sees("[data-keys]")
	b.press("?")
	b.sees("dialog#keys[open]")
	if got := evaluate[string](b, focusIn); got != "dialog" {
		t.Errorf("the focus is in %s, not in the help", got)
	}
	b.press("/")
	b.press(kb.ArrowDown)
	if got := evaluate[string](b, focusIn); got != "dialog" {
		t.Errorf("a key left the help for %s", got)
	}
	b.breaksNoRule(program)
	b.press(kb.Escape)
	b.sees("body:not(:has(dialog[open]))")

	evaluate[bool](b, blur)
	b.do(chromedp.KeyEvent("/", chromedp.KeyModifiers(chromedp.ModifierCtrl)))
	if got := evaluate[string](b, focusIn); got != "" {
		t.Errorf("with Ctrl the slash leads to %s", got)
	}
	b.do(chromedp.KeyEvent("/", raw))
	b.press("?" + kb.ArrowDown)
	if got := evaluate[string](b, `document.querySelector("#q").value`); got != "?" || evaluate[string](b, focusIn) != "search" {
		t.Errorf("the search has %q, and the focus is in %s", got, evaluate[string](b, focusIn))
	}

	evaluate[bool](b, blur)
	row := func(want string, keys string) {
		t.Helper()
		b.press(keys)
		if got := evaluate[string](b, `document.activeElement.getAttribute("href") ?? ""`); got != "/portal/payments/"+want {
			t.Errorf("the focus is at %s, not at %s", got, want)
		}
	}
	row(names[2], kb.ArrowDown) // the newest payment comes first
	row(names[1], kb.ArrowDown)
	row(names[2], kb.ArrowUp)
	row(names[2], kb.ArrowUp)
	row(names[0], kb.End)
	s.call(t, http.MethodPost, "/payments/"+names[1]+"/cancel", s.key, nil, nil)
	b.sees("#live-mark[data-followed]")
	row(names[1], kb.ArrowUp)
	b.press("\r")
	b.sees(".story")
	if got, want := b.address(), s.payments()+"/"+names[1]; got != want {
		t.Errorf("Enter opens %s, not %s", got, want)
	}

	b.click("[data-keys]")
	b.click("dialog input")
	b.click("[data-close]")
	b.visit(g.url + "/portal/language/id?back=/portal/payments")
	b.sees("[data-keys]")
	b.press("?/")
	if got := evaluate[string](b, focusIn); got != "" || evaluate[bool](b, `document.querySelector("dialog").open`) {
		t.Errorf("keys that are switched off lead to %q", got)
	}
	b.click("[data-keys]")
	b.saysIn("dialog", "Ke pencarian")
}

const (
	// focusIn says what part of the page has the focus, empty for none.
	focusIn = `(e => e.closest("dialog") ? "dialog" : e.closest("[role=search]") ? "search" : e === document.body ? "" : e.outerHTML)(document.activeElement)`
	blur    = `document.activeElement.blur(), true`
)

// raw makes of the press of a key what a keyboard does: a page that takes the key gets no letter.
func raw(p *input.DispatchKeyEventParams) {
	if p.Type == kb.KeyDown {
		p.Type = input.DispatchKeyEventTypeRawKeyDown
	}
}

// press presses keys one after the other.
func (b *tab) press(keys string) {
	b.t.Helper()
	b.do(chromedp.KeyEvent(keys))
}

// reach presses the tab key until an element has the focus. It fails if an element on the way has the focus and does not show it.
func (b *tab) reach(selector string) {
	b.t.Helper()
	b.sees("main")
	for range 120 {
		at := evaluate[struct {
			There  bool   `json:"there"`
			Unseen string `json:"unseen"`
		}](b, fmt.Sprintf(focusAt, quoted(selector)))
		if at.Unseen != "" {
			b.t.Errorf("nobody sees that the focus is at %s", at.Unseen)
		}
		if at.There {
			return
		}
		b.press("\t")
	}
	b.t.Fatalf("the keyboard does not reach %s", selector)
}

// focusAt says whether an element has the focus, and of one that does not show it what it is. The days of a chart show it on the
// picture beside them.
const focusAt = `((e) => ({
	there: e.matches(%s),
	unseen: e.matches("body, .points input") || !e.matches(":focus-visible") || getComputedStyle(e).outlineStyle !== "none" && e.getBoundingClientRect().width > 1 ?
		"" : e.outerHTML.slice(0, 200),
}))(document.activeElement)`

// quoted is a text as a script literal.
func quoted(text string) string { return "`" + text + "`" }
