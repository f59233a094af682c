package payment

import (
	"testing"

	"gateway/domain"
	"gateway/domain/domaintest"
	"gateway/test/rupiah"
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
	secondLater := secondPayment
	secondLater.At = later
	secondFreed := HoldEnded{Identity: identity("QRIS"), SuspenseID: 6, FromUnsettled: byQRIS.Net, By: ByProvider, Reason: HoldSettled, At: later}
	settledOf := func(fromUnsettled string) Settled {
		s := settledHeld
		s.FromUnsettled = rupiah.Of(fromUnsettled)
		return s
	}
	settledBySuspense := Settled{Identity: identity("QRIS"), Receipt: receiptOf("pay-9", "150000"), Charge: tooMuchCharge, PreviousStatus: StatusPaid, Held: true, FromUnsettled: tooMuchCharge.Net, SuspenseID: 5, At: later}
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "never requested", When: settle("pay-1", "100000", "OVO", 0), Refused: "payment_not_found"},
		{Name: "twice", Given: settledPayment, When: settle("pay-1", "100000", "OVO", 0)},
		{Name: "of a suspended mismatch is noted", Given: mismatchedPayment, When: settle("pay-9", "150000", "QRIS", 0), Then: eventsOf(suspenseSettled)},
		{Name: "of a suspended mismatch twice", Given: append(mismatchedPayment, suspenseSettled), When: settle("pay-9", "150000", "QRIS", 0)},
		{Name: "of what was refunded is noted", Given: append(mismatchedPayment, refunded), When: settle("pay-9", "150000", "QRIS", 0), Then: eventsOf(suspenseSettled)},
		{
			Name: "of a suspended second payment leaves the first as it is", Given: twicePaidPayment, When: settle("pay-2", "100000", "QRIS", 0),
			Then: eventsOf(SuspenseSettled{Identity: identity("QRIS"), SuspenseID: 6, At: later}),
		},
		{Name: "of what came out of suspense", Given: append(mismatchedPayment, released, paidBySuspense), When: settle("pay-9", "150000", "QRIS", 0), Then: eventsOf(settledBySuspense)},
		{Name: "PAID, of the only money there is", Given: paidPayment, When: settle("", "1", "", 0), Then: eventsOf(settled)},
		{
			Name: "of a second payment whose report was lost leaves the first as it is", Given: eventsOf(requested, opened, paidHeld),
			When: settle("pay-2", "100000", "QRIS", 6), Then: eventsOf(secondLater, SuspenseSettled{Identity: identity("QRIS"), SuspenseID: 6, At: later}),
		},
		{
			Name: "of a second payment after the first was settled", Given: append(eventsOf(), append(twicePaidPayment, settled)...),
			When: settle("pay-2", "100000", "QRIS", 0), Then: eventsOf(SuspenseSettled{Identity: identity("QRIS"), SuspenseID: 6, At: later}),
		},
		{
			Name: "of a second payment that was released frees it, and leaves the first as it is", Given: releasedTwice,
			When: settle("pay-2", "100000", "QRIS", 0), Then: eventsOf(secondFreed),
		},
		{Name: "of a second payment that was released, twice", Given: append(eventsOf(), append(releasedTwice, secondFreed)...), When: settle("pay-2", "100000", "QRIS", 0)},
		{
			Name: "of the first payment leaves the second held", Given: releasedTwice,
			When: settle("pay-1", "100000", "OVO", 0), Then: eventsOf(settled),
		},
		{
			Name: "without an id of the money, and an amount that several have, is of the first", Given: twicePaidPayment,
			When: settle("prov-1", "100000", "", 0), Then: eventsOf(settled),
		},
		{
			Name: "after a part was taken back frees what is left", Given: eventsOf(requested, opened, paidHeld, refund30),
			When: settle("pay-1", "100000", "QRIS", 0), Then: eventsOf(settledOf("69300")),
		},
		{
			Name: "after all was taken back changes the status only", Given: eventsOf(requested, opened, paidHeld, chargedBack),
			When: settle("pay-1", "100000", "QRIS", 0), Then: eventsOf(settledOf("0")),
		},
		{
			Name: "after the end of the hold changes the status only", Given: eventsOf(requested, opened, paidHeld, holdEnded),
			When: settle("pay-1", "100000", "QRIS", 0), Then: eventsOf(settledOf("0")),
		},
		{Name: "a held one", Given: eventsOf(requested, opened, paidHeld), When: settle("pay-1", "100000", "QRIS", 0), Then: eventsOf(settledHeld)},
		{Name: "before PAID", Given: openPayment, When: settle("pay-1", "100000", "OVO", 0), Then: eventsOf(paidLater(paid, StatusPending), settled)},
		{Name: "before PAID, held", Given: openPayment, When: settle("pay-1", "100000", "QRIS", 0), Then: eventsOf(paidLater(paidHeld, StatusPending), settledHeld)},
		{Name: "after EXPIRED", Given: expiredPayment, When: settle("pay-1", "100000", "OVO", 0), Then: eventsOf(paidLater(paid, StatusExpired), settled)},
		{Name: "before PAID, of another amount, needs an id", Given: openPayment, When: settle("pay-9", "150000", "QRIS", 0), Refused: ErrNeedsSuspenseID.Error()},
		{Name: "before PAID, of another amount", Given: openPayment, When: settle("pay-9", "150000", "QRIS", 5), Then: eventsOf(tooMuchLater, suspenseSettled)},
		{Name: "before PAID, of nothing", Given: openPayment, When: settle("pay-1", "0", "", 0), Refused: "invalid_field paid_amount"},
	})
}

// The books name the second charge of a wallet by its own id, besides the charge that the payment was opened
// with. Both have the same amount.
func TestSettledOfASecondChargeOfAWalletIsNotTakenForTheFirst(t *testing.T) {
	t.Parallel()
	charge := func(id string) Receipt {
		r := receiptOf(id, "100000")
		r.ProviderID = id
		return r
	}
	first, second := paid, secondPayment
	first.Receipt, second.Receipt = charge("charge-1"), charge("charge-2")
	booked := charge("charge-2")
	booked.ProviderID = "charge-1"
	settle := func(r Receipt) decision {
		return func(s State) ([]domain.Event, error) {
			return Settle(s, SettleCmd{Receipt: r, ChannelCode: second.ChannelCode, SuspenseID: second.SuspenseID, At: later})
		}
	}
	secondLater := second
	secondLater.At = later
	secondSettled := SuspenseSettled{Identity: second.Identity, SuspenseID: second.SuspenseID, At: later}
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "when both came before", Given: eventsOf(requested, opened, first, second), When: settle(booked), Then: eventsOf(secondSettled)},
		{Name: "when nothing was heard of it", Given: eventsOf(requested, opened, first), When: settle(second.Receipt), Then: eventsOf(secondLater, secondSettled)},
	})
}
