package payment

import (
	"testing"

	"gateway/domain"
	"gateway/domain/domaintest"
)

func TestReleaseSuspense(t *testing.T) {
	t.Parallel()
	release := func(id int64, reason string) decision {
		return func(s State) ([]domain.Event, error) { return ReleaseSuspense(s, id, "admin:1", reason, later) }
	}
	late := paidBySuspense
	late.PreviousStatus, late.Late = StatusExpired, true
	releasedNotHeld, paidNotHeld := released, paidBySuspense
	releasedNotHeld.Held, paidNotHeld.Held = false, false
	settledNotHeld := Settled{Identity: identity("QRIS"), Receipt: receiptOf("pay-9", "150000"), Charge: tooMuchCharge, PreviousStatus: StatusPaid, At: later}
	second := SuspenseReleased{Identity: identity("QRIS"), Receipt: receiptOf("pay-2", "100000"), Charge: byQRIS, SuspenseID: 6, By: "admin:1", Reason: "agreed", At: later}
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "never requested", When: release(5, ""), Refused: "payment_not_found"},
		{Name: "unknown", Given: mismatchedPayment, When: release(6, ""), Refused: "suspense_not_found"},
		{Name: "released already", Given: append(mismatchedPayment, released, paidBySuspense), When: release(5, ""), Refused: "suspense_closed"},
		{Name: "refunded already", Given: append(mismatchedPayment, refunded), When: release(5, ""), Refused: "suspense_closed"},
		{Name: "without a reason", Given: mismatchedPayment, When: release(5, ""), Refused: "invalid_field reason"},
		{Name: "makes it PAID, charged on what was received", Given: mismatchedPayment, When: release(5, "agreed"), Then: eventsOf(released, paidBySuspense)},
		{Name: "after EXPIRED it is late", Given: append(mismatchedPayment, expired), When: release(5, "agreed"), Then: eventsOf(released, late)},
		{
			Name: "settled meanwhile: SETTLED, and not held", Given: append(mismatchedPayment, suspenseSettled), When: release(5, "agreed"),
			Then: eventsOf(releasedNotHeld, paidNotHeld, settledNotHeld),
		},
		{Name: "a second payment is credited beside the first, and not held", Given: twicePaidPayment, When: release(6, "agreed"), Then: eventsOf(second)},
		{Name: "a mismatch after the due amount came", Given: append(mismatchedPayment, paid), When: release(5, "agreed"), Then: eventsOf(releasedNotHeld)},
	})
}

func TestRefundSuspense(t *testing.T) {
	t.Parallel()
	refund := func(id int64, reason string) decision {
		return func(s State) ([]domain.Event, error) { return RefundSuspense(s, id, "admin:1", reason, later) }
	}
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "never requested", When: refund(5, ""), Refused: "payment_not_found"},
		{Name: "unknown", Given: mismatchedPayment, When: refund(6, ""), Refused: "suspense_not_found"},
		{Name: "refunded already", Given: append(mismatchedPayment, refunded), When: refund(5, ""), Refused: "suspense_closed"},
		{Name: "without a reason", Given: mismatchedPayment, When: refund(5, ""), Refused: "invalid_field reason"},
		{Name: "leaves the payment as it is", Given: mismatchedPayment, When: refund(5, "agreed"), Then: eventsOf(refunded)},
	})
}
