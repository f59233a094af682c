package payment

import (
	"testing"

	"gateway/domain/pricing"
	"gateway/domain/report"
	"gateway/test/rupiah"
)

func TestConcernsPayment(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		channel pricing.Kind
		status  report.Status
		failure string
		want    bool
	}{
		{pricing.QRIS, report.Paid, "", true},
		{pricing.QRIS, report.Settled, "", true},
		{pricing.QRIS, report.Expired, "", true},
		{pricing.QRIS, report.Pending, "", false},
		{pricing.QRIS, report.Failed, "", false}, // the customer may try again
		{pricing.Invoice, report.Failed, "DECLINED", false},
		{pricing.EWallet, report.Pending, "", false},
		{pricing.EWallet, report.Failed, "DECLINED", true},
		{pricing.EWallet, report.Failed, report.Voided, true},
		{pricing.EWallet, report.Pending, report.Voided, false},
	} {
		r := report.Payment{Channel: c.channel, Status: c.status, FailureCode: c.failure}
		if got := ConcernsPayment(r); got != c.want {
			t.Errorf("%s %s %s: %t", c.channel, c.status, c.failure, got)
		}
		if got := isVoid(r); got != (c.status == report.Failed && c.failure == report.Voided) {
			t.Errorf("%s %s %s is a void: %t", c.channel, c.status, c.failure, got)
		}
		if got := isFinalFailure(r); got != (c.channel == pricing.EWallet && c.failure == "DECLINED") {
			t.Errorf("%s %s %s is a final failure: %t", c.channel, c.status, c.failure, got)
		}
	}
}

func TestReversalOfBooking(t *testing.T) {
	t.Parallel()
	booked := func(kind report.BookingKind, status report.Status) report.Booking {
		return report.Booking{Kind: kind, Status: status, ProductID: "p-1", Amount: rupiah.Of("30000")}
	}
	voided := booked(report.BookedPayment, report.Reversed)
	voided.Voided = true
	voidedRefund := booked(report.BookedRefund, report.Pending)
	voidedRefund.Voided = true
	news := func(id, kind, amount, reason, payment string) *Reversal {
		return &Reversal{ReversalID: id, Kind: kind, Amount: rupiah.Of(amount), Reason: reason, By: ByProvider, ProviderPaymentID: payment}
	}
	for _, c := range []struct {
		name string
		b    report.Booking
		want *Reversal
	}{
		{"a refund", booked(report.BookedRefund, report.Completed), news("p-1", Refund, "30000", "REFUND", "")},
		{"a refund that waits", booked(report.BookedRefund, report.Pending), nil},
		{"a chargeback", booked(report.BookedChargeback, report.Completed), news("p-1", Chargeback, "30000", "CHARGEBACK", "")},
		{"a chargeback that waits", booked(report.BookedChargeback, report.Pending), nil},
		{"a payment that was voided", voided, news("void-p-1", Void, "0", report.Voided, "p-1")},
		{"a payment that was reversed", booked(report.BookedPayment, report.Reversed), news("reversed-p-1", Chargeback, "30000", "PAYMENT", "p-1")},
		{"a payment", booked(report.BookedPayment, report.Paid), nil},
		{"a payout", booked(report.BookedPayout, report.Completed), nil},
		{"a payout that was reversed", booked(report.BookedPayout, report.Reversed), nil},
		{"a refund is never voided", voidedRefund, nil},
	} {
		got, ok := ReversalOfBooking(c.b)
		switch {
		case ok != (c.want != nil):
			t.Errorf("%s: %t", c.name, ok)
		case ok && (!got.Amount.Equal(c.want.Amount) || got.ReversalID != c.want.ReversalID || got.Kind != c.want.Kind ||
			got.ProviderPaymentID != c.want.ProviderPaymentID || got.By != c.want.By || got.Reason != c.want.Reason):
			t.Errorf("%s: %+v, want %+v", c.name, got, *c.want)
		}
	}
}

func TestWhatAReversalIsOf(t *testing.T) {
	t.Parallel()
	ofSuspense := Reversed{FromSuspense: rupiah.Of("30000")}
	voided := Reversed{Reversal: voidOf("pay-1"), ClientBears: rupiah.Of("98335"), Fee: rupiah.Of("1500"), VAT: rupiah.Of("165")}
	whole := Reversed{Reversal: reversal(reversedID("pay-1"), Chargeback, "100000"), ClientBears: rupiah.Of("100000")}
	refundedBefore := Reversed{Reversal: reversal("rf-1", Refund, "30000")}
	for name, c := range map[string]struct {
		e               Reversed
		credit, undoing bool
	}{
		"money in suspense":                    {ofSuspense, false, false},
		"money that was refunded before":       {refundedBefore, false, false},
		"a part of a credit":                   {refund30, true, false},
		"a void":                               {voided, true, true},
		"a payment that was reversed as whole": {whole, true, true},
	} {
		if c.e.IsOfCredit() != c.credit || c.e.UndoesPayment() != c.undoing {
			t.Errorf("%s: of a credit %t, undoes the payment %t", name, c.e.IsOfCredit(), c.e.UndoesPayment())
		}
	}
}

func TestIsOfUnnamedMoney(t *testing.T) {
	t.Parallel()
	unnamed, named := reversalOf("", "rf-1", Refund, "30000"), reversal("rf-1", Refund, "30000")
	waiting := func(news Reversal) State {
		return Aggregate.Fold(State{}, append(paidPayment[:3:3], ReversalReported{Identity: identity("OVO"), Reversal: news, At: noon})...)
	}
	for _, c := range []struct {
		name string
		s    State
		news Reversal
		want bool
	}{
		{"never requested", State{}, unnamed, false},
		{"it names no money", Aggregate.Fold(State{}, paidPayment...), unnamed, true},
		{"it names its money", Aggregate.Fold(State{}, paidPayment...), named, false},
		{"it was decided", Aggregate.Fold(State{}, append(paidPayment[:3:3], refund30)...), unnamed, false},
		{"it waits, and a notification named its money", waiting(named), unnamed, false},
		{"it waits without a name", waiting(unnamed), unnamed, true},
	} {
		if got := c.s.IsOfUnnamedMoney(c.news); got != c.want {
			t.Errorf("%s: %t", c.name, got)
		}
	}
}

// A void takes back one whole amount of money, and nothing else.
func TestMoneyFitsAReversal(t *testing.T) {
	t.Parallel()
	money := func(reversed string) received {
		c := newCredit(0, Identity{Connection: "xendit", ChannelCode: "OVO"}, receiptOf("pay-1", "100000"), byOVO, false, noon)
		c.Reversed = rupiah.Of(reversed)
		return received{credit: &c}
	}
	for _, c := range []struct {
		name         string
		of           received
		kind, amount string
		want         bool
	}{
		{"a void of all", money("0"), Void, "100000", true},
		{"a void without an amount", money("0"), Void, "0", true},
		{"a void of a part", money("0"), Void, "99999", false},
		{"a void after a part went back", money("1"), Void, "99999", false},
		{"a void without an amount after a part went back", money("1"), Void, "0", false},
		{"a refund of all", money("0"), Refund, "100000", true},
		{"a refund of more", money("0"), Refund, "100001", false},
		{"a refund of what is left", money("40000"), Refund, "60000", true},
		{"a refund of more than is left", money("40000"), Refund, "60001", false},
		{"a refund of nothing", money("0"), Refund, "0", false},
		{"a refund of less than nothing", money("0"), Refund, "-1", false},
		{"a refund that is not whole", money("0"), Refund, "0.5", false},
	} {
		if got := c.of.fits(reversal("r", c.kind, c.amount)); got != c.want {
			t.Errorf("%s: %t", c.name, got)
		}
	}
}
