package reactor

import (
	"context"
	"errors"
	"slices"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/eventstore"
)

// errForgotten stops a decision about a payout whose order is no longer in the balance's state.
var errForgotten = errors.New("the order of the payout must be read from the log")

// executeForgotten decides about a payout that has ended. The balance's state holds only a part of such a
// payout and, after a long time, nothing, so executeForgotten reads the order and its outcome from the
// log. Refusals: payout_not_found, and those of decide.
func (r *Reports) executeForgotten(
	ctx context.Context, clientID int64, kind string, id int64,
	decide func(s balance.State, kind string, id int64) ([]domain.Event, error),
) (eventstore.Outcome[balance.State], error) {
	events, err := r.eventsOfPayout(ctx, clientID, kind, id)
	if err != nil {
		return eventstore.Outcome[balance.State]{}, err
	}
	c, found := balance.Aggregate.Fold(balance.State{}, events...).ClosedPayout(kind, id)
	return eventstore.Execute(withProviderAsActor(ctx), r.Log, balance.Aggregate, balance.Stream(clientID),
		func(s balance.State) ([]domain.Event, error) {
			if found { // no effect if the state by now knows something newer about the payout
				s = s.Remember(c)
			}
			decided, err := decide(s, kind, id)
			if order, requested := orderOf(events); err == nil && requested && balance.LacksOrder(decided) {
				return balance.WithOrder(decided, order), nil
			}
			return decided, err
		})
}

// forgottenPage is the number of events that are read at once.
const forgottenPage = 1_000

// orderOf returns the order from a payout's first event; requested is false if that event is not the
// request.
func orderOf(events []domain.Event) (o balance.Order, requested bool) {
	if len(events) == 0 {
		return o, false
	}
	switch e := events[0].(type) {
	case balance.WithdrawalRequested:
		return e.Order, true
	case balance.SettlementRequested:
		return e.Order, true
	}
	return o, false
}

// eventsOfPayout reads a client's stream backwards for the events of one payout, and returns them in their
// order. It reads the whole stream if there is no such payout.
func (r *Reports) eventsOfPayout(ctx context.Context, clientID int64, kind string, id int64) (events []domain.Event, err error) {
	for from := eventstore.End; from >= 0; {
		page, err := r.Log.Store().ReadStream(ctx, balance.Stream(clientID), from, eventstore.Backwards, forgottenPage)
		if err != nil {
			return nil, err
		}
		if len(page) == 0 {
			break
		}
		for _, recorded := range page {
			from = recorded.Revision - 1
			e, err := r.Log.Decode(recorded)
			if err != nil {
				return nil, err
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
	return events, nil
}
