package payment

import (
	"testing"

	"gateway/domain"
	"gateway/domain/domaintest"
)

func settle(paymentID, amount, code string, suspenseID int64) decision {
	return func(s State) ([]domain.Event, error) {
		return Settle(s, SettleCmd{Receipt: receiptOf(paymentID, amount), ChannelCode: code, SuspenseID: suspenseID, At: later})
	}
}

func TestSettle(t *testing.T) {
	t.Parallel()
	paidLater := func(p Paid, status string) Paid {
		p.At, p.PreviousStatus, p.Late = later, status, status == StatusExpired
		return p
	}
	tooMuchLater := tooMuch
	tooMuchLater.At = later
	doneBySusp := Settled{Identity: by("QRIS"), Receipt: receiptOf("pay-9", "150000"), Charge: tooMuchIs, PreviousStatus: StatusPaid, Held: true, At: later}
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "never requested", When: settle("pay-1", "100000", "OVO", 0), Refused: "payment_not_found"},
		{Name: "twice", Given: settledStory, When: settle("pay-1", "100000", "OVO", 0)},
		{Name: "of a suspended mismatch is noted", Given: mismatchStory, When: settle("pay-9", "150000", "QRIS", 0), Then: story(suspSettl)},
		{Name: "of a suspended mismatch twice", Given: append(mismatchStory, suspSettl), When: settle("pay-9", "150000", "QRIS", 0)},
		{Name: "of what was refunded", Given: append(mismatchStory, refunded), When: settle("pay-9", "150000", "QRIS", 0)},
		{
			Name: "of a suspended second payment leaves the first as it is", Given: secondStory, When: settle("pay-2", "100000", "QRIS", 0),
			Then: story(SuspenseSettled{Identity: by("QRIS"), SuspenseID: 6, At: later}),
		},
		{Name: "of what came out of suspense", Given: append(mismatchStory, released, paidBySusp), When: settle("pay-9", "150000", "QRIS", 0), Then: story(doneBySusp)},
		{Name: "PAID, whatever the receipt says", Given: paidStory, When: settle("", "1", "", 0), Then: story(done)},
		{Name: "a held one", Given: story(requested, opened, held), When: settle("pay-1", "100000", "QRIS", 0), Then: story(freed)},
		{Name: "before PAID", Given: openStory, When: settle("pay-1", "100000", "OVO", 0), Then: story(paidLater(paid, StatusPending), done)},
		{Name: "before PAID, held", Given: openStory, When: settle("pay-1", "100000", "QRIS", 0), Then: story(paidLater(held, StatusPending), freed)},
		{Name: "after EXPIRED", Given: expiredStory, When: settle("pay-1", "100000", "OVO", 0), Then: story(paidLater(paid, StatusExpired), done)},
		{Name: "before PAID, of another amount, needs an id", Given: openStory, When: settle("pay-9", "150000", "QRIS", 0), Refused: ErrNeedsSuspenseID.Error()},
		{Name: "before PAID, of another amount", Given: openStory, When: settle("pay-9", "150000", "QRIS", 5), Then: story(tooMuchLater, suspSettl)},
		{Name: "before PAID, of nothing", Given: openStory, When: settle("pay-1", "0", "", 0), Refused: "invalid_field paid_amount"},
	})
}

func TestRelease(t *testing.T) {
	t.Parallel()
	release := func(id int64, reason string) decision {
		return func(s State) ([]domain.Event, error) { return ReleaseSuspense(s, id, "admin:1", reason, later) }
	}
	late := paidBySusp
	late.PreviousStatus, late.Late = StatusExpired, true
	releasedFree, paidFree := released, paidBySusp
	releasedFree.Held, paidFree.Held = false, false
	doneFree := Settled{Identity: by("QRIS"), Receipt: receiptOf("pay-9", "150000"), Charge: tooMuchIs, PreviousStatus: StatusPaid, At: later}
	second := SuspenseReleased{Identity: by("QRIS"), Receipt: receiptOf("pay-2", "100000"), Charge: byQRIS, SuspenseID: 6, By: "admin:1", Reason: "agreed", At: later}
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "never requested", When: release(5, ""), Refused: "payment_not_found"},
		{Name: "unknown", Given: mismatchStory, When: release(6, ""), Refused: "suspense_not_found"},
		{Name: "released already", Given: append(mismatchStory, released, paidBySusp), When: release(5, ""), Refused: "suspense_closed"},
		{Name: "refunded already", Given: append(mismatchStory, refunded), When: release(5, ""), Refused: "suspense_closed"},
		{Name: "without a reason", Given: mismatchStory, When: release(5, ""), Refused: "invalid_field reason"},
		{Name: "makes it PAID, charged on what was received", Given: mismatchStory, When: release(5, "agreed"), Then: story(released, paidBySusp)},
		{Name: "after EXPIRED it is late", Given: append(mismatchStory, expired), When: release(5, "agreed"), Then: story(released, late)},
		{
			Name: "settled meanwhile: SETTLED, and not held", Given: append(mismatchStory, suspSettl), When: release(5, "agreed"),
			Then: story(releasedFree, paidFree, doneFree),
		},
		{Name: "a second payment is credited beside the first, and not held", Given: secondStory, When: release(6, "agreed"), Then: story(second)},
		{Name: "a mismatch after the due amount came", Given: append(mismatchStory, paid), When: release(5, "agreed"), Then: story(releasedFree)},
	})
}

func TestRefund(t *testing.T) {
	t.Parallel()
	refund := func(id int64, reason string) decision {
		return func(s State) ([]domain.Event, error) { return RefundSuspense(s, id, "admin:1", reason, later) }
	}
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "never requested", When: refund(5, ""), Refused: "payment_not_found"},
		{Name: "unknown", Given: mismatchStory, When: refund(6, ""), Refused: "suspense_not_found"},
		{Name: "refunded already", Given: append(mismatchStory, refunded), When: refund(5, ""), Refused: "suspense_closed"},
		{Name: "without a reason", Given: mismatchStory, When: refund(5, ""), Refused: "invalid_field reason"},
		{Name: "leaves the payment as it is", Given: mismatchStory, When: refund(5, "agreed"), Then: story(refunded)},
	})
}
