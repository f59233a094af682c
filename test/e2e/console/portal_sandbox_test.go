package console

import (
	"fmt"
	"net/url"
	"testing"

	"gateway/test/e2e/harness"
	"gateway/test/poll"
)

// On the page of a paid payment a merchant plays the customer who disputes it, and the bank that takes it back.
func TestAMerchantPlaysADisputeAndAChargebackInTheConsole(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	v := owner(t, m)
	id := paid(t, m, "qris", object{"amount": 100_000})
	payment := "/portal/payments/" + id
	v.get(t, payment).shows(t, "Play a dispute (sandbox)", "Open a dispute", "Play the customer's bank (sandbox)", "Take it back")
	v.post(t, payment+"/dispute", url.Values{"amount": {"40.000"}}).leadsTo(t, payment)
	dispute := fmt.Sprintf("/disputes/%d", m.AwaitDispute(t, id))
	m.Get(t, "%s", dispute).Wants(t, 200).Is(t, object{"amount": 40_000, "transaction_id": id})
	v.post(t, payment+"/dispute", nil).is(t, 400)
	v.post(t, payment+"/charge-back", url.Values{"amount": {"100.001"}}).is(t, 400)
	v.post(t, payment+"/charge-back", url.Values{"amount": {"40.000"}}).leadsTo(t, payment)
	v.post(t, payment+"/charge-back", nil).leadsTo(t, payment)
	poll.Until(t, "nothing is left to take", func() bool {
		return m.Get(t, "/payments/%s/status", id).Wants(t, 200).Matches(t, object{"reversed_amount": 100_000})
	})
	v.get(t, payment).hides(t, "Take it back", "Open a dispute")
	byBank := paid(t, m, "va", object{"amount": 100_000, "bank_code": "BCA", "customer_name": "Budi"})
	v.get(t, "/portal/payments/"+byBank).shows(t, "Take it back").hides(t, "Open a dispute")
}
