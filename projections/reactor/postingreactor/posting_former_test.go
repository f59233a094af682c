package postingreactor

import (
	"testing"

	"gateway/domain/payment"
	"gateway/projections/reactor/reactortest"
)

// formerSettled is an event as an earlier version of the program wrote it.
const formerSettled = `{"id":1,"transaction_id":"held","external_id":"","client_id":1,"app_id":1,"channel":"qris",
	"channel_code":"QRIS","amount":100000,"metadata":null,"callback_url":"","provider_id":"","provider_payment_id":"p-held","user_id":"",
	"paid_amount":100000,"paid_at":"0001-01-01T00:00:00Z","payment_method":"","payment_channel":"","fee":3600,"vat":400,"net_payment":96000,
	"vat_rate":11,"previous_status":"PAID","held":true,"at":"2025-03-04T06:00:00Z"}`

func TestAFormerEventIsPostedAsItsNewestVersion(t *testing.T) {
	t.Parallel()
	h := newPostingFixture(t)
	held := reactortest.Paid(1, "held")
	held.Held = true
	h.Append(payment.Stream("held"), payment.Requested{Identity: held.Identity}, held)
	h.appendAfter(payment.Stream("held"), 1, payment.SettledV1{}.EventType(), formerSettled)
	if s := h.Payment("held"); s.Status != payment.StatusSettled || !s.Credits[0].Unsettled.IsZero() {
		t.Errorf("the payment is %s with %s unsettled", s.Status, s.Credits[0].Unsettled)
	}
	h.Run(h.posting().Run)
	h.EventuallyAvailable(1, 96_000)
	if left := h.Balance(1).Totals.Unsettled; !left.IsZero() {
		t.Errorf("%s are unsettled", left)
	}
}
