package payment

import (
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
