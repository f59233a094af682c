package payment

import (
	"context"

	"gateway/domain"
	"gateway/domain/payment"
	"gateway/eventstore"
	"gateway/http/service"
)

// startChain puts the payment that is to be replaced into a chain, and returns the chain; empty
// where nothing is to be replaced. Errors are those of payment.StartChain, and invalid_field
// replaces where another payment of the chain claimed it: none but that one is ever credited. It
// comes last of the checks on a request, for it appends.
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
	claimed, _, err := eventstore.Load(ctx, p.Log, payment.Chains, payment.ChainStream(out.State.Chain))
	if err == nil && claimed.Claimant != "" {
		err = domain.InvalidField("replaces", "is of an order that is paid, with %s", claimed.Claimant)
	}
	return out.State.Chain, err
}

// replaceOlder tells the payment that the newer one replaces that the newer one is open. A newer
// one that ended before the provider took it, as a cancelled one may, replaces nothing. What fails
// here the reactor PaymentClosing makes up for.
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
