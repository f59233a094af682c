package reactor

import (
	"context"
	"slices"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/eventstore"
)

// executeForgotten decides on a payout that ended so long ago that the balance's state does
// not hold it: what became of it is read from the log. Refusals: payout_not_found, and those
// of decide.
func (r *Reports) executeForgotten(
	ctx context.Context, clientID int64, kind string, id int64,
	decide func(s balance.State, kind string, id int64) ([]domain.Event, error),
) (eventstore.Outcome[balance.State], error) {
	c, found, err := r.closedPayout(ctx, clientID, kind, id)
	if err != nil {
		return eventstore.Outcome[balance.State]{}, err
	}
	return eventstore.Execute(withProviderAsActor(ctx), r.Log, balance.Aggregate, balance.Stream(clientID),
		func(s balance.State) ([]domain.Event, error) {
			if found { // no effect where the state knows newer things of it by now
				s = s.Remember(c)
			}
			return decide(s, kind, id)
		})
}

// forgottenPage is the number of events that are read at once.
const forgottenPage = 1_000

// closedPayout reads a client's stream backwards for the events of one payout. It reads the
// whole stream where there is no such payout.
func (r *Reports) closedPayout(ctx context.Context, clientID int64, kind string, id int64) (c balance.ClosedPayout, found bool, err error) {
	var events []domain.Event
	for from := eventstore.End; from >= 0; {
		page, err := r.Log.Store().ReadStream(ctx, balance.Stream(clientID), from, eventstore.Backwards, forgottenPage)
		if err != nil {
			return c, false, err
		}
		if len(page) == 0 {
			break
		}
		for _, recorded := range page {
			from = recorded.Revision - 1
			e, err := r.Log.Decode(recorded)
			if err != nil {
				return c, false, err
			}
			of, ok := e.Event.(interface{ PayoutID() (string, int64) })
			if !ok {
				continue
			}
			if k, n := of.PayoutID(); k != kind || n != id {
				continue
			}
			events = append(events, e.Event)
			switch e.Event.(type) {
			case balance.WithdrawalRequested, balance.SettlementRequested:
				from = -1
			}
		}
	}
	slices.Reverse(events)
	c, found = balance.Aggregate.Fold(balance.State{}, events...).ClosedPayout(kind, id)
	return c, found, nil
}
