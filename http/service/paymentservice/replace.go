package paymentservice

import (
	"context"

	"gateway/domain"
	"gateway/domain/payment"
	"gateway/eventstore"
	"gateway/http/service"
)

// startChain puts the payment that will be replaced into a chain, and returns the chain, or "" when nothing
// will be replaced. Its errors are those of payment.StartChain, and invalid_field replaces when a payment of
// the chain holds the claim because it is PAID or about to be. It must be the last check on a request,
// because it appends.
func (p Payments) startChain(ctx context.Context, clientID int64, replaces string) (chain string, err error) {
	if replaces == "" {
		return "", nil
	}
	if owner, ok := payment.ClientOf(replaces); !ok || owner != clientID {
		return "", payment.NotReplaceable()
	}
	out, err := eventstore.Execute(ctx, p.Log, payment.Aggregate, payment.Stream(replaces),
		func(s payment.State) ([]domain.Event, error) { return payment.StartChain(s, clientID, p.Now()) })
	if err != nil {
		return "", err
	}
	return out.State.Chain, p.checkClaim(ctx, out.State.Chain)
}

// checkClaim refuses a further payment of a chain whose claimant holds its claim.
func (p Payments) checkClaim(ctx context.Context, chain string) error {
	c, _, err := eventstore.Load(ctx, p.Log, payment.Chains, payment.ChainStream(chain))
	if err != nil || c.Claim.Number == 0 {
		return err
	}
	claimant, _, err := eventstore.Load(ctx, p.Log, payment.Aggregate, payment.Stream(c.Claim.TransactionID))
	switch {
	case err != nil || !claimant.HoldsClaim(c.Claim):
		return err
	case claimant.Paid():
		return domain.InvalidField("replaces", "is of an order that is paid, with %s", c.Claim.TransactionID)
	}
	return domain.InvalidField("replaces", "is of an order for which money came, with %s", c.Claim.TransactionID)
}

// replaceOlder records in the replaced payment that the newer one is open. A newer one that ended before the
// provider accepted it, for example by a cancellation, replaces nothing. If this fails, the reactor
// PaymentWatch does it later.
func (p Payments) replaceOlder(ctx context.Context, newer payment.State) {
	if newer.Replaces == "" || !newer.Opened() && !newer.Paid() {
		return
	}
	_, err := service.Execute(ctx, p.Core, payment.Aggregate, payment.Stream(newer.Replaces),
		func(s payment.State) ([]domain.Event, error) { return payment.Replace(s, newer.Identity, p.Now()) })
	if err != nil {
		p.Logger.WithError(err).WithField("payment", newer.Replaces).Warn("a payment was not replaced yet; it will be tried again")
	}
}
