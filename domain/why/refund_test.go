package why

import (
	"testing"

	"gateway/domain/payment"
	"gateway/test/rupiah"
)

// The events of a refund of 40,000 by the provider, and of a dispute about all of the money.
var (
	refund = payment.RefundOrder{
		RefundID: 17, ProviderPaymentID: "pay-1", Amount: rupiah.Of("40000"), Method: payment.MethodProvider, RequestedAt: noon,
	}
	refundAsked     = payment.RefundRequested{Identity: va, RefundOrder: refund, At: noon}
	refundGoes      = payment.RefundConfirmed{Identity: va, RefundOrder: refund, At: noon}
	refundSent      = payment.RefundSubmitted{Identity: va, RefundOrder: refund, Attempt: 1, Key: "k-1", At: noon}
	refundTaken     = payment.RefundAccepted{Identity: va, RefundOrder: refund, RefundProviderID: "rfd-1", At: noon}
	refundMoney     = payment.Reversal{ReversalID: "rfd-1", Kind: payment.Refund, Amount: refund.Amount, RefundID: 17}
	refundSucceeded = payment.Reversed{Identity: va, Reversal: refundMoney, At: noon}

	dispute = payment.DisputeOrder{
		DisputeID: 3, ProviderDisputeID: "dsp-1", ProviderPaymentID: "pay-1", Amount: rupiah.Of("100000"), DueBy: later, OpenedAt: noon,
	}
	disputed  = payment.DisputeOpened{Identity: va, DisputeOrder: dispute, At: noon}
	answered  = payment.DisputeAnswered{Identity: va, DisputeOrder: dispute, Evidence: payment.Evidence{Text: "sent"}, At: noon}
	forwarded = payment.DisputeForwarded{Identity: va, DisputeOrder: dispute, Previous: payment.DisputeStatusNeedsResponse, At: noon}
)

func TestARefundWaits(t *testing.T) {
	t.Parallel()
	needs := func(who string) payment.RefundConfirmed {
		return payment.RefundConfirmed{Identity: va, RefundOrder: refund, Approval: who, At: noon}
	}
	transfer := refund
	transfer.Method = payment.MethodTransfer
	sent := then(open, paid, refundAsked, refundGoes, refundSent)
	check(t, []rule{
		{name: "for the balance to hold it", events: then(open, paid, refundAsked), want: []Code{RefundNotHeld}, at: 4},
		{name: "for the owner above the cap", events: then(open, paid, refundAsked, needs(payment.ApprovalOwner)), want: []Code{RefundForOwner}, at: 5},
		{name: "for the staff where it is a transfer", events: then(open, paid, refundAsked, needs(payment.ApprovalAdmin)), want: []Code{RefundForStaff}, at: 5},
		{name: "to be sent", events: then(open, paid, refundAsked, refundGoes), want: []Code{RefundNotSent}, at: 5},
		{
			name: "for an operator where payouts are stopped, when it is a transfer", world: stopped, want: []Code{PayoutsStopped}, at: 99,
			events: then(open, paid, payment.RefundRequested{Identity: va, RefundOrder: transfer}, payment.RefundConfirmed{Identity: va, RefundOrder: transfer}),
		},
		{name: "for the provider to answer", events: sent, want: []Code{RefundNotAnswered}, at: 6},
		{name: "for the provider to make it", events: then(sent, refundTaken), want: []Code{RefundAtProvider}, at: 7},
		{
			name: "to be sent again where an attempt made nothing", want: []Code{RefundNotSent}, at: 7,
			events: then(sent, payment.RefundAttemptFailed{Identity: va, RefundOrder: refund, Attempt: 1, NextMethod: payment.MethodProvider}),
		},
		{name: "for nothing once it succeeded", events: then(sent, refundTaken, refundSucceeded), want: []Code{RefundSucceeded}, at: 8},
		{
			name: "for nothing once its money came back", want: []Code{RefundBounced}, at: 9,
			events: then(sent, refundTaken, refundSucceeded, payment.ReversalReturned{Identity: va, Reversal: refundMoney, At: noon}),
		},
		{name: "for nothing once it failed", events: then(sent, payment.RefundFailed{Identity: va, RefundOrder: refund}), want: []Code{RefundFailed}, at: 7},
		{
			name: "for nothing once it was rejected", want: []Code{RefundRejected}, at: 6,
			events: then(open, paid, refundAsked, needs(payment.ApprovalOwner), payment.RefundRejected{Identity: va, RefundOrder: refund}),
		},
		{
			name: "for nothing once it was cancelled", want: []Code{RefundCancelled}, at: 6,
			events: then(open, paid, refundAsked, needs(payment.ApprovalOwner), payment.RefundCancelled{Identity: va, RefundOrder: refund}),
		},
	}, func(facts []Fact, w World) Answer { return OfRefund(17, facts, w) })
}

func TestADisputeWaits(t *testing.T) {
	t.Parallel()
	before := then(open, paid, disputed)
	decided := func(status string) payment.DisputeDecided {
		return payment.DisputeDecided{Identity: va, DisputeOrder: dispute, Outcome: status}
	}
	check(t, []rule{
		{name: "for the merchant to answer", events: before, want: []Code{DisputeUnanswered}, at: 4},
		{name: "for the staff to forward the answer", events: then(before, answered), want: []Code{DisputeToForward}, at: 5},
		{name: "for the network", events: then(before, answered, forwarded), want: []Code{DisputeUnderReview}, at: 6},
		{name: "for nothing once it was won", events: then(before, answered, forwarded, decided(payment.DisputeStatusWon)), want: []Code{DisputeWon}, at: 7},
		{
			name: "for the provider to take the money of a lost one", want: []Code{DisputeToBeTaken}, at: 7,
			events: then(before, answered, forwarded, decided(payment.DisputeStatusLost)),
		},
	}, func(facts []Fact, w World) Answer { return OfDispute(3, facts, w) })
}

func TestAPaymentNamesItsOpenRefundsAndDisputes(t *testing.T) {
	t.Parallel()
	check(t, []rule{
		{name: "a refund that is sent", events: then(open, paid, refundAsked, refundGoes, refundSent), want: []Code{RefundNotAnswered, Paid}, at: 6},
		{name: "no refund that ended", events: then(open, paid, refundAsked, refundGoes, refundSent, refundTaken, refundSucceeded), want: []Code{Paid, Reversed}, at: 3},
		{name: "a dispute that nobody answered", events: then(open, paid, disputed), want: []Code{DisputeUnanswered, Paid}, at: 4},
	}, OfPayment)
}
