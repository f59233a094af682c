package payment

import (
	"testing"

	"gateway/domain"
	"gateway/domain/domaintest"
	"gateway/test/rupiah"
)

var (
	givenUp     = ClaimGivenUp{Identity: identity("INVOICE"), Chain: "INV-7-1", Number: 1, At: noon}
	inChain     = eventsOf(requested, opened, chained)
	lostTooMuch = eventsOf(requested, opened, chained, tooMuch, refunded)
	voidedFirst = eventsOf(requested, opened, chained, ReversalReported{
		Identity: identity("INVOICE"), Reversal: reversal("void-pay-1", Void, "0"), At: noon,
	})
)

func TestAClaimantGivesUpOnlyAClaimThatItCanNotUse(t *testing.T) {
	t.Parallel()
	giveUp := func(number int, decided bool) decision {
		return func(s State) ([]domain.Event, error) {
			return GiveUpClaim(s, Claim{TransactionID: "INV-7-1", Number: number}, decided, noon)
		}
	}
	asked := giveUp(1, false)
	unconfirmed := ReversalReported{Identity: identity("INVOICE"), Reversal: reversal("void-pay-1", Void, "0"), Unconfirmed: true, At: noon}
	inPart := ReversalReported{Identity: identity("INVOICE"), Reversal: reversal("rf-1", Refund, "30000"), At: noon}
	another := tooMuch
	another.SuspenseID, another.ProviderPaymentID = 8, "pay-8"
	paidLost := paid
	paidLost.ProviderPaymentID = "pay-2"
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "never requested", When: asked, Refused: "payment_not_found"},
		{Name: "its money is on the way", Given: inChain, When: asked},
		{Name: "it is PAID", Given: append(inChain, paid), When: asked},
		{Name: "it is PAID, after other money was refunded", Given: append(lostTooMuch, paidLost), When: asked},
		{Name: "it is PAID, and an administrator decided for another one", Given: append(inChain, paid), When: giveUp(1, true)},
		{Name: "its money is in suspense", Given: append(inChain, tooMuch), When: asked},
		{Name: "its money was refunded", Given: lostTooMuch, When: asked, Then: eventsOf(givenUp)},
		{Name: "its money was refunded, and more is in suspense", Given: append(lostTooMuch, another), When: asked},
		{Name: "its money was released, and another payment is PAID", Given: append(inChain, tooMuch, released), When: asked},
		{Name: "its money was voided before it was known", Given: voidedFirst, When: asked, Then: eventsOf(givenUp)},
		{Name: "a notification says that its money was voided", Given: append(inChain, unconfirmed), When: asked},
		{Name: "a part of its money was refunded before it was known", Given: append(inChain, inPart), When: asked},
		{Name: "an administrator decided for another payment", Given: inChain, When: giveUp(1, true), Then: eventsOf(givenUp)},
		{Name: "it gave that claim up before", Given: append(lostTooMuch, givenUp), When: asked},
		{Name: "it claimed anew, and lost its money before", Given: append(lostTooMuch, givenUp), When: giveUp(3, false), Then: eventsOf(
			ClaimGivenUp{Identity: identity("INVOICE"), Chain: "INV-7-1", Number: 3, At: noon})},
	})
}

func TestAClaimThatWasGivenUpMakesNothingPaid(t *testing.T) {
	t.Parallel()
	given := append(eventsOf(requested, opened, chained), givenUp)
	const needs = "payment: INV-7-1 needs to know who claimed the chain of INV-7-1"
	pay := func(claim Claim) decision {
		return func(s State) ([]domain.Event, error) {
			return Pay(s, PayCmd{Receipt: receiptOf("pay-1", "100000"), ChannelCode: "OVO", SuspenseID: 6, Claim: claim, At: noon})
		}
	}
	release := func(s State) ([]domain.Event, error) {
		return ReleaseSuspense(s, 5, Claim{TransactionID: "INV-7-1", Number: 1}, "admin:1", "agreed", later)
	}
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "by the provider", Given: given, When: pay(Claim{"INV-7-1", 1}), Refused: needs},
		{Name: "by an administrator", Given: append(given, tooMuch), When: release, Refused: needs},
		{Name: "the next one of another payment", Given: given, When: pay(Claim{"INV-7-2", 2}), Then: eventsOf(ofClaimedAway)},
		{Name: "a new one of its own", Given: given, When: pay(Claim{"INV-7-1", 3}), Then: eventsOf(paid)},
	})
}

func TestAClaimIsTakenOverOnceFromTheOneThatGaveItUp(t *testing.T) {
	t.Parallel()
	takeOver := func(by string, givenUp Claim) func(Chain) ([]domain.Event, error) {
		n := &NeedsClaim{Chain: "INV-7-1", TransactionID: by, ClientID: 7}
		return func(c Chain) ([]domain.Event, error) { return n.TakeOver(c, givenUp, noon), nil }
	}
	first := Claimed{Chain: "INV-7-1", TransactionID: "INV-7-2", ClientID: 7, At: noon}
	second := ClaimTakenOver{Chain: "INV-7-1", TransactionID: "INV-7-3", ClientID: 7, From: "INV-7-2", Number: 2, At: noon}
	third := ClaimTakenOver{Chain: "INV-7-1", TransactionID: "INV-7-3", ClientID: 7, From: "INV-7-3", Number: 3, At: noon}
	domaintest.Run(t, Chains, []domaintest.Case[Chain]{
		{Name: "by the first that asks", Given: eventsOf(first), When: takeOver("INV-7-3", Claim{"INV-7-2", 1}), Then: eventsOf(second)},
		{Name: "by one that comes later", Given: eventsOf(first, second), When: takeOver("INV-7-1", Claim{"INV-7-2", 1})},
		{Name: "by itself", Given: eventsOf(first, second), When: takeOver("INV-7-3", Claim{"INV-7-3", 2}), Then: eventsOf(third)},
	})
	for claims, want := range map[int]Claim{1: {"INV-7-2", 1}, 2: {"INV-7-3", 2}, 3: {"INV-7-3", 3}} {
		if got := Chains.Fold(Chain{}, eventsOf(first, second, third)[:claims]...).Claim; got != want {
			t.Errorf("after %d claims it is %v, want %v", claims, got, want)
		}
	}
	// An older log, from before takeovers, has one claim; if it has two, the first counts.
	other := Claimed{Chain: "INV-7-1", TransactionID: "INV-7-4", ClientID: 7, At: noon}
	if got := Chains.Fold(Chain{}, first, other).Claim; got != (Claim{"INV-7-2", 1}) {
		t.Errorf("two claims of before: %v", got)
	}
}

// An older log has no ClaimGivenUp: the payment loses its claim all the same when its money goes back.
func TestAPaymentOfBeforeWhoseMoneyWentBackDoesNotHoldItsClaim(t *testing.T) {
	t.Parallel()
	claim := Claim{TransactionID: "INV-7-1", Number: 1}
	takenBack := Reversed{Identity: identity("QRIS"), Reversal: reversalOf("pay-9", "rf-9", Refund, "150000"), SuspenseID: 5, FromSuspense: rupiah.Of("150000"), SuspenseClosed: true, At: later}
	for name, c := range map[string]struct {
		given []domain.Event
		holds bool
	}{
		"its money is on the way":               {inChain, true},
		"its money is in suspense":              {append(inChain, tooMuch), true},
		"it was refunded":                       {lostTooMuch, false},
		"the provider took it back":             {append(inChain, tooMuch, takenBack), false},
		"it was voided before it was known":     {voidedFirst, false},
		"it is PAID, and its claim is given up": {append(inChain, givenUp, paid), true},
	} {
		if got := Aggregate.Fold(State{}, c.given...).HoldsClaim(claim); got != c.holds {
			t.Errorf("%s: it holds its claim: %v", name, got)
		}
	}
}
