package browser

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"time"

	"gateway/test/poll"

	"github.com/chromedp/chromedp"
)

// dispute has a customer dispute a new payment by QRIS, and returns its id.
func (g *gateway) dispute(t *testing.T) int64 {
	t.Helper()
	s := g.newShop(t)
	p := s.openPayment(t, "qris", nil)
	id := p.Transaction.TransactionID
	g.call(t, http.MethodPost, "/sandbox/payments/"+id+"/pay", g.key, nil, nil)
	poll.Until(t, "the payment is paid", func() bool { return s.status(t, p) == "PAID" })
	var opened struct{ ID int64 }
	g.call(t, http.MethodPost, "/admin/disputes", g.admin, object{
		"transaction_id": id, "provider_dispute_id": "dsp-" + id, "reason": "goods not received",
		"due_by": time.Now().Add(96 * time.Hour).UTC().Format(time.RFC3339),
	}, &opened)
	return opened.ID
}

// A merchant answers a dispute with a file on a phone, and sees what happens next; staff forward the answer and decide.
func TestADisputeIsAnsweredForwardedAndDecidedInTheConsole(t *testing.T) {
	t.Parallel()
	g := newGateway(t) // before the browser: see newBrowser
	id := g.dispute(t)
	program, browser := axe(t), newBrowser(t)
	m, s := browser.newTab(t), browser.newTab(t)
	evidence := filepath.Join(t.TempDir(), "receipt.pdf")
	if err := os.WriteFile(evidence, []byte("%PDF-1.4\n% signed for\n%%EOF\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	m.do(chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile))
	m.logIn(g.url, "/portal", shopEmail, shopPassword)
	m.says(fmt.Sprintf("Dispute %d, Rp150.000: answer by", id))
	page := fmt.Sprintf("%s/portal/disputes/%d", g.url, id)
	consoleIsForEverybody(t, m, program, page)
	m.says("days left")
	m.types(`main [name="text"]`, "The customer signed for it.")
	m.do(chromedp.SetUploadFiles(chromedp.CSS(`main [name="files"]`), []string{evidence}))
	m.send(`form[action$="/evidence"] button`)
	m.says("We forward the answer to the network")
	m.says("Download receipt.pdf")
	consoleIsForEverybody(t, m, program, page)

	s.logIn(g.url, "/console", adminEmail, adminPassword)
	s.visit(fmt.Sprintf("%s/console/disputes/%d", g.url, id))
	s.says("The customer signed for it.")
	s.says("Rp150.000 stays held")
	s.send(`form[action$="/forward"] button`)
	m.reloadUntil("The answer can't be changed any more")
	s.visit(fmt.Sprintf("%s/console/disputes/%d", g.url, id))
	s.says("The Rp150.000 that is held goes back to the client's balance")
	won := `form[action$="/decide"]:has([value="won"]) `
	s.click(won + `[name="confirm"]`)
	s.send(won + "button")
	m.reloadUntil("Rp150.000 is back on the balance")
}
