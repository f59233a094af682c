package browser

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// paper is the size of a page of a PDF, in points.
var paper = regexp.MustCompile(`/MediaBox \[0 0 ([0-9]+)[.0-9]* ([0-9]+)`)

func TestPagesArePrintedOnA4(t *testing.T) {
	t.Parallel()
	g := newGateway(t)
	s := g.newShop(t)
	var last payment
	for range 45 { // more rows than a sheet has
		last = s.openPayment(t, "invoice", nil)
	}
	b := newBrowser(t).newTab(t)
	b.logIn(g.url, "/portal", shopEmail, shopPassword)
	for _, path := range []string{"/statements", "/payments", "/payments/" + last.Transaction.TransactionID, "/balance", "/proof"} {
		b.visit(g.url + "/portal" + path)
		b.sees("main")
		pdf, err := run(b, chromedp.PrintToPDF(chromedp.PDFPaper(chromedp.PaperA4)))
		if err != nil {
			t.Fatal(err)
		}
		sheets := paper.FindAllStringSubmatch(string(pdf), -1)
		for _, sheet := range sheets {
			if sheet[1] != "594" && sheet[1] != "595" || sheet[2] != "841" && sheet[2] != "842" {
				t.Errorf("%s is printed on %s by %s points", path, sheet[1], sheet[2])
			}
		}
		if path == "/payments" && len(sheets) < 2 {
			t.Errorf("%s has %d sheets", path, len(sheets))
		}
		if dir := os.Getenv("PRINTED"); dir != "" { // to look at the result
			if err := os.WriteFile(filepath.Join(dir, strings.ReplaceAll(path[1:], "/", "-")+".pdf"), pdf, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	b.visit(g.url + "/portal/payments")
	b.do(chromedp.EmulateViewport(688, 1000), emulateMedia("print"))
	if wide := evaluate[int64](b, `document.documentElement.scrollWidth`); wide > 688 {
		t.Errorf("%d of 688 pixels of the sheet are wide", wide)
	}
	for rule, want := range map[string]string{
		`getComputedStyle(document.querySelector("nav.menu")).display`: "none",
		`getComputedStyle(document.querySelector(".filters")).display`: "none",
		`getComputedStyle(document.querySelector("thead")).display`:    "table-header-group",
		`getComputedStyle(document.querySelector("tr")).breakInside`:   "avoid",
	} {
		if got := evaluate[string](b, rule); got != want {
			t.Errorf("%s is %s, want %s", rule, got, want)
		}
	}
}
