package why

import (
	"slices"
	"strings"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/approval"
	"gateway/domain/balance"
	"gateway/domain/callback"
	"gateway/domain/ledger"
	"gateway/domain/payment"
	"gateway/test/rupiah"
)

// rule says: given these events and this world, the answer has these codes, and the first of them names the
// event at this position.
type rule struct {
	name   string
	events []domain.Event
	world  func(*World)
	want   []Code
	at     int64
}

var (
	atExpiry = func(w *World) { w.Now = later }
	nextDay  = func(w *World) { w.Now = noon.Add(24 * time.Hour) }
	unposted = func(w *World) { w.PostedKnown, w.Posted = true, 2 }
	posted   = func(w *World) { w.PostedKnown, w.Posted = true, 3 }
	behind   = func(w *World) {
		unposted(w)
		w.Parked = &Halt{Event: Place{Stream: "payment-INV-7-0", Position: 2}, Cause: "no"}
	}
	halted    = func(w *World) { w.Halted = []Halt{{Name: "balances", Event: Place{Position: 3}, Cause: "no"}} }
	haltedOff = func(w *World) { w.Halted = []Halt{{Name: "balances", Event: Place{Position: 4}}} }
	unmade    = func(w *World) { w.NoConnection = true }
	stopped   = func(w *World) { w.PayoutsOff = &Place{Stream: "store-generations", Position: 99} }
)

func approvals(e ...domain.Event) func(*World) {
	return func(w *World) { w.Approvals = factsFrom(50, "approval-3", e...) }
}

func callbacks(e ...domain.Event) func(*World) {
	return func(w *World) {
		w.Callbacks = []Callback{{ID: "cb_1", ClientID: 7, Trigger: Place{Position: 40}, Facts: factsFrom(60, "callback-cb_1", e...)}}
	}
}

var asked = approval.Requested{
	ApprovalID: 3, Act: "suspense.release", What: "Release 150000", Subject: "suspense/5", By: "admin:1", ExpiresAt: later, At: noon,
}

func codesOf(a Answer) (codes []Code) {
	for _, r := range a.Reasons {
		codes = append(codes, r.Code)
	}
	return codes
}

func check(t *testing.T, rules []rule, of func([]Fact, World) Answer) {
	t.Helper()
	for _, r := range rules {
		t.Run(r.name, func(t *testing.T) {
			t.Parallel()
			w := World{Now: noon}
			if r.world != nil {
				r.world(&w)
			}
			got := of(facts(r.events...), w)
			if codes := codesOf(got); !slices.Equal(codes, r.want) {
				t.Errorf("%v instead of %v", codes, r.want)
			}
			if at := got.Reasons[0].Event.Position; at != r.at {
				t.Errorf("the first reason names the event at %d instead of %d", at, r.at)
			}
		})
	}
}

func TestAPaymentWaits(t *testing.T) {
	t.Parallel()
	qrisOpen := events(payment.Requested{Identity: qris, ExpiresAt: later, At: noon}, opened)
	mismatch, refund := suspend(payment.ReasonAmountMismatch), payment.SuspenseRefunded{
		Identity: va, Receipt: tooMuch, SuspenseID: 5, PaidFrom: payment.RefundFromProvider,
	}
	expired := func(reason string) payment.Expired {
		return payment.Expired{Identity: va, Reason: reason, ReplacedBy: "INV-7-2"}
	}
	refundNews := payment.Reversal{ReversalID: "rf-1", Kind: payment.Refund, Amount: rupiah.Of("100000")}
	check(t, []rule{
		{name: "for the provider to take it", events: events(requested), want: []Code{NotOpened}, at: 1},
		{name: "for nothing once the provider refused it", events: events(requested, payment.Refused{Identity: va}), want: []Code{ProviderRefused}, at: 2},
		{name: "for the customer to pay", events: open, want: []Code{NotPaid}, at: 2},
		{name: "for the gateway to end it when its time is over", events: open, world: atExpiry, want: []Code{ExpiryDue}, at: 2},
		{name: "for nothing once it expired", events: then(open, expired("")), world: atExpiry, want: []Code{Expired}, at: 3},
		{name: "for the provider to be told that it was cancelled", events: then(open, expired(payment.ReasonCancelled)), want: []Code{Closing, Cancelled}, at: 3},
		{name: "for nothing once the provider was told", events: then(open, expired(payment.ReasonReplaced), payment.Closed{Identity: va}), want: []Code{Replaced}, at: 3},
		{name: "for a person when another amount came", events: then(open, mismatch), world: atExpiry, want: []Code{WrongAmount}, at: 3},
		{name: "for the right amount, too, in its time", events: then(open, mismatch), want: []Code{WrongAmount, NotPaid}, at: 3},
		{name: "for a person when it was paid again", events: then(open, paid, suspend(payment.ReasonSecondPayment)), want: []Code{SecondPayment, Paid}, at: 4},
		{name: "for a person when another of its chain was paid", events: then(open, suspend(payment.ReasonOrderPaid)), world: atExpiry, want: []Code{OrderPaid}, at: 3},
		{name: "for the provider to book a refund", events: then(open, mismatch, refund), world: atExpiry, want: []Code{RefundAwaited, ExpiryDue}, at: 4},
		{name: "for the provider to confirm a notification", events: then(open, payment.Reported{Identity: va, News: news}), want: []Code{Unconfirmed}, at: 3},
		{
			name: "for a person when the provider did not confirm it", want: []Code{NotConfirmed}, at: 4,
			events: then(open, payment.Reported{Identity: va, News: news}, payment.Contradicted{Identity: va, News: news, Contradiction: payment.NotConfirmed}),
		},
		{
			name: "for nothing when the provider did not confirm money for one that is expired", world: atExpiry, want: []Code{Expired, Contradicted}, at: 3,
			events: then(open, expired(""), payment.Reported{Identity: va, News: news}, payment.Contradicted{Identity: va, News: news, Contradiction: payment.NotConfirmed}),
		},
		{name: "for the money of a reversal", events: then(open, payment.ReversalReported{Identity: va, Reversal: refundNews}), want: []Code{NotPaid, ReversalUnknown}, at: 2},
		{
			name: "for a person to say which money was taken back", want: []Code{SecondPayment, ReversalUndecided, Paid}, at: 4,
			events: then(open, paid, suspend(payment.ReasonSecondPayment), payment.ReversalReported{Identity: va, Reversal: refundNews, Undecided: true}),
		},
		{name: "for a person again when a refund was given up", events: then(open, mismatch, refund, payment.SuspenseReopened{Identity: va, SuspenseID: 5}), world: atExpiry, want: []Code{WrongAmount}, at: 5},
		{name: "for its credit to be settled", events: then(qrisOpen, paidHeld), want: []Code{HeldUntilSettled, Paid}, at: 3},
		{name: "for nothing once a held credit is settled", events: then(qrisOpen, paidHeld, freed), want: []Code{Settled}, at: 4},
		{name: "for the posting", events: then(open, paid), world: unposted, want: []Code{NotPosted, Paid}, at: 3},
		{name: "for nothing once it is posted", events: then(open, paid), world: posted, want: []Code{Paid}, at: 3},
		{name: "for nothing once it is settled", events: then(open, paid, settled), world: posted, want: []Code{Settled}, at: 4},
		{name: "behind a parked event", events: then(open, paid), world: behind, want: []Code{ParkedBehind, Paid}, at: 2},
		{name: "for a halted read model", events: then(open, paid), world: halted, want: []Code{HaltedModel, Paid}, at: 3},
		{name: "not for a read model that halted after it", events: then(open, paid), world: haltedOff, want: []Code{Paid}, at: 3},
		{name: "for nothing once it was taken back", events: then(open, paid, payment.Reversed{Identity: va, Reversal: refundNews}), want: []Code{Paid, Reversed}, at: 3},
		{name: "for a second administrator", events: then(open, mismatch), world: approvals(asked), want: []Code{WrongAmount, SecondSignature, NotPaid}, at: 3},
		{name: "not for one whose time is over", events: open, world: func(w *World) { approvals(asked)(w); nextDay(w) }, want: []Code{ExpiryDue}, at: 2},
		{name: "not for one who refused", events: open, world: approvals(asked, approval.Refused{ApprovalID: 3}), want: []Code{NotPaid}, at: 2},
		{name: "for a granted act", events: open, world: approvals(asked, approval.Granted{ApprovalID: 3}), want: []Code{NotPaid, ApprovalIsRunning}, at: 2},
		{name: "not for an act that is done", events: open, world: approvals(asked, approval.Granted{ApprovalID: 3}, approval.Done{ApprovalID: 3}), want: []Code{NotPaid}, at: 2},
		{name: "for its callback to be tried again", events: then(open, paid), world: callbacks(failedAttempt(1)), want: []Code{CallbackRetry, Paid}, at: 60},
		{name: "not for a callback that was given up", events: then(open, paid), world: callbacks(failedAttempt(1), callback.Exhausted{}), want: []Code{Paid, CallbackGivenUp}, at: 3},
		{name: "not for a callback that was delivered", events: then(open, paid), world: callbacks(callback.Delivered{}), want: []Code{Paid}, at: 3},
		{name: "for nothing that is not there", want: []Code{NothingWaits}},
	}, OfPayment)
}

func TestAPayoutWaits(t *testing.T) {
	t.Parallel()
	reported := balance.PayoutReported{Order: order}
	check(t, []rule{
		{name: "for an administrator", events: events(withdrawal), want: []Code{WaitsForApproval}, at: 1},
		{name: "for a second administrator, too", events: events(withdrawal), world: approvals(asked), want: []Code{SecondSignature, WaitsForApproval}, at: 50},
		{name: "to be sent", events: events(withdrawal, approved), want: []Code{NotSent}, at: 2},
		{name: "for an operator to resume payouts", events: events(withdrawal, approved), world: stopped, want: []Code{PayoutsStopped}, at: 99},
		{name: "for a connection", events: events(withdrawal, approved), world: unmade, want: []Code{NoConnection}, at: 2},
		{name: "for no connection once it is ordered", events: sent, world: unmade, want: []Code{NotAnswered}, at: 3},
		{name: "for a transfer by hand", events: events(withdrawal, balance.PayoutApproved{Order: order, Manual: true}), world: stopped, want: []Code{TransferByHand}, at: 2},
		{name: "for the provider's answer", events: sent, want: []Code{NotAnswered}, at: 3},
		{name: "for an unknown outcome", events: then(sent, unknown), want: []Code{OutcomeUnknown}, at: 4},
		{name: "for the gateway's own money", events: then(sent, balance.PayoutAttemptFailed{Order: order, Reason: balance.FloatEmpty}), want: []Code{FloatEmpty}, at: 4},
		{name: "for the bank", events: then(sent, accepted), want: []Code{InTransfer}, at: 4},
		{name: "for a notification to be confirmed", events: then(sent, accepted, reported), want: []Code{InTransfer, Unconfirmed}, at: 4},
		{name: "not for one that was not", events: then(sent, accepted, reported, balance.PayoutContradicted{Order: order, Contradiction: balance.NotConfirmed}), want: []Code{InTransfer, Contradicted}, at: 4},
		{name: "for nothing once it is completed", events: then(sent, accepted, reported, completed), want: []Code{PayoutCompleted}, at: 6},
		{name: "for nothing once it failed", events: then(sent, balance.PayoutFailed{Order: order}), want: []Code{PayoutFailed}, at: 4},
		{name: "for nothing once it was rejected", events: events(withdrawal, balance.PayoutRejected{Order: order}), want: []Code{PayoutRejected}, at: 2},
		{name: "for nothing once it was cancelled", events: events(withdrawal, balance.PayoutCancelled{Order: order}), want: []Code{PayoutCancelled}, at: 2},
		{name: "for nothing once it was reversed", events: then(sent, accepted, completed, balance.PayoutReversed{Order: order}), want: []Code{PayoutReversed}, at: 6},
		{name: "for its callback", events: then(sent, accepted, completed), world: callbacks(), want: []Code{CallbackDue, PayoutCompleted}, at: 40},
		{name: "as a settlement", events: events(balance.SettlementRequested{Order: order}), want: []Code{WaitsForApproval}, at: 1},
	}, OfPayout)
}

func TestACallbackWaits(t *testing.T) {
	t.Parallel()
	of := func(c Callback) func([]Fact, World) Answer {
		return func(facts []Fact, w World) Answer { c.Facts = facts; return OfCallback(c, w) }
	}
	one := Callback{ID: "cb_1", ClientID: 7, Trigger: Place{Position: 40}}
	failed, resent := failedAttempt(9), callback.ResendRequested{CallbackID: "cb_1", At: noon}
	failed.NextAttemptAt = nil
	check(t, []rule{
		{name: "to be sent", want: []Code{CallbackDue}, at: 40},
		{name: "to be tried again", events: events(failedAttempt(1)), want: []Code{CallbackRetry}, at: 1},
		{name: "for nothing once it was delivered", events: events(failedAttempt(1), failedAttempt(2), callback.Delivered{}), want: []Code{CallbackDelivered}, at: 3},
		{name: "for nothing once it was given up", events: events(failed, callback.Exhausted{}), want: []Code{CallbackGivenUp}, at: 2},
		{name: "to be sent again when a person asked", events: events(failed, callback.Exhausted{}, resent), want: []Code{CallbackDue}, at: 3},
	}, of(one))
	second := one
	second.Behind = "cb_0"
	check(t, []rule{
		{name: "for an earlier one", want: []Code{CallbackBehind}, at: 40},
		{name: "not for an earlier one that is sent again later", events: events(callback.Delivered{}), want: []Code{CallbackDelivered}, at: 1},
	}, of(second))
}

func TestABalanceWaits(t *testing.T) {
	t.Parallel()
	w := World{Now: noon}
	mismatched := OfPayment(facts(then(open, suspend(payment.ReasonAmountMismatch))...), w)
	pending := OfPayout(facts(withdrawal), w)
	asked := facts(then(open, paid, refundAsked, payment.RefundConfirmed{Identity: va, RefundOrder: refund, Approval: payment.ApprovalAdmin, At: noon})...)
	pendingRefund, refunded := OfRefund(refund.RefundID, asked, w), OfPayment(asked, w)
	unanswered := OfDispute(dispute.DisputeID, facts(then(open, paid, disputed)...), w)
	owing := ledger.Totals{Receivable: rupiah.Of("-5000")}
	for _, c := range []struct {
		name  string
		facts BalanceFacts
		world func(*World)
		want  []Code
	}{
		{name: "for nothing", want: []Code{NothingWaits}},
		{name: "for its payments and payouts", facts: BalanceFacts{Parts: []Answer{pending, mismatched}}, want: []Code{WrongAmount, WaitsForApproval}},
		{name: "once for each refund, which its payment names too", facts: BalanceFacts{Parts: []Answer{pendingRefund, refunded}}, want: []Code{RefundForStaff}},
		{name: "for its disputes", facts: BalanceFacts{Parts: []Answer{unanswered}}, want: []Code{DisputeUnanswered}},
		{name: "for what it owes", facts: BalanceFacts{Totals: owing, Owed: Place{Position: 9}}, want: []Code{Owed}},
		{name: "behind a parked event", world: behind, want: []Code{ParkedBehind}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := w
			if c.world != nil {
				c.world(&w)
			}
			if got := codesOf(OfBalance(c.facts, w)); !slices.Equal(got, c.want) {
				t.Errorf("%v instead of %v", got, c.want)
			}
		})
	}
}

func TestAMerchantSeesNothingOfTheGatewaysOwnBusiness(t *testing.T) {
	t.Parallel()
	w := World{Now: noon}
	approvals(asked)(&w)
	halted(&w)
	for _, c := range []struct {
		name   string
		answer Answer
		want   []Code
	}{
		{"a second signature is an approval", OfPayout(facts(withdrawal), w), []Code{WaitsForApproval}},
		{"a parked client waits for the posting", OfPayment(facts(then(open, paid)...), World{Now: noon, PostedKnown: true, Parked: &Halt{Cause: "secret"}}), []Code{NotPosted, Paid}},
		{"the gateway's own money does not concern it", OfPayout(facts(then(sent, balance.PayoutAttemptFailed{Order: order, Reason: "float_empty"})...), World{}), []Code{NotSent}},
		{"nor does a contradiction", Answer{Reasons: []Reason{{Code: Contradicted, Detail: "secret"}}}, []Code{NothingWaits}},
		{"nor an administrator's words", Answer{Reasons: []Reason{{Code: PayoutRejected, Detail: "secret"}}}, []Code{PayoutRejected}},
	} {
		got := c.answer.ForMerchant()
		if codes := codesOf(got); !slices.Equal(codes, c.want) {
			t.Errorf("%s: %v instead of %v", c.name, codes, c.want)
		}
		for _, r := range got.Reasons {
			if r.Detail != "" || strings.HasPrefix(r.Other, "admin:") || strings.HasPrefix(r.About, "approvals/") {
				t.Errorf("%s: %+v", c.name, r)
			}
		}
	}
}
