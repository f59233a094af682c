package portal

import (
	"fmt"
	"testing"
	"time"

	"gateway/test/e2e/harness"
	"gateway/test/poll"
)

func TestAClientKeepsItsTaxData(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	login := m.LogIn(t)
	login.Get(t, "/me/tax-data").Wants(t, 200).Is(t, object{"client_id": m.ID, "name": "", "missing.0": "name"})
	login.Put(t, "/me/tax-data", object{"name": "PT Toko Budi", "npwp": "01.234", "nitku": "1"}).RefusesField(t, "npwp")
	login.Put(t, "/me/tax-data", object{"name": "PT Toko Budi", "npwp": "12.345.678.9-012.345", "alamat": "Jl. Melati 1"}).Wants(t, 200).
		Is(t, object{"npwp": "0123456789012345", "nitku": "0123456789012345000000"})
}

func TestAClientReadsItsFeeInvoices(t *testing.T) {
	t.Parallel()
	g := harness.Start(t, harness.Settings{})
	m := g.NewMerchant(t)
	login := m.LogIn(t)
	now := time.Now().In(time.FixedZone("WIB", 7*60*60))
	month := now.Format("2006-01")
	login.Get(t, "/me/fee-invoices/2020-01").Refuses(t, 409, "period_not_closed")
	m.AwaitPayment(t, m.PayQRIS(t, 100_000), "PAID")
	from := time.Date(now.Year(), now.Month(), 1, 0, 0, 0, 0, now.Location())
	g.Poison(t, "period-"+month, "period.closed.v1", fmt.Sprintf(`{"month":%q,"from":%q,"until":%q,"at":%q}`,
		month, from.Format(time.RFC3339), from.AddDate(0, 1, 0).Format(time.RFC3339), now.Format(time.RFC3339)))
	poll.Until(t, "the fee is booked", func() bool {
		return len(login.Get(t, "/me/fee-invoices").Wants(t, 200).Envelope["data"].([]any)) == 1
	})
	login.Get(t, "/me/fee-invoices").Wants(t, 200).Is(t, object{"0.month": month, "0.status": "draft"})
	login.Get(t, "/me/fee-invoices/%s", month).Wants(t, 200).Is(t, object{"documents.0.code": "04"})
	g.NewMerchant(t).LogIn(t).Get(t, "/me/fee-invoices/%s", month).Wants(t, 404)
}
