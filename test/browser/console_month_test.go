package browser

import (
	"net/http"
	"strings"
	"testing"

	"gateway/test/lastmonth"
	"gateway/test/migrated"

	"github.com/chromedp/chromedp"
)

// Two administrators close a month in the console alone: the checks, the request, the approval. Their last click takes the
// file for the tax office.
func TestTwoAdministratorsCloseAMonthInTheConsoleAlone(t *testing.T) {
	t.Parallel()
	events, read := migrated.Pair(t)
	month := lastmonth.Payout(t, events)
	g := newGatewayOn(t, events, read, map[string]string{ // before the browser: see newBrowser
		"DUAL_CONTROL_FROM": "10000000", "TAX_SELLER_TIN": "0011223344556677", "TAX_SELLER_NITKU": "0011223344556677000000",
		"TAX_SELLER_NAME": "PT Gateway", "TAX_SELLER_ADDRESS": "Jl. Sudirman 1, Jakarta",
	})
	const second, secondPassword = "budi@example.com", "rahasia-budi"
	var login struct{ Token string }
	g.call(t, http.MethodPost, "/auth/login", nil, object{"email": shopEmail, "password": shopPassword}, &login)
	g.call(t, http.MethodPut, "/me/tax-data", http.Header{"Authorization": {"Bearer " + login.Token}}, object{
		"name": "PT Toko Maju", "npwp": "12.345.678.9-012.345", "alamat": "Jl. Melati 1",
	}, nil)
	g.call(t, http.MethodPost, "/admin/admins", g.admin, object{"email": second, "password": secondPassword, "role": "admin"}, nil)
	program, b := axe(t), newBrowser(t)
	ani, budi := b.newTab(t), b.newTab(t)
	ani.do(chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile))
	ani.logIn(g.url, "/console", adminEmail, adminPassword)
	page := g.url + "/console/months/" + month
	consoleIsForEverybody(t, ani, program, page)
	ani.says("Do what the list says")
	ani.click(`form[action$="/check"]:has([name="whole"]) button`)
	ani.sees(`main:not(:has([name="whole"])) form[action$="/check"]:has([name="date"])`) // the page follows the run
	ani.click(`form[action$="/check"]:has([name="date"]) button`)
	ani.says("Every check is made. The month can be closed.")
	ani.click(`form[action$="/close"] [name="confirm"]`)
	ani.send(`form[action$="/close"] button`)
	ani.says("You asked for it")

	budi.do(chromedp.EmulateViewport(1280, 800))
	budi.logIn(g.url, "/console", second, secondPassword)
	budi.click(`nav a[href="/console/approvals"]`)
	budi.click(`main table a[href^="/console/approvals/"]`)
	budi.says("Sum of debits")
	budi.says("Rp141.100")
	budi.send(`form[action$="/grant"] button`)
	budi.click(`nav a[href="/console/months"]`)
	budi.click(`main a[href="/console/months/` + month + `"]`)
	budi.says("The month is closed for good")
	budi.click(`main a[href="/console/tax?month=` + month + `"]`)
	budi.send(`form[action$="/export"] button`)
	budi.visit(page)
	budi.click(taxFile(month))
	file := evaluate[string](budi, `(() => {
		const ask = new XMLHttpRequest();
		ask.open("GET", document.querySelector('`+taxFile(month)+`').href, false);
		ask.send();
		return ask.responseText;
	})()`)
	if !strings.Contains(file, "<BuyerName>PT Toko Maju</BuyerName>") {
		t.Errorf("the file for the tax office is %s", file)
	}
}

// taxFile is the last link of the page of a closed month.
func taxFile(month string) string {
	return `main .block:last-of-type a[href="/console/tax/` + month + `/file/1"]`
}
