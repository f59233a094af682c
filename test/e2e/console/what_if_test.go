package console

import (
	"html"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"gateway/test/e2e/harness"
)

func TestWhatIfShowsTheDifferenceAndChangesNothing(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	id := m.OpenInvoice(t, 100_000, nil)
	m.ActInSandbox(t, id, "pay", nil)
	m.AwaitPayment(t, id, "PAID")
	v := staff(t, "auditor")
	path := "/console" + strings.TrimPrefix(m.AdminPath("/what-if"), "/admin")
	before := v.get(t, strings.TrimSuffix(path, "/what-if")+"/balance")
	v.get(t, path).shows(t, "Nothing changes", "VAT rate")
	answer := v.post(t, path, url.Values{"percent": {"10,5"}, "vat_rate": {"12"}})
	answer.shows(t, "nothing was changed", "Supposed fee", "Difference", "Balance at the end of the period", `Rp`)
	if !strings.Contains(answer.Body, `value="10,5"`) {
		t.Error("the form lost what was typed")
	}
	v.post(t, path, url.Values{}).is(t, 400)
	explained := v.post(t, path, url.Values{"month": {time.Now().In(wib).Format("2006-01")}, "percent": {"0"}, "flat": {"0"}, "vat_rate": {"12"}})
	explained.shows(t, "Where the difference comes from", "Fee Rp4.000 Rp0 +Rp4.000", "VAT Rp440 Rp0 +Rp440", "Net, and the balance Rp95.560 Rp100.000 +Rp4.440",
		"Balance Rp95.560 Rp100.000 +Rp4.440")
	link := regexp.MustCompile(`href="(/console/clients/\d+/balance\?at=[^"]+)"`).FindStringSubmatch(explained.Body)
	if link == nil {
		t.Fatal("the figures lead to no movements")
	}
	movements := v.get(t, html.UnescapeString(link[1])).shows(t, id, "Rp95.560")
	posting := regexp.MustCompile(`href="(/console/log/\d+)"`).FindStringSubmatch(movements.Body)
	if posting == nil {
		t.Fatal("the movements lead to no postings")
	}
	v.get(t, posting[1]).shows(t, "What moved", "revenue:fees")
	v.post(t, path, url.Values{"percent": {"much"}}).is(t, 400)
	v.post(t, path, url.Values{"vat_rate": {"12"}, "hold_until_settled": {"zzz"}}).is(t, 400).says(t, "“Held until the provider settles”: must be true or false")
	v.post(t, "/console/clients/987654321/what-if", url.Values{"vat_rate": {"12"}}).is(t, 404)
	if after := v.get(t, strings.TrimSuffix(path, "/what-if")+"/balance"); logLines(after.text()) != logLines(before.text()) {
		t.Errorf("the balance was\n%s\nand is\n%s", before.text(), after.text())
	}
}

// wib is the time of the business.
var wib = time.FixedZone("WIB", 7*60*60)

// logLines returns the text of the page from its list of movements on.
func logLines(text string) string {
	_, after, _ := strings.Cut(text, "Movements")
	return after
}
