package reactor

import (
	"context"

	"gateway/domain/account"
	"gateway/domain/balance"
	"gateway/eventstore"
)

// attemptUnlessHeld makes an attempt when the provider has no record of one, unless the payout is held. A
// payout is held if its client may not send payouts now, or if the provider has an order for it that the
// log does not contain. A held payout is checked again later. attemptUnlessHeld reads the account's stream
// instead of a read model, so that it also holds a payout that is due at the moment of a suspension.
// position is the position of the payout's request.
func (r *Payouts) attemptUnlessHeld(ctx context.Context, p balance.Payout, position int64) error {
	if p.Held {
		r.retries.postponeBy(p.Name(), r.o.PollFirst, r.o.PollMax)
		return nil
	}
	owner, _, err := eventstore.Load(ctx, r.log, account.Aggregate, account.Stream(p.ClientID))
	if err != nil {
		return err
	}
	if !owner.Exists || owner.MaySendPayouts() {
		return r.attempt(ctx, p, position)
	}
	if !r.retries.has(p.Name()) {
		r.logger.WithField("payout", p.Name()).WithField("client_status", owner.Status).Warn("a payout is held until its client is active again")
	}
	r.retries.postpone(p.Name())
	return nil
}
