package console

import (
	"fmt"
	"testing"
	"time"

	"gateway/test/e2e/harness"
	"gateway/test/poll"
)

// A merchant opens one of its fee invoices, with the share of the price that is taxed.
func TestAFeeInvoiceInThePortal(t *testing.T) {
	t.Parallel()
	g := harness.Start(t, harness.Settings{"TAX_SELLER_NAME": "PT Gateway"})
	m := g.NewMerchant(t)
	m.LogIn(t).Put(t, "/me/tax-data", object{"name": "PT Toko Budi", "npwp": "0123456789012345", "alamat": "Jl. Melati 1"}).Wants(t, 200)
	m.AwaitPayment(t, m.PayQRIS(t, 100_000), "PAID")
	now := time.Now().In(time.FixedZone("WIB", 7*60*60))
	month, from := now.Format("2006-01"), time.Date(now.Year(), now.Month(), 1, 0, 0, 0, 0, now.Location())
	g.Poison(t, "period-"+month, "period.closed.v1", fmt.Sprintf(`{"month":%q,"from":%q,"until":%q,"at":%q}`,
		month, from.Format(time.RFC3339), from.AddDate(0, 1, 0).Format(time.RFC3339), now.Format(time.RFC3339)))
	poll.Until(t, "the fee is booked", func() bool {
		return len(m.LogIn(t).Get(t, "/me/fee-invoices").Wants(t, 200).Envelope["data"].([]any)) == 1
	})
	number := fmt.Sprintf("FI-%s-%d", month, m.ID)
	v := owner(t, m)
	v.get(t, "/portal/fee-invoices").shows(t, number)
	v.get(t, "/portal/fee-invoices/"+month).shows(t, number, "PT Gateway", "PT Toko Budi", "DPP nilai lain", "11 %")
}
