package payment

import (
	"testing"

	"gateway/domain"
	"gateway/domain/domaintest"
	"gateway/domain/report"
	"gateway/test/rupiah"
)

// A provider that speaks SNAP BI says of a refund only that there was one: it never credits, and a person decides.
func TestAPaymentThatIsReportedAsReturned(t *testing.T) {
	t.Parallel()
	returned := report.Payment{
		Connection: requested.Connection, ProviderID: "prov-1", PaymentID: "pay-1", TransactionID: requested.TransactionID, Status: report.Reversed,
		Amount: rupiah.Of("100000"),
	}
	take := func(r report.Payment) decision {
		return func(s State) ([]domain.Event, error) { return TakeBelieved(s, r, Facts{}, later) }
	}
	news := Reversal{
		ReversalID: "refunded-pay-1", Kind: Refund, Amount: rupiah.Of("100000"), By: ByProvider, Reason: "reported as refunded", ProviderPaymentID: "pay-1",
	}
	unknown := ReversalReported{Identity: requested.Identity, Reversal: news, Unconfirmed: true, At: later}
	undecided := ReversalReported{Identity: paidHeld.Identity, Reversal: news, Unconfirmed: true, Undecided: true, At: later}
	again := undecided
	again.Waited = true
	assigned := ReversalAssigned{Identity: paidHeld.Identity, ReversalID: news.ReversalID, ProviderPaymentID: "pay-1", By: "admin:1", Reason: "asked", At: later}
	reversed := Reversed{
		Identity: paidHeld.Identity, Reversal: news, PreviousStatus: StatusPaid, ClientBears: rupiah.Of("100000"), FromUnsettled: byQRIS.Net,
		Waited: true, WasUndecided: true, At: later,
	}
	assign := func(s State) ([]domain.Event, error) {
		return AssignReversal(s, AssignCmd{ReversalID: news.ReversalID, PaymentID: "pay-1", By: "admin:1", Reason: "asked", At: later})
	}
	paidQRIS := eventsOf(requested, opened, paidHeld)
	elsewhere := returned
	elsewhere.Connection = "another"
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "never requested", When: take(returned), Refused: "payment_not_found"},
		{Name: "by a connection that was never asked", Given: paidQRIS, When: take(elsewhere), Refused: "payment_not_found"},
		{Name: "before its money was known", Given: openPayment, When: take(returned), Then: eventsOf(unknown)},
		{Name: "twice before its money was known", Given: eventsOf(requested, opened, unknown), When: take(returned)},
		{Name: "once its money is known", Given: paidQRIS, When: take(returned), Then: eventsOf(undecided)},
		{Name: "again once its money is known", Given: eventsOf(requested, opened, unknown, paidHeld), When: take(returned), Then: eventsOf(again)},
		{Name: "twice", Given: append(paidQRIS[:3:3], undecided), When: take(returned)},
		{Name: "a person decides", Given: append(paidQRIS[:3:3], undecided), When: assign, Then: eventsOf(assigned, reversed)},
		{Name: "after a person decided", Given: append(paidQRIS[:3:3], undecided, assigned, reversed), When: take(returned)},
	})
}

// The provider may tell of a refund before it tells that an earlier chargeback came back, which made room for it.
func TestWhatTookTooMuchIsBookedOnceMoneyCameBack(t *testing.T) {
	t.Parallel()
	s := Aggregate.Fold(State{}, requested, opened, paidHeld)
	do := func(events []domain.Event, err error) []domain.Event {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		s = Aggregate.Fold(s, events...)
		return events
	}
	do(Reverse(s, reversal("cb-1", Chargeback, "80000"), later))
	do(Reverse(s, reversal("rfd-1", Refund, "50000"), later))
	do(Reverse(s, reversal("rfd-2", Refund, "60000"), later))
	back := do(ReturnReversal(s, ReturnReversalCmd{ReversalID: "cb-1", Code: "dispute_won", At: later}))
	if len(back) != 2 {
		t.Fatalf("%d events follow from the return: %+v", len(back), back)
	}
	if booked, is := back[1].(Reversed); !is || booked.ReversalID != "rfd-1" || !booked.WasContradicted || !booked.Reversal.Amount.Equal(rupiah.Of("50000")) {
		t.Errorf("the refund is %+v", back[1])
	}
	if again := do(Reverse(s, reversal("rfd-1", Refund, "50000"), later)); len(again) > 0 {
		t.Errorf("its news is taken in again: %+v", again)
	}
	if c, _ := s.credit(0); !c.Reversed.Equal(rupiah.Of("50000")) {
		t.Errorf("%s went back", c.Reversed)
	}
	if _, err := ReturnReversal(s, ReturnReversalCmd{ReversalID: "rfd-1", Code: "bounced", At: later}); err != nil {
		t.Errorf("it can't come back: %v", err)
	}
}

// A chargeback may take what refunds gave back, too, also when it is decided again.
func TestAChargebackThatTookTooMuchIsBookedOnceARefundCameBack(t *testing.T) {
	t.Parallel()
	asked, other := takenBack("rf-1", Refund, "40000"), takenBack("rf-2", Refund, "60000")
	asked.RefundID = 9
	s := Aggregate.Fold(State{}, requested, opened, paidHeld, asked, other)
	events, err := Reverse(s, reversal("cb-1", Chargeback, "100000"), later)
	if contradicted, is := events[0].(ReversalContradicted); err != nil || !is || contradicted.Contradiction != MoreThanPaid {
		t.Fatalf("%+v, %v", events, err)
	}
	back, err := ReturnReversal(Aggregate.Fold(s, events...), ReturnReversalCmd{ReversalID: "rf-2", Code: "bounced", At: later})
	if err != nil || len(back) != 2 {
		t.Fatalf("%+v, %v", back, err)
	}
	if booked, is := back[1].(Reversed); !is || booked.ReversalID != "cb-1" || !booked.ClientBears.Equal(rupiah.Of("100000")) {
		t.Errorf("it is %+v", back[1])
	}
}
