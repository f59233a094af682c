package reactor

import (
	"context"

	"gateway/domain/account"
	"gateway/domain/balance"
	"gateway/eventstore"
)

// attemptUnlessHeld makes an attempt that the provider has no record of, unless the payout waits
// because its client may not send payouts now, or because the provider has an order of it that the
// gateway is not known to have made. Then it looks again later. It reads the
// account's stream, so that a payout which is due at the moment of a suspension is held,
// too. position is that of the payout's request.
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
