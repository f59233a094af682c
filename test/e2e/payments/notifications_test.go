package payments

import (
	"fmt"
	"strings"
	"testing"

	"gateway/domain/notification"
	"gateway/eventstore"
	"gateway/projections/engine"
	"gateway/test/e2e/harness"
)

func TestANotificationNeedsTheToken(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	a := m.Post(t, "/payments/invoice", object{"amount": 50000}).Wants(t, 201)
	body := harness.PaidInvoice(a, t, "pay-1")
	for _, token := range []string{"", "x", harness.CallbackToken + "x", strings.ToUpper(harness.CallbackToken)} {
		harness.Shared(t).Anonymous().With("X-Callback-Token", token).Post(t, "/provider/callbacks/invoice", body).Refuses(t, 401, "invalid_callback_token")
	}
	m.Get(t, "/payments/%s/status", a.Text(t, "transaction.transaction_id")).Wants(t, 200).Is(t, object{"status": "PENDING"})
}

// The provider would only repeat a notification that can't be applied, so it is recorded and acknowledged.
func TestANotificationThatCanNotBeTakenInIsRecordedAndAcknowledged(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	a := m.Post(t, "/payments/invoice", object{"amount": 50000}).Wants(t, 201)
	id := a.Text(t, "transaction.transaction_id")
	sound := harness.PaidInvoice(a, t, "pay-1")
	for field, value := range map[string]any{
		"external_id": "another-shop-1", "status": "PERHAPS", "amount": "50000", "paid_amount": harness.Raw("1e400"), "paid_at": "yesterday",
	} {
		harness.Shared(t).Notify(t, "invoice", sound.With(field, value)).Wants(t, 200)
	}
	harness.Shared(t).Notify(t, "disbursement", object{"id": "d", "external_id": "unknown", "amount": 1, "status": "COMPLETED"}).Wants(t, 200)
	harness.Shared(t).Notify(t, "va", object{"id": "va-1", "external_id": "FVA-created", "status": "ACTIVE"}).Wants(t, 200)
	harness.Shared(t).Notify(t, "cheque", sound).Refuses(t, 404, "not_found")
	m.Get(t, "/payments/%s/status", id).Wants(t, 200).Is(t, object{"status": "PENDING"})
	m.HasBalance(t, 0, 0, 0, 0)
	if n := refusedNotifications(t, id); n != 4 { // each one that names the payment
		t.Errorf("%d refusals are recorded", n)
	}
	harness.Shared(t).Notify(t, "invoice", sound.With("status", "PERHAPS")).Wants(t, 200)
	if n := refusedNotifications(t, id); n != 4 {
		t.Errorf("%d after a repetition", n)
	}
}

// refusedNotifications counts the recorded refusals that name the payment.
func refusedNotifications(t *testing.T, transactionID string) (n int) {
	t.Helper()
	log := harness.Shared(t).App.Log()
	head, err := log.Store().Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	err = engine.ReadPages(t.Context(), log.Store(), eventstore.Position{}, head, func(page []eventstore.Recorded) error {
		for _, r := range page {
			e, err := log.Decode(r)
			if err != nil {
				return err
			}
			if refused, is := e.Event.(notification.Refused); is && refused.Reference == transactionID {
				n++
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// The log may be an older one, so the provider has to repeat the notification until the log is back.
func TestANotificationOfAnIDOfOurFormThatTheLogLacksIsToBeRepeated(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	sound := harness.PaidInvoice(m.Post(t, "/payments/invoice", object{"amount": 50000}).Wants(t, 201), t, "pay-1")
	harness.Shared(t).Notify(t, "invoice", sound.With("external_id", "INV-1-1700000000000000000")).Refuses(t, 503, "payment_unknown")
	harness.Shared(t).Notify(t, "disbursement", object{
		"id": "d", "external_id": "withdrawal-1-999999", "user_id": "u", "amount": 50000, "bank_code": "BCA", "status": "COMPLETED",
		"created": "2026-01-02T03:04:05Z", "updated": "2026-01-02T03:04:06Z",
	}).Refuses(t, 503, "payout_unknown")
}

// The same report twenty times gives one credit, less the fee of the channel that was used.
func TestARepeatedNotificationCreditsOnce(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	a := m.Post(t, "/payments/invoice", object{"amount": 100000}).Wants(t, 201)
	harness.AtOnce(t, 20, func(int) (answer, error) {
		return harness.Shared(t).Anonymous().With("X-Callback-Token", harness.CallbackToken).Send("POST", "/provider/callbacks/invoice", harness.PaidInvoice(a, t, "pay-1"))
	}, func(got answer) { got.Wants(t, 200) })
	m.AwaitBalance(t, 98335)
	m.AwaitPayment(t, a.Text(t, "transaction.transaction_id"), "PAID").Is(t, object{
		"channel": "invoice", "channel_code": "OVO", "fee": 1500, "vat": 165, "net_payment": 98335,
		"paid_amount": 100000, "paid_at": "2026-01-02T03:04:05Z",
	})
	harness.Shared(t).Notify(t, "invoice", harness.PaidInvoice(a, t, "pay-1")).Wants(t, 200)
	// The address of the connection itself is another way to the same payment.
	harness.Shared(t).Anonymous().With("X-Callback-Token", harness.CallbackToken).
		Post(t, "/provider/xendit/callbacks/invoice", harness.PaidInvoice(a, t, "pay-1")).Wants(t, 200)
	m.HasBalance(t, 98335, 98335, 0, 0)
	hasNothingInSuspense(t, m)
}

// hasNothingInSuspense: a repetition is not a second payment, either.
func hasNothingInSuspense(t *testing.T, m merchant) {
	t.Helper()
	for _, client := range harness.Shared(t).Admin(t).Get(t, "/admin/suspense?per_page=100").Wants(t, 200).Column(t, "client_id") {
		if client == fmt.Sprint(m.ID) {
			t.Error("a repetition went to suspense")
		}
	}
}

// The report of the payment itself was lost, or comes later; neither case credits twice.
func TestSettledBeforePaidCreditsOnce(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	a := m.Post(t, "/payments/invoice", object{"amount": 100000}).Wants(t, 201)
	body := harness.PaidInvoice(a, t, "pay-1")
	harness.Shared(t).Notify(t, "invoice", body.With("status", "SETTLED")).Wants(t, 200)
	m.AwaitPayment(t, a.Text(t, "transaction.transaction_id"), "SETTLED")
	m.AwaitBalance(t, 98335)
	harness.Shared(t).Notify(t, "invoice", body).Wants(t, 200)
	harness.Shared(t).Notify(t, "invoice", body.With("status", "EXPIRED").Without("paid_amount").Without("paid_at")).Wants(t, 200)
	m.AwaitPayment(t, a.Text(t, "transaction.transaction_id"), "SETTLED")
	m.HasBalance(t, 98335, 98335, 0, 0)
	hasNothingInSuspense(t, m)
}
