package payment

import (
	"testing"

	"gateway/domain"
	"gateway/domain/domaintest"
	"gateway/domain/pricing"
	"gateway/test/rupiah"
)

func TestReleaseSuspense(t *testing.T) {
	t.Parallel()
	release := func(id int64, reason string) decision {
		return func(s State) ([]domain.Event, error) {
			return ReleaseSuspense(s, id, Claim{}, "admin:1", reason, later)
		}
	}
	late := paidBySuspense
	late.PreviousStatus, late.Late = StatusExpired, true
	releasedNotHeld, paidNotHeld := released, paidBySuspense
	releasedNotHeld.Held, paidNotHeld.Held = false, false
	settledNotHeld := Settled{Identity: identity("QRIS"), Receipt: receiptOf("pay-9", "150000"), Charge: tooMuchCharge, PreviousStatus: StatusPaid, SuspenseID: 5, At: later}
	secondNotHeld := releasedSecond
	secondNotHeld.Held = false
	releasedRest, paidByRest := released, paidBySuspense
	releasedRest.Receipt, releasedRest.Charge = receiptOf("pay-9", "100000"), byQRIS
	paidByRest.Receipt, paidByRest.Charge = receiptOf("pay-9", "100000"), byQRIS
	paidByUnknown, secondByUnknown := paid, secondPayment
	paidByUnknown.Identity, secondByUnknown.Identity = identity("MANDIRI"), identity("MANDIRI")
	releasedByUnknown := secondNotHeld
	releasedByUnknown.Identity, releasedByUnknown.Charge = identity("MANDIRI"), quoted
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
		{Name: "a second payment is credited beside the first, and held until its own SETTLED", Given: twicePaidPayment, When: release(6, "agreed"), Then: eventsOf(releasedSecond)},
		{
			Name: "a second payment that was settled meanwhile is not held", When: release(6, "agreed"), Then: eventsOf(secondNotHeld),
			Given: eventsOf(requested, opened, paid, secondPayment, SuspenseSettled{Identity: identity("QRIS"), SuspenseID: 6}),
		},
		{Name: "a mismatch after the due amount came", Given: append(mismatchedPayment, paid), When: release(5, "agreed"), Then: eventsOf(released)},
		{
			Name: "of what a part was taken back, the rest", Given: append(mismatchedPayment, takenFromSuspense), When: release(5, "agreed"),
			Then: eventsOf(releasedRest, paidByRest),
		},
		{
			Name: "a second payment by a channel without a rate is charged as the quote", When: release(6, "agreed"),
			Given: eventsOf(requested, opened, paidByUnknown, secondByUnknown), Then: eventsOf(releasedByUnknown),
		},
		{Name: "all of it was taken back", Given: append(mismatchedPayment, allFromSuspense), When: release(5, "agreed"), Refused: "suspense_closed"},
	})
}

func TestRefundSuspense(t *testing.T) {
	t.Parallel()
	refund := func(id int64, reason string) decision {
		return func(s State) ([]domain.Event, error) { return RefundSuspense(s, id, "admin:1", reason, later) }
	}
	byHand := func(s State) ([]domain.Event, error) { return RefundSuspenseByHand(s, 5, "admin:1", "agreed", later) }
	rest, paidByHand := refunded, refunded
	rest.Receipt, paidByHand.PaidFrom = receiptOf("pay-9", "100000"), RefundFromBank
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "never requested", When: refund(5, ""), Refused: "payment_not_found"},
		{Name: "unknown", Given: mismatchedPayment, When: refund(6, ""), Refused: "suspense_not_found"},
		{Name: "refunded already", Given: append(mismatchedPayment, refunded), When: refund(5, ""), Refused: "suspense_closed"},
		{Name: "without a reason", Given: mismatchedPayment, When: refund(5, ""), Refused: "invalid_field reason"},
		{Name: "leaves the payment as it is", Given: mismatchedPayment, When: refund(5, "agreed"), Then: eventsOf(refunded)},
		{Name: "by hand", Given: mismatchedPayment, When: byHand, Then: eventsOf(paidByHand)},
		{Name: "by hand, what the provider is to refund", Given: append(mismatchedPayment, refunded), When: byHand, Refused: "suspense_closed"},
		{Name: "of what a part was taken back, the rest", Given: append(mismatchedPayment, takenFromSuspense), When: refund(5, "agreed"), Then: eventsOf(rest)},
	})
}

// What the provider took back of the 150,000 in suspense.
var (
	takenFromSuspense = Reversed{
		Identity: identity("QRIS"), Reversal: reversalOf("pay-9", "rf-9", Refund, "50000"), SuspenseID: 5,
		PreviousStatus: StatusPending, FromSuspense: rupiah.Of("50000"), At: later,
	}
	allFromSuspense = Reversed{
		Identity: identity("QRIS"), Reversal: reversalOf("pay-9", "rf-9", Refund, "150000"), SuspenseID: 5,
		PreviousStatus: StatusPending, FromSuspense: rupiah.Of("150000"), SuspenseClosed: true, At: later,
	}
)

// The provider's books name a charge only by its id, and may be the only source about the first charge.
func TestASecondChargeIsOtherMoneyWhereTheFirstIsKnownFromTheBooksOnly(t *testing.T) {
	t.Parallel()
	s := Aggregate.Fold(State{}, paidPayment...)
	s.Channel = string(pricing.EWallet)
	s.Receipt.ProviderID, s.Receipt.ProviderPaymentID = "", "ewc-1"
	s.Credits[0].Receipt = s.Receipt
	second := Receipt{ProviderID: "ewc-2", ProviderPaymentID: "ewc-2", PaidAmount: s.Receipt.PaidAmount}
	if s.find(second).found() {
		t.Error("another charge counts as a repetition: its money would be lost")
	}
	again := Receipt{ProviderID: "ewc-1", ProviderPaymentID: "ewc-1", PaidAmount: s.Receipt.PaidAmount}
	if !s.find(again).found() {
		t.Error("a repetition counts as another charge")
	}
	s.Channel = string(pricing.Invoice)
	if !s.find(Receipt{ProviderID: "prov-1", ProviderPaymentID: "prov-1", PaidAmount: s.Receipt.PaidAmount}).found() {
		t.Error("an invoice without the id of its money counts as other money")
	}
}

// A wallet charge is paid once: another charge of the same payment has another id.
func TestASecondChargeOfAWalletIsASecondPayment(t *testing.T) {
	t.Parallel()
	charge := func(id string) Receipt {
		r := receiptOf(id, "100000")
		r.ProviderID = id
		return r
	}
	if charge("ewc-1").sameMoney(charge("ewc-2")) {
		t.Error("another charge counts as a repetition: its money would be lost")
	}
	if !charge("ewc-1").sameMoney(charge("ewc-1")) {
		t.Error("a repetition counts as another charge")
	}
}
