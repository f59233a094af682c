package payment

import (
	"slices"
	"testing"

	"gateway/domain"
	"gateway/domain/domaintest"
	"gateway/test/rupiah"
)

// sent is a refund of the paid payment that the provider may have, without our knowing its id.
func sentRefund(id int64, amount string) []domain.Event {
	o := RefundOrder{RefundID: id, ProviderPaymentID: "pay-1", Amount: rupiah.Of(amount), Method: MethodProvider, Reason: "other", RequestedAt: later}
	return []domain.Event{
		RefundRequested{Identity: paid.Identity, RefundOrder: o, At: later},
		RefundConfirmed{Identity: paid.Identity, RefundOrder: o, At: later},
		RefundSubmitted{Identity: paid.Identity, RefundOrder: o, Attempt: 1, Key: RefundKey(paid.TransactionID, id, 1), At: later},
	}
}

func TestAListedRefundUsesUpAtMostOneThatWasAskedFor(t *testing.T) {
	t.Parallel()
	news := Reversal{ReversalID: "rf-1", Kind: Refund, Amount: rupiah.Of("30000"), By: ByProvider, ProviderPaymentID: "pay-1"}
	void := Reversal{ReversalID: "void-pay-1", Kind: Void, By: ByProvider, ProviderPaymentID: "pay-1"}
	for _, c := range []struct {
		name      string
		refunds   []domain.Event
		news      Reversal
		succeeded int64 // the id of the refund, 0 for none
		undecided bool
	}{
		{"one fits", sentRefund(1, "30000"), news, 1, false},
		{"one of another amount", sentRefund(1, "20000"), news, 0, false},
		{"two fit", append(sentRefund(1, "30000"), sentRefund(2, "30000")...), news, 0, true},
		{"a void of a refund of the whole", sentRefund(1, "100000"), void, 1, false},
		{"a void while a part is refunded", sentRefund(1, "30000"), void, 0, false},
	} {
		s := Aggregate.Fold(State{}, append(eventsOf(requested, opened, paid), c.refunds...)...)
		events, err := Reverse(s, c.news, later)
		if err != nil || len(events) == 0 {
			t.Errorf("%s: %v %v", c.name, events, err)
			continue
		}
		reversed, is := events[0].(Reversed)
		if is == c.undecided || reversed.RefundID != c.succeeded {
			t.Errorf("%s: %+v", c.name, events)
		}
	}
}

// The merchant refunds by hand at the provider, after our refund failed there without our knowing.
func TestAListedRefundWaitsForTheFailureOfAnotherOne(t *testing.T) {
	t.Parallel()
	ours, err := SucceedRefund(Aggregate.Fold(State{}, append(eventsOf(requested, opened, paid), sentRefund(1, "60000")...)...),
		SucceedRefundCmd{RefundID: 1, Kind: Refund, ReversalID: "rf-1", At: later})
	if err != nil {
		t.Fatal(err)
	}
	before := slices.Concat(eventsOf(requested, opened, paid), sentRefund(1, "60000"), ours)
	for _, c := range []struct {
		amount string
		waits  bool
	}{{"40000", false}, {"40001", true}, {"100000", true}, {"100001", false}} {
		s := Aggregate.Fold(State{}, before...)
		news := Reversal{ReversalID: "rf-2", Kind: Refund, Amount: rupiah.Of(c.amount), By: ByProvider, ProviderPaymentID: "pay-1"}
		events, err := Reverse(s, news, later)
		if err != nil || len(events) != 1 {
			t.Fatalf("%s: %v %v", c.amount, events, err)
		}
		reported, waits := events[0].(ReversalReported)
		if waits != c.waits || waits && !reported.Undecided {
			t.Errorf("%s: %+v", c.amount, events)
		}
		if !waits {
			continue
		}
		s = Aggregate.Fold(s, events...)
		if again, err := Reverse(s, news, later); err != nil || len(again) > 0 {
			t.Errorf("%s, again: %v %v", c.amount, again, err)
		}
		failed, err := ReturnReversal(s, ReturnReversalCmd{ReversalID: "rf-1", Code: "ACCOUNT_NOT_FOUND", At: later})
		if err != nil || len(failed) != 2 {
			t.Fatalf("%s, after the failure: %v %v", c.amount, failed, err)
		}
		if booked, is := failed[1].(Reversed); !is || booked.ReversalID != "rf-2" || !booked.WasUndecided {
			t.Errorf("%s, after the failure: %+v", c.amount, failed)
		}
	}
}

func TestARefundWhoseMoneyIsGoneEndsWithoutBeingSent(t *testing.T) {
	t.Parallel()
	news := Reversal{ReversalID: "rf-9", Kind: Refund, Amount: rupiah.Of("80000"), By: ByProvider, ProviderPaymentID: "pay-1"}
	unsent := append(eventsOf(requested, opened, paid), sentRefund(1, "30000")[:2]...)
	s := Aggregate.Fold(State{}, unsent...)
	reversed, err := Reverse(s, news, later)
	if err != nil {
		t.Fatal(err)
	}
	s = Aggregate.Fold(s, reversed...)
	if sent, err := SubmitRefund(s, SubmitRefundCmd{RefundID: 1, At: later}); err != nil || len(sent) > 0 {
		t.Errorf("it is sent: %v %v", sent, err)
	}
	ended, err := FailTakenBack(s, 1, later)
	if err != nil || len(ended) != 1 || ended[0].(RefundFailed).Code != TakenBack {
		t.Errorf("it ends by %v %v", ended, err)
	}
	if domaintest.Refusal(err) != "" {
		t.Error(err)
	}
}

// The provider knows nothing of a transfer, so it can still take back all of the money. Where it does not say which money it took,
// a person decides, although less is left of one of them by our own count.
func TestATransferLeavesTheMoneyToTheProvider(t *testing.T) {
	t.Parallel()
	o := RefundOrder{RefundID: 1, ProviderPaymentID: "pay-1", Amount: rupiah.Of("30000"), Method: MethodTransfer, Reason: "other", RequestedAt: later}
	transferred := []domain.Event{
		RefundRequested{Identity: paid.Identity, RefundOrder: o, At: later},
		RefundConfirmed{Identity: paid.Identity, RefundOrder: o, At: later},
		RefundSubmitted{Identity: paid.Identity, RefundOrder: o, Attempt: 1, Key: RefundKey(paid.TransactionID, 1, 1), PaidBy: "xendit", At: later},
		Reversed{
			Identity: paid.Identity, ClientBears: o.Amount, Paid: &RefundPaid{PaidBy: "xendit"}, At: later,
			Reversal: Reversal{ReversalID: "transfer-1", Kind: Refund, Amount: o.Amount, By: ByMerchant, RefundID: 1, ProviderPaymentID: "pay-1"},
		},
	}
	whole := Reversal{ReversalID: "rf-2", Kind: Refund, Amount: paid.PaidAmount, By: ByProvider}
	alone := Aggregate.Fold(State{}, append(eventsOf(requested, opened, paid), transferred...)...)
	second := paid.Receipt
	second.ProviderPaymentID = "pay-2"
	beside := Aggregate.Fold(alone, Suspended{Identity: paid.Identity, Receipt: second, SuspenseID: 9, At: later})
	for name, c := range map[string]struct {
		state     State
		undecided bool
	}{"its only money": {alone, false}, "one of two": {beside, true}} {
		events, err := Reverse(c.state, whole, later)
		if err != nil || len(events) != 1 {
			t.Fatalf("%s: %v %v", name, events, err)
		}
		if _, waits := events[0].(ReversalReported); waits != c.undecided {
			t.Errorf("%s: %+v", name, events)
		}
	}
}

func TestAnAttemptThatMadeNothingIsNotAccepted(t *testing.T) {
	t.Parallel()
	sent := sentRefund(1, "30000")
	o := sent[0].(RefundRequested).RefundOrder
	failed := append(sent, RefundAccepted{Identity: paid.Identity, RefundOrder: o, RefundProviderID: "rf-1", At: later},
		RefundAttemptFailed{Identity: paid.Identity, RefundOrder: o, Attempt: 1, NextMethod: MethodProvider, At: later})
	s := Aggregate.Fold(State{}, append(eventsOf(requested, opened, paid), failed...)...)
	if events, err := AcceptRefund(s, 1, "rf-1", later); err != nil || len(events) > 0 {
		t.Errorf("before the next attempt: %v %v", events, err)
	}
	s = Aggregate.Fold(s, RefundSubmitted{Identity: paid.Identity, RefundOrder: o, Attempt: 2, Key: RefundKey(paid.TransactionID, 1, 2), At: later})
	if events, err := AcceptRefund(s, 1, "rf-1", later); err != nil || len(events) > 0 {
		t.Errorf("beside the next attempt: %v %v", events, err)
	}
	if events, err := AcceptRefund(s, 1, "rf-2", later); err != nil || len(events) != 1 {
		t.Errorf("the next attempt: %v %v", events, err)
	}
}

// A refund gave the first money back, and then a chargeback takes as much, without naming the money: it can be either.
func TestAChargebackMayBeOfMoneyThatARefundGaveBack(t *testing.T) {
	t.Parallel()
	refunded := Reversed{
		Identity: paid.Identity, ClientBears: paid.PaidAmount, At: later,
		Reversal: Reversal{ReversalID: "rf-1", Kind: Refund, Amount: paid.PaidAmount, By: ByMerchant, RefundID: 1, ProviderPaymentID: "pay-1"},
	}
	second := secondPayment
	second.Identity = paid.Identity
	s := Aggregate.Fold(State{}, append(append(eventsOf(requested, opened, paid, second), sentRefund(1, "100000")...), refunded)...)
	events, err := Reverse(s, Reversal{ReversalID: "cb-1", Kind: Chargeback, Amount: paid.PaidAmount, By: ByProvider}, later)
	if reported, is := only(events).(ReversalReported); err != nil || !is || !reported.Undecided {
		t.Fatalf("a person does not decide: %+v %v", events, err)
	}
	s = Aggregate.Fold(s, events...)
	events, err = AssignReversal(s, AssignCmd{ReversalID: "cb-1", PaymentID: "pay-1", By: "admin:1", Reason: "asked", At: later})
	if err != nil || len(events) != 2 {
		t.Fatalf("%+v %v", events, err)
	}
	if e, is := events[1].(Reversed); !is || e.SuspenseID != 0 || !e.ClientBears.Equal(paid.PaidAmount) {
		t.Errorf("%+v", events[1])
	}
}

// A payment was paid twice, and a chargeback leaves less of the first money than its refund gives back. The provider's books, which
// do not name the money, must not book the refund against the second.
func TestARefundIsOfItsOwnMoneyAfterAChargeback(t *testing.T) {
	t.Parallel()
	second := secondPayment
	second.Identity = paid.Identity
	sent := sentRefund(1, "70000")
	accepted := RefundAccepted{Identity: paid.Identity, RefundOrder: sent[0].(RefundRequested).RefundOrder, RefundProviderID: "rf-1", At: later}
	news := Reversal{ReversalID: "rf-1", Kind: Refund, Amount: rupiah.Of("70000"), By: ByProvider}
	charge := Reversal{ReversalID: "cb-1", Kind: Chargeback, Amount: rupiah.Of("60000"), By: ByProvider, ProviderPaymentID: "pay-1"}
	s := Aggregate.Fold(State{}, append(eventsOf(requested, opened, paid, second), sent...)...)
	unnamed := mustReverse(t, s, news)
	if reported, is := only(unnamed).(ReversalReported); !is || !reported.Undecided {
		t.Fatalf("before its id is known: %+v", unnamed)
	}
	s = Aggregate.Fold(s, unnamed...)
	charged := mustReverse(t, s, charge)
	if reversed, is := only(charged).(Reversed); !is || reversed.ReversalID != "cb-1" {
		t.Fatalf("the chargeback: %+v", charged)
	}
	s = Aggregate.Fold(s, charged...)
	if _, err := AssignReversal(s, assignToNone("rf-1")); domaintest.Refusal(err) != "invalid_field payment_id" {
		t.Errorf("none of its refunds, of which too little is left: %v", err)
	}
	s = Aggregate.Fold(s, accepted)
	if reversed, is := only(mustReverse(t, s, news)).(Reversed); !is || reversed.RefundID != 1 || reversed.SuspenseID != 0 {
		t.Errorf("after its id is known: %+v", reversed)
	}
}

// The provider lists a refund that it had answered. Its id says which money it is of, although it fits both.
func TestARefundThatIsListedByItsIDIsOfItsOwnMoney(t *testing.T) {
	t.Parallel()
	second := secondPayment
	second.Identity = paid.Identity
	sent := sentRefund(1, "30000")
	o := sent[0].(RefundRequested).RefundOrder
	accepted := RefundAccepted{Identity: paid.Identity, RefundOrder: o, RefundProviderID: "rf-1", At: later}
	failed := RefundAttemptFailed{Identity: paid.Identity, RefundOrder: o, Attempt: 1, NextMethod: MethodProvider, At: later}
	news := Reversal{ReversalID: "rf-1", Kind: Refund, Amount: rupiah.Of("30000"), By: ByProvider}
	for name, c := range map[string]struct {
		after    []domain.Event
		refundID int64
	}{"of the last attempt": {eventsOf(accepted), 1}, "of an attempt that seemed to make nothing": {eventsOf(accepted, failed), 0}} {
		s := Aggregate.Fold(State{}, append(append(eventsOf(requested, opened, paid, second), sent...), c.after...)...)
		if reversed, is := only(mustReverse(t, s, news)).(Reversed); !is || reversed.SuspenseID != 0 || reversed.RefundID != c.refundID {
			t.Errorf("%s: %+v", name, reversed)
		}
	}
}

func mustReverse(t *testing.T, s State, news Reversal) []domain.Event {
	t.Helper()
	events, err := Reverse(s, news, later)
	if err != nil {
		t.Fatal(err)
	}
	return events
}

// assignToNone says that the reversal took the first money, and is the outcome of no refund.
func assignToNone(reversalID string) AssignCmd {
	return AssignCmd{ReversalID: reversalID, PaymentID: "pay-1", RefundID: new(int64), By: "admin:1", Reason: "asked", At: later}
}

func only(events []domain.Event) domain.Event {
	if len(events) != 1 {
		return nil
	}
	return events[0]
}
