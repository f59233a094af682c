package payment

import (
	"testing"

	"gateway/domain"
	"gateway/domain/domaintest"
	"gateway/test/rupiah"
)

// INV-7-1 is replaced by INV-7-2.
var (
	chained  = Chained{Identity: identity("INVOICE"), Chain: "INV-7-1", At: noon}
	newer    = Identity{TransactionID: "INV-7-2", ID: 2}
	replaced = Replaced{Identity: identity("INVOICE"), By: "INV-7-2", NewerID: 2, ExpiresAt: noon, At: noon}

	cancelled         = Expired{Identity: identity("INVOICE"), ProviderID: "prov-1", PreviousStatus: StatusPending, Reason: ReasonCancelled, At: noon}
	expiredByReplaced = Expired{
		Identity: identity("INVOICE"), ProviderID: "prov-1", PreviousStatus: StatusPending, Reason: ReasonReplaced, ReplacedBy: "INV-7-2", At: noon,
	}
	closed        = Closed{Identity: identity("INVOICE"), Outcome: ClosedByProvider, At: noon}
	ofClaimedAway = Suspended{Identity: identity("OVO"), Receipt: receiptOf("pay-1", "100000"), SuspenseID: 6, Reason: ReasonOrderPaid, At: noon}
)

func TestCancel(t *testing.T) {
	t.Parallel()
	cancelFor := func(client int64) decision {
		return func(s State) ([]domain.Event, error) { return Cancel(s, client, noon) }
	}
	cancel := cancelFor(7)
	unopened := cancelled
	unopened.ProviderID = ""
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "never requested", When: cancel, Refused: "payment_not_found"},
		{Name: "another client's", Given: openPayment, When: cancelFor(8), Refused: "payment_not_found"},
		{Name: "expired already", Given: expiredPayment, When: cancel},
		{Name: "cancelled already", Given: eventsOf(requested, opened, cancelled), When: cancel},
		{Name: "replaced already", Given: eventsOf(requested, opened, chained, replaced, expiredByReplaced), When: cancel},
		{Name: "paid", Given: paidPayment, When: cancel, Refused: "payment_not_open"},
		{Name: "settled", Given: settledPayment, When: cancel, Refused: "payment_not_open"},
		{Name: "failed", Given: failedPayment, When: cancel, Refused: "payment_not_open"},
		{Name: "money for it waits for a decision", Given: mismatchedPayment, When: cancel, Refused: "payment_under_review"},
		{Name: "still being created", Given: eventsOf(requested), When: cancel, Then: eventsOf(unopened)},
		{Name: "open", Given: openPayment, When: cancel, Then: eventsOf(cancelled)},
	})
}

func TestMoneyForACancelledPaymentIsPaidLate(t *testing.T) {
	t.Parallel()
	late := paid
	late.PreviousStatus, late.Late = StatusExpired, true
	for _, given := range [][]domain.Event{{requested, opened, cancelled}, {requested, opened, cancelled, closed}} {
		domaintest.Run(t, Aggregate, []domaintest.Case[State]{{Name: "paid", Given: given, When: payOf("pay-1", "100000", ""), Then: eventsOf(late)}})
	}
}

// claimOf returns the first claim of a chain, made by the payment; zero if the payment is empty.
func claimOf(claimant string) Claim {
	if claimant == "" {
		return Claim{}
	}
	return Claim{TransactionID: claimant, Number: 1}
}

func payOf(paymentID, amount, claimant string) decision {
	return func(s State) ([]domain.Event, error) {
		return Pay(s, PayCmd{Receipt: receiptOf(paymentID, amount), ChannelCode: "OVO", SuspenseID: 6, Claim: claimOf(claimant), At: noon})
	}
}

func TestClose(t *testing.T) {
	t.Parallel()
	end := func(s State) ([]domain.Event, error) { return Close(s, ClosedByProvider, "", noon) }
	qris := cancelled
	qris.Channel = "qris"
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "never requested", When: end, Refused: "payment_not_found"},
		{Name: "open", Given: openPayment, When: end},
		{Name: "its time was over", Given: expiredPayment, When: end},
		{Name: "a channel that can't be closed", Given: eventsOf(requested, opened, qris), When: end},
		{Name: "cancelled", Given: eventsOf(requested, opened, cancelled), When: end, Then: eventsOf(closed)},
		{Name: "replaced", Given: eventsOf(requested, opened, chained, replaced, expiredByReplaced), When: end, Then: eventsOf(closed)},
		{Name: "twice", Given: eventsOf(requested, opened, cancelled, closed), When: end},
	})
}

func TestStartChain(t *testing.T) {
	t.Parallel()
	startFor := func(client int64) decision {
		return func(s State) ([]domain.Event, error) { return StartChain(s, client, noon) }
	}
	start := startFor(7)
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "never requested", When: start, Refused: "invalid_field replaces"},
		{Name: "another client's", Given: openPayment, When: startFor(8), Refused: "invalid_field replaces"},
		{Name: "paid", Given: paidPayment, When: start, Refused: "invalid_field replaces"},
		{Name: "settled", Given: settledPayment, When: start, Refused: "invalid_field replaces"},
		{Name: "paid, of a chain", Given: eventsOf(requested, opened, chained, paid), When: start, Refused: "invalid_field replaces"},
		{Name: "money for it waits for a decision", Given: mismatchedPayment, When: start, Refused: "invalid_field replaces"},
		{Name: "money for it was refunded", Given: append(mismatchedPayment, refunded), When: start, Then: eventsOf(chained)},
		{Name: "in a chain already", Given: eventsOf(requested, opened, chained), When: start},
		{Name: "open", Given: openPayment, When: start, Then: eventsOf(chained)},
		{Name: "still being created", Given: eventsOf(requested), When: start, Then: eventsOf(chained)},
		{Name: "expired", Given: expiredPayment, When: start, Then: eventsOf(chained)},
		{Name: "failed", Given: failedPayment, When: start, Then: eventsOf(chained)},
	})
}

func TestARequestThatReplacesJoinsTheChain(t *testing.T) {
	t.Parallel()
	request := func(s State) ([]domain.Event, error) {
		return RequestReplacing(s, RequestCmd(requested), "INV-7-0", "INV-7-0")
	}
	joined := chained
	joined.Chain, joined.Replaces = "INV-7-0", "INV-7-0"
	replacing := requested
	replacing.Replaces = "INV-7-0"
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "the first time", When: request, Then: eventsOf(replacing, joined)},
		{Name: "a retry", Given: eventsOf(replacing, joined), When: request},
	})
}

func TestReplace(t *testing.T) {
	t.Parallel()
	replace := func(s State) ([]domain.Event, error) { return Replace(s, newer, noon) }
	ofPaid := replaced
	ofPaid.Identity = identity("OVO")
	unopened := expiredByReplaced
	unopened.ProviderID = ""
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "never requested", When: replace, Refused: "payment_not_found"},
		{Name: "open", Given: eventsOf(requested, opened, chained), When: replace, Then: eventsOf(replaced, expiredByReplaced)},
		{Name: "still being created", Given: eventsOf(requested, chained), When: replace, Then: eventsOf(replaced, unopened)},
		{Name: "expired already", Given: append(expiredPayment, chained), When: replace, Then: eventsOf(replaced)},
		{Name: "paid meanwhile", Given: eventsOf(requested, opened, chained, paid), When: replace, Then: eventsOf(ofPaid)},
		{Name: "money for it waits for a decision", Given: append(mismatchedPayment, chained), When: replace, Then: eventsOf(replaced)},
		{Name: "twice by the same", Given: eventsOf(requested, opened, chained, replaced, expiredByReplaced), When: replace},
	})
	expire := func(s State) ([]domain.Event, error) { return Expire(s, noon) }
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{{
		Name:  "it ends as replaced once the money is refunded",
		Given: append(mismatchedPayment, chained, replaced, refunded), When: expire, Then: eventsOf(expiredByReplaced),
	}})
}

func TestOnlyTheClaimantOfAChainIsPaid(t *testing.T) {
	t.Parallel()
	const needs = "payment: INV-7-1 needs to know who claimed the chain of INV-7-1"
	in := eventsOf(requested, opened, chained)
	late := paid
	late.PreviousStatus, late.Late = StatusExpired, true
	gone := append(in, replaced, expiredByReplaced)
	other := ofClaimedAway
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "without a chain none is asked", Given: openPayment, When: payOf("pay-1", "100000", ""), Then: eventsOf(paid)},
		{Name: "the claimant is not known", Given: in, When: payOf("pay-1", "100000", ""), Refused: needs},
		{Name: "it is the claimant", Given: in, When: payOf("pay-1", "100000", "INV-7-1"), Then: eventsOf(paid)},
		{Name: "another one is", Given: in, When: payOf("pay-1", "100000", "INV-7-2"), Then: eventsOf(other)},
		{Name: "replaced, and the claimant", Given: gone, When: payOf("pay-1", "100000", "INV-7-1"), Then: eventsOf(late)},
		{Name: "replaced, and another one is", Given: gone, When: payOf("pay-1", "100000", "INV-7-2"), Then: eventsOf(other)},
		{Name: "another amount claims nothing", Given: in, When: payOf("pay-1", "99000", ""), Then: eventsOf(Suspended{
			Identity: identity("OVO"), Receipt: receiptOf("pay-1", "99000"), SuspenseID: 6, Reason: ReasonAmountMismatch, At: noon,
		})},
	})
}

func TestAReleaseMakesOnlyTheClaimantPaid(t *testing.T) {
	t.Parallel()
	release := func(claimant string) decision {
		return func(s State) ([]domain.Event, error) {
			return ReleaseSuspense(s, 5, claimOf(claimant), "admin:1", "agreed", later)
		}
	}
	in := append(eventsOf(requested, opened, chained), tooMuch)
	const needs = "payment: INV-7-1 needs to know who claimed the chain of INV-7-1"
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "the claimant is not known", Given: in, When: release(""), Refused: needs},
		{Name: "it is the claimant", Given: in, When: release("INV-7-1"), Then: eventsOf(released, paidBySuspense)},
		{Name: "another one is: the client is credited, and the status stays", Given: in, When: release("INV-7-2"), Then: eventsOf(released)},
	})
	s := Aggregate.Fold(State{}, append(in, released)...)
	if s.Status != StatusPending || len(s.Credits) != 1 || !s.Credits[0].Receipt.PaidAmount.Equal(rupiah.Of("150000")) {
		t.Errorf("%s, credited %v", s.Status, s.Credits)
	}
	settle := func(s State) ([]domain.Event, error) {
		return Settle(s, SettleCmd{Receipt: receiptOf("pay-9", "150000"), ChannelCode: "QRIS", At: later})
	}
	freed := HoldEnded{Identity: identity("QRIS"), SuspenseID: 5, FromUnsettled: tooMuchCharge.Net, By: ByProvider, Reason: HoldSettled, At: later}
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{{Name: "its SETTLED ends the hold", Given: append(in, released), When: settle, Then: eventsOf(freed)}})
}

func TestAChainIsClaimedOnce(t *testing.T) {
	t.Parallel()
	claim := func(by string) func(Chain) ([]domain.Event, error) {
		n := &NeedsClaim{Chain: "INV-7-1", TransactionID: by, ClientID: 7}
		return func(c Chain) ([]domain.Event, error) { return n.Claim(c, noon), nil }
	}
	claimed := Claimed{Chain: "INV-7-1", TransactionID: "INV-7-2", ClientID: 7, At: noon}
	domaintest.Run(t, Chains, []domaintest.Case[Chain]{
		{Name: "the first", When: claim("INV-7-2"), Then: eventsOf(claimed)},
		{Name: "again", Given: eventsOf(claimed), When: claim("INV-7-2")},
		{Name: "another one", Given: eventsOf(claimed), When: claim("INV-7-1")},
	})
}
