package payment

import (
	"testing"

	"gateway/domain"
	"gateway/domain/domaintest"
	"gateway/test/rupiah"
)

func TestAssignReversal(t *testing.T) {
	t.Parallel()
	news := reversalOf("", "rf-1", Refund, "60000")
	undecided := ReversalReported{Identity: identity("QRIS"), Reversal: news, Undecided: true, At: noon}
	waiting, unconfirmed := undecided, undecided
	waiting.Undecided, unconfirmed.Undecided, unconfirmed.Unconfirmed = false, false, true
	twice := eventsOf(requested, opened, paidHeld, secondPayment)
	given := func(more ...domain.Event) []domain.Event { return append(twice[:4:4], more...) }
	assign := func(id, paymentID, reason string) decision {
		return func(s State) ([]domain.Event, error) {
			return AssignReversal(s, AssignCmd{ReversalID: id, PaymentID: paymentID, By: "admin:1", Reason: reason, At: later})
		}
	}
	assignedTo := func(suspenseID int64, paymentID string) ReversalAssigned {
		return ReversalAssigned{
			Identity: identity("QRIS"), ReversalID: "rf-1", SuspenseID: suspenseID, ProviderPaymentID: paymentID, By: "admin:1", Reason: "asked", At: later,
		}
	}
	ofFirst := Reversed{
		Identity: identity("QRIS"), Reversal: news, PreviousStatus: StatusPaid, ClientBears: rupiah.Of("60000"), FromUnsettled: rupiah.Of("60000"),
		Waited: true, WasUndecided: true, At: later,
	}
	ofSecond, ofUnconfirmed := ofFirst, ofFirst
	ofUnconfirmed.WasUndecided = false
	ofSecond.SuspenseID, ofSecond.ClientBears, ofSecond.FromUnsettled, ofSecond.FromSuspense = 6, rupiah.Of("0"), rupiah.Of("0"), rupiah.Of("60000")
	other := undecided
	other.ReversalID, other.Reversal.Amount = "rf-2", rupiah.Of("50000")
	otherCharge := other
	otherCharge.Kind = Chargeback
	otherOfSecond := ofSecond
	otherOfSecond.Reversal, otherOfSecond.FromSuspense = otherCharge.Reversal, rupiah.Of("50000")
	part := refund30
	part.Reversal = reversal("rf-3", Refund, "50000")
	byHand := SuspenseRefunded{Identity: identity("QRIS"), Receipt: receiptOf("pay-2", "100000"), SuspenseID: 6, PaidFrom: RefundFromBank}
	charge := undecided
	charge.Kind = Chargeback
	contradicted := ReversalContradicted{
		Identity: identity("QRIS"), Reversal: charge.Reversal, PreviousStatus: StatusPaid, Contradiction: RefundedByHand, Waited: true,
		WasUndecided: true, At: later,
	}
	chargedBackFirst := ofFirst
	chargedBackFirst.Reversal, chargedBackFirst.DisputeID, chargedBackFirst.FromUnsettled = charge.Reversal, 3, rupiah.Of("0")
	chargedBackFirst.ToUnsettled, chargedBackFirst.HeldSince = rupiah.Of("39300"), noon
	order := RefundOrder{RefundID: 1, ProviderPaymentID: "pay-1", Amount: rupiah.Of("40000"), FromUnsettled: rupiah.Of("40000"), Method: MethodProvider}
	waitingRefund := RefundRequested{Identity: identity("QRIS"), RefundOrder: order, At: noon}
	cancelled := RefundCancelled{
		Identity: identity("QRIS"), RefundOrder: order, PreviousStatus: RefundStatusRequested, ToUnsettled: rupiah.Of("40000"), By: ByProvider,
		Why: "chargeback", At: later,
	}
	chargedBackRefunded := ofFirst
	chargedBackRefunded.Reversal = charge.Reversal
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "never requested", When: assign("rf-1", "", ""), Refused: "payment_not_found"},
		{Name: "no such reversal", Given: twice, When: assign("rf-1", "", ""), Refused: "reversal_not_found"},
		{Name: "decided", Given: given(refund30), When: assign("rf-1", "", ""), Refused: "reversal_not_undecided"},
		{Name: "it waits for money", Given: given(waiting), When: assign("rf-1", "", ""), Refused: "reversal_not_undecided"},
		{Name: "it waits for the provider's books, of which a person knows", Given: given(unconfirmed), When: assign("rf-1", "pay-1", "asked"), Then: eventsOf(assignedTo(0, "pay-1"), ofUnconfirmed)},
		{Name: "no money is named", Given: given(undecided), When: assign("rf-1", "", ""), Refused: "invalid_field payment_id"},
		{Name: "unknown money", Given: given(undecided), When: assign("rf-1", "pay-7", ""), Refused: "invalid_field payment_id"},
		{Name: "the id of an invoice that was paid twice", Given: given(undecided), When: assign("rf-1", "prov-1", ""), Refused: "invalid_field payment_id"},
		{Name: "money of which less is left", Given: given(undecided, part), When: assign("rf-1", "pay-1", ""), Refused: "invalid_field payment_id"},
		{Name: "without a reason", Given: given(undecided), When: assign("rf-1", "pay-1", ""), Refused: "invalid_field reason"},
		{Name: "to the client's money", Given: given(undecided), When: assign("rf-1", "pay-1", "asked"), Then: eventsOf(assignedTo(0, "pay-1"), ofFirst)},
		{Name: "to money in suspense", Given: given(undecided), When: assign("rf-1", "pay-2", "asked"), Then: eventsOf(assignedTo(6, "pay-2"), ofSecond)},
		{Name: "again", Given: given(undecided, ofSecond), When: assign("rf-1", "pay-2", "asked"), Refused: "reversal_not_undecided"},
		{Name: "another refund waits on for its own decision", Given: given(undecided, other), When: assign("rf-1", "pay-1", "asked"), Then: eventsOf(assignedTo(0, "pay-1"), ofFirst)},
		{Name: "a chargeback is of what is left", Given: given(undecided, otherCharge), When: assign("rf-1", "pay-1", "asked"), Then: eventsOf(assignedTo(0, "pay-1"), ofFirst, otherOfSecond)},
		{Name: "a chargeback to money that was refunded by hand", Given: given(byHand, charge), When: assign("rf-1", "pay-2", "asked"), Then: eventsOf(assignedTo(6, "pay-2"), contradicted)},
		{Name: "a chargeback to disputed money consumes its hold", Given: given(disputed, charge), When: assign("rf-1", "pay-1", "asked"), Then: eventsOf(assignedTo(0, "pay-1"), chargedBackFirst)},
		{Name: "a chargeback cancels a refund that was not sent", Given: given(waitingRefund, charge), When: assign("rf-1", "pay-1", "asked"), Then: eventsOf(assignedTo(0, "pay-1"), cancelled, chargedBackRefunded)},
	})
}

func TestSuspenseIsNotDecidedWhileItsMoneyMayHaveBeenTakenBack(t *testing.T) {
	t.Parallel()
	undecided := ReversalReported{Identity: identity("QRIS"), Reversal: reversalOf("", "rf-1", Refund, "100000"), Undecided: true, At: noon}
	ofOther := undecided
	ofOther.Undecided, ofOther.Unconfirmed, ofOther.Reversal.ProviderPaymentID = false, true, "pay-1"
	released := SuspenseReleased{
		Identity: identity("QRIS"), Receipt: receiptOf("pay-2", "100000"), Charge: byQRIS, SuspenseID: 6, Held: true, By: "admin:1", Reason: "agreed", At: later,
	}
	given := func(e domain.Event) []domain.Event { return eventsOf(requested, opened, paidHeld, secondPayment, e) }
	release := func(s State) ([]domain.Event, error) {
		return ReleaseSuspense(s, 6, Claim{}, "admin:1", "agreed", later)
	}
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "a release", Given: given(undecided), When: release, Refused: "reversal_pending"},
		{Name: "a refund", Given: given(undecided), Refused: "reversal_pending", When: func(s State) ([]domain.Event, error) {
			return RefundSuspense(s, 6, "admin:1", "agreed", later)
		}},
		{Name: "a refund by hand", Given: given(undecided), Refused: "reversal_pending", When: func(s State) ([]domain.Event, error) {
			return RefundSuspenseByHand(s, 6, "admin:1", "agreed", later)
		}},
		{Name: "other money was taken back", Given: given(ofOther), When: release, Then: eventsOf(released)},
	})
}

// The provider gave 60,000 back as we asked and 40,000 by hand; the customer charged 30,000 back that he had got. If the chargeback
// is known first, 40,000 are more than what seems to be left.
func TestARefundBesideAChargebackOfRefundedMoneyIsDecidedByAPerson(t *testing.T) {
	t.Parallel()
	refunded, charged := takenBack("rf-1", Refund, "60000"), takenBack("cb-1", Chargeback, "30000")
	refunded.RefundID = 9
	s := Aggregate.Fold(State{}, requested, opened, paidHeld, refunded, charged)
	for amount, fits := range map[string]bool{"40000": true, "40001": false} {
		news := reversalOf("", "rf-2", Refund, amount)
		events, err := Reverse(s, news, later)
		if reported, is := events[0].(ReversalReported); err != nil || !is || !reported.Undecided {
			t.Fatalf("%s: %+v, %v", amount, events, err)
		}
		decided, err := AssignReversal(Aggregate.Fold(s, events...), AssignCmd{ReversalID: "rf-2", PaymentID: "pay-1", By: "admin:1", Reason: "asked", At: later})
		if (err == nil) != fits {
			t.Fatalf("%s: %v", amount, err)
		}
		if fits {
			booked, is := decided[1].(Reversed)
			if !is || !booked.Reversal.Amount.Equal(rupiah.Of(amount)) || !booked.ClientBears.Equal(rupiah.Of(amount)) {
				t.Errorf("%s is decided as %+v", amount, decided)
			}
		}
	}
}
