package browser

import (
	"bytes"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gateway/test/poll"

	cdpbrowser "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/chromedp"
)

// counted is a tab that counts the clicks since the home page.
type counted struct {
	*tab
	clicks int
}

// click counts. Typing does not count, nor does a search that Enter sends.
func (c *counted) click(selector string) {
	c.t.Helper()
	c.sees(selector)
	c.clicks++
	c.tab.click(selector)
}

// From the home page of a logged-in person, each of these takes at most so many clicks.
func TestCommonThingsAreAFewClicksFromHome(t *testing.T) {
	t.Parallel()
	g := newGateway(t) // before the browser: see newBrowser
	s := g.newShop(t)
	g.withdraw(t)
	va := s.openPayment(t, "va", object{"bank_code": "BNI", "customer_name": "Budi"})
	paid := s.openPayment(t, "qris", nil) // the provider returns it, so that a refund needs no bank account
	s.call(t, http.MethodPost, "/sandbox/payments/"+paid.Transaction.TransactionID+"/pay", s.key, nil, nil)
	s.isCalledBack(t, paid, "PAID", 150000)

	browser := newBrowser(t)
	at := map[string]*tab{"/portal": browser.newTab(t), "/console": browser.newTab(t)}
	for _, one := range at {
		one.do(chromedp.EmulateViewport(1440, 900))
	}
	at["/portal"].logIn(g.url, "/portal", shopEmail, shopPassword)
	at["/console"].logIn(g.url, "/console", adminEmail, adminPassword)
	for _, one := range []struct {
		what, site string
		most       int
		do         func(c *counted)
	}{
		{"see why a payment is not paid", "/portal", 2, func(c *counted) {
			c.click(`main a[href="/portal/payments/` + va.Transaction.TransactionID + `"]`)
			c.sees(".why")
		}},
		{"take a payment", "/portal", 3, func(c *counted) {
			c.click(`main a[href="/portal/payments/new"]`)
			c.click(`main a[href="/portal/payments/new?channel=qris"]`)
			c.fill(map[string]string{"amount": "25.000"})
			c.click(`form[action^="/portal/payments/new"] button`)
			c.says("How the customer pays")
		}},
		{"refund a payment", "/portal", 4, func(c *counted) {
			c.click(`main a[href="/portal/payments/` + paid.Transaction.TransactionID + `"]`)
			c.fillForm(`form[action$="/refund"]`, map[string]string{"amount": "50.000"})
			c.click(`form[action$="/refund"] button`)
			c.says("Nothing was sent yet")
			c.click(`form[action$="/refund"] button`)
			c.sees(".notice")
		}},
		{"find a payment by its VA number", "/portal", 1, func(c *counted) {
			c.search(va.VANumber)
			c.click(`main a[href="/portal/payments/` + va.Transaction.TransactionID + `"]`)
			c.sees(".story")
		}},
		{"approve a withdrawal", "/console", 3, func(c *counted) {
			c.click(`main a[href="/console/withdrawals/1"]`)
			c.click(`form[action$="/approve"] button`)
			c.sees("main .sum")
			c.click(`form[action$="/approve"] button`)
			c.sees(".notice.good")
		}},
		{"withdraw", "/portal", 3, func(c *counted) {
			c.click(`main a[href="/portal/withdrawals/new"]`)
			c.fillForm("form", map[string]string{"jumlah": "20.000"})
			c.click(`form[action="/portal/withdrawals/new"] button`)
			c.sees("main .sum")
			c.click(`form[action="/portal/withdrawals/new"] button`)
			c.says("An administrator is to approve")
		}},
		{"invite a person", "/portal", 3, func(c *counted) {
			c.click(`nav a[href="/portal/people"]`)
			c.fillForm(`form[action$="/people"]`, map[string]string{"email": "ani@example.com"})
			c.click(`form[action$="/people"] button`)
			c.says("ani@example.com")
		}},
		{"explain a figure", "/portal", 2, func(c *counted) {
			c.click(`main .figure a[href="/portal/balance"]`)
			c.click(`main .rows a[href^="/portal/balance/movements/"]`)
			c.sees("main dl")
		}},
		{"download last month", "/portal", 2, func(c *counted) {
			c.click(`main a[href^="/portal/statements?month="]`)
			folder := c.downloads()
			c.click(`main a[href*="/portal/statements/file?format=pdf"]`)
			if name, content := awaitDownload(c.t, folder); !strings.HasSuffix(name, ".pdf") || !bytes.HasPrefix(content, []byte("%PDF-")) {
				c.t.Errorf("%s of %d bytes came", name, len(content))
			}
		}},
	} {
		c := &counted{tab: at[one.site]}
		c.visit(g.url + one.site)
		if one.do(c); c.clicks > one.most {
			t.Errorf("to %s takes %d clicks, want at most %d", one.what, c.clicks, one.most)
		}
	}
}

// downloads lets the tab save files, and returns the folder.
func (b *tab) downloads() (folder string) {
	b.t.Helper()
	folder = b.t.TempDir()
	_, err := chromedp.CallBrowser(b.ctx, cdpbrowser.SetDownloadBehavior, cdpbrowser.SetDownloadBehaviorParams{
		Behavior: "allow", BrowserContextID: chromedp.FromContext(b.ctx).BrowserContextID, DownloadPath: folder,
	})
	if err != nil {
		b.t.Fatal(err)
	}
	return folder
}

// awaitDownload waits for the one whole file in a folder. Chromium gives it its name when it has all of it.
func awaitDownload(t *testing.T, folder string) (name string, content []byte) {
	t.Helper()
	poll.Until(t, "a file comes", func() bool {
		files, err := os.ReadDir(folder)
		if err != nil {
			t.Fatal(err)
		}
		if len(files) == 1 && !strings.HasSuffix(files[0].Name(), ".crdownload") && !strings.HasPrefix(files[0].Name(), ".") {
			name = files[0].Name()
		}
		return name != ""
	})
	content, err := os.ReadFile(filepath.Join(folder, name))
	if err != nil {
		t.Fatal(err)
	}
	return name, content
}
