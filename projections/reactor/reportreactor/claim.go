package reportreactor

import (
	"context"
	"errors"
	"time"

	"gateway/domain"
	"gateway/domain/payment"
	"gateway/eventstore"
)

// maxTakeOvers bounds how often ClaimChain starts again because another payment took the claim over first.
const maxTakeOvers = 8

// ClaimChain claims the chain for a payment and returns the newest claim. If several payments claim at
// once, exactly one becomes the claimant. If the claimant gives its claim up, ClaimChain takes the claim
// over. Each step is one append, so a call after a crash continues behind the last completed step. A
// rehearsal claims nothing. Errors: eventstore.ErrBusy, and those of the store.
func ClaimChain(ctx context.Context, log *eventstore.Log, needs *payment.NeedsClaim, at time.Time) (payment.Claim, error) {
	for range maxTakeOvers {
		claim, err := claimChain(ctx, log, needs, func(c payment.Chain) []domain.Event { return needs.Claim(c, at) })
		if err != nil || isFor(claim, needs) {
			return claim, err
		}
		givenUp, err := giveUpClaim(ctx, log, claim, needs, at)
		if err != nil || !givenUp {
			return claim, err
		}
		claim, err = claimChain(ctx, log, needs, func(c payment.Chain) []domain.Event { return needs.TakeOver(c, claim, at) })
		if err != nil || isFor(claim, needs) {
			return claim, err
		}
	}
	return payment.Claim{}, eventstore.ErrBusy
}

// isFor reports whether the payment holds the claim and has not given it up.
func isFor(claim payment.Claim, needs *payment.NeedsClaim) bool {
	return claim.TransactionID == needs.TransactionID && claim.Number > needs.GivenUp
}

// claimChain appends the claim, if any, and returns the newest one.
func claimChain(
	ctx context.Context, log *eventstore.Log, needs *payment.NeedsClaim, decide func(payment.Chain) []domain.Event,
) (payment.Claim, error) {
	out, err := eventstore.Execute(ctx, log, payment.Chains, payment.ChainStream(needs.Chain),
		func(c payment.Chain) ([]domain.Event, error) { return decide(c), nil })
	if errors.Is(err, eventstore.ErrRehearsed) { // outside a rehearsal this payment would be the claimant
		return payment.Claim{TransactionID: needs.TransactionID, Number: out.State.Claim.Number + 1}, nil
	}
	return out.State.Claim, err
}

// giveUpClaim has the claimant give its claim up if it may, and reports whether the claim is given up.
func giveUpClaim(
	ctx context.Context, log *eventstore.Log, claim payment.Claim, needs *payment.NeedsClaim, at time.Time,
) (bool, error) {
	out, err := eventstore.Execute(ctx, log, payment.Aggregate, payment.Stream(claim.TransactionID),
		func(s payment.State) ([]domain.Event, error) { return payment.GiveUpClaim(s, claim, needs.Decided, at) })
	if errors.Is(err, eventstore.ErrRehearsed) { // outside a rehearsal the claimant would give the claim up
		return true, nil
	}
	return out.State.GivenUp >= claim.Number, err
}
