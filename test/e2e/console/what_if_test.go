package console

import (
	"net/url"
	"strings"
	"testing"

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
	v.post(t, path, url.Values{"percent": {"much"}}).is(t, 400)
	v.post(t, "/console/clients/987654321/what-if", url.Values{"vat_rate": {"12"}}).is(t, 404)
	if after := v.get(t, strings.TrimSuffix(path, "/what-if")+"/balance"); logLines(after.text()) != logLines(before.text()) {
		t.Errorf("the balance was\n%s\nand is\n%s", before.text(), after.text())
	}
}

// logLines are what the page says from its list of movements on.
func logLines(text string) string {
	_, after, _ := strings.Cut(text, "Movements")
	return after
}
