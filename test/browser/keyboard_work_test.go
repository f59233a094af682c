package browser

import (
	"database/sql"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// A merchant without a mouse passes over the menu, finds a payment, sends its callback again, submits a document, invites a person
// and chooses mails. After each form the focus is where the page says what came of it.
func TestTheKeyboardAloneDoesTheWorkOfAMerchant(t *testing.T) {
	t.Parallel()
	g := newGateway(t) // before the browser: see newBrowser
	s := g.newShop(t)
	p := s.openPayment(t, "invoice", nil)
	s.openPayment(t, "qris", nil)
	s.call(t, http.MethodPost, "/sandbox/payments/"+p.Transaction.TransactionID+"/pay", s.key, nil, nil)
	s.isCalledBack(t, p, "PAID", 150000)
	b := newBrowser(t).newTab(t)
	b.do(chromedp.EmulateViewport(1280, 900))
	b.logIn(g.url, "/portal", shopEmail, shopPassword)

	b.visit(g.url + "/portal/payments")
	b.press("\t")
	if !evaluate[bool](b, `document.activeElement.matches(".skip")`) {
		t.Error("the first stop of the keyboard is not the way over the menu")
	}
	b.press("\r\t")
	if !evaluate[bool](b, `document.activeElement.closest("main") !== null`) {
		t.Error("the way over the menu does not lead to what the page is about")
	}
	evaluate[bool](b, blur)
	b.do(chromedp.KeyEvent("/", raw))
	b.press("ORDER-1\r")
	b.says("Search results")
	b.press(kb.ArrowDown + "\r")
	b.sees(".story")

	b.visit(g.url + "/portal/callbacks")
	b.press(kb.ArrowDown + "\r")
	b.sees(`form[action$="/resend"]`)
	b.enter(`form[action$="/resend"] button`)
	b.says("Sent")
	b.tells(".notice.good")

	paper := filepath.Join(t.TempDir(), "npwp.pdf")
	if err := os.WriteFile(paper, []byte("%PDF-1.4\n% a document\n%%EOF\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	b.enter(`nav a[href="/portal/documents"]`)
	b.reach(`form[action$="/documents"] select`)
	b.press("N")
	b.reach(`form[action$="/documents"] input[type=file]`)
	b.do(chromedp.SetUploadFiles(chromedp.CSS(`form[action$="/documents"] input[type=file]`), []string{paper}))
	b.enter(`form[action$="/documents"] button`)
	b.says("npwp.pdf")
	b.tells(".notice.good")

	b.enter(`nav a[href="/portal/people"]`)
	b.reach(`form[action$="/people"] input[name=email]`)
	b.press("ani\r") // the browser itself refuses what is no address
	b.reach(`form[action$="/people"] input[name=email]`)
	b.press("@example.com\r")
	b.says("ani@example.com")
	b.tells("h1, .notice.good")

	b.enter(`nav a[href="/portal/mails"]`)
	b.reach(`form[action$="/mails"] input[type=checkbox]`)
	b.press(" ")
	b.reach(`form[action$="/mails"] select`) // it stays at both languages
	b.enter(`form[action$="/mails"] button`)
	b.says("Saved")
	b.tells(".notice.good")
}

// An administrator without a mouse approves a withdrawal long after the login: the password comes in between,
// and a wrong one is told where the focus is.
func TestTheKeyboardAloneProvesWhoItIs(t *testing.T) {
	t.Parallel()
	g, withdrawal, _ := newOffice(t) // before the browser: see newBrowser
	b := newBrowser(t).newTab(t)
	b.do(chromedp.EmulateViewport(1280, 900))
	b.logIn(g.url, "/console", secondEmail, secondPassword)
	db, err := sql.Open("postgres", g.events)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(t.Context(), `UPDATE state.sessions SET created_at = created_at - interval '11 minutes'`); err != nil {
		t.Fatal(err)
	}
	b.enter(`nav a[href="/console/approvals"]`)
	b.reach(`main a[href="` + withdrawal + `"]`)
	b.press("\r")
	b.sees(`form[action$="/grant"]`)
	b.enter(`form[action$="/grant"] button`)
	b.sees("input[name=confirm_password]")
	b.tells("h1")
	b.reach("input[name=confirm_password]")
	b.press("not the password\r")
	b.sees(".notice.bad")
	b.tells(".notice.bad")
	b.reach("input[name=confirm_password]")
	b.press(secondPassword + "\r")
	b.sees(".notice.good")
	b.tells(".notice.good")
}

// tells requires that the focus is at what the page says of the form that was sent.
func (b *tab) tells(selector string) {
	b.t.Helper()
	if !evaluate[bool](b, `document.activeElement.matches(`+quoted(selector)+`)`) {
		b.t.Errorf("the focus is at %s, not at %s", evaluate[string](b, `document.activeElement.outerHTML.slice(0, 200)`), selector)
	}
}
