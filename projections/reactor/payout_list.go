package reactor

import (
	"context"
	"errors"
	"math"

	"gateway/domain/balance"
	"gateway/projections/readmodel/payoutrows"
)

// readLists makes the two lists of the reactor, and returns what reads them: the payouts that the provider
// has accepted, of which a reading goes through some pages, and the others, of which it goes through all.
// Each list continues where its last reading stopped, so that every payout gets its turn.
func (r *Payouts) readLists(queue PayoutQueue) func(context.Context) error {
	polls, others := r.list(queue, watchPages), r.list(queue, math.MaxInt)
	first := func(ctx context.Context) error {
		return polls.each(ctx, func(row payoutrows.Payout) bool { return r.startPoll(ctx, row) })
	}
	second := func(ctx context.Context) error {
		return others.each(ctx, func(row payoutrows.Payout) bool { return r.startOther(ctx, row) })
	}
	return func(ctx context.Context) error {
		err := errors.Join(first(ctx), second(ctx))
		first, second = second, first // they take turns, so that neither uses up all the jobs
		return err
	}
}

func (r *Payouts) list(queue PayoutQueue, pages int) *list[payoutrows.Payout, int64] {
	return &list[payoutrows.Payout, int64]{
		read: queue.DuePayouts, page: r.o.Page, pages: pages,
		place: func(row payoutrows.Payout) int64 { return row.Position },
	}
}

func nameOf(row payoutrows.Payout) string {
	return balance.Order{Kind: row.Kind, ClientID: row.ClientID, ID: row.ID}.Name()
}

// isAccepted reports whether the provider is making the payout. One in another status is on the list only
// because of its notification.
func isAccepted(row payoutrows.Payout) bool {
	return row.Status == balance.StatusProcessing && row.ProviderID != ""
}

// startOther confirms a notification, or takes a payout that was not accepted one step further, if that is
// due. It returns false if the job must wait for a free place.
func (r *Payouts) startOther(ctx context.Context, row payoutrows.Payout) bool {
	name := nameOf(row)
	work := func(ctx context.Context) error { return r.advance(ctx, row, false) }
	switch {
	case row.Reported && r.retries.isDue(reportOf(name)):
		work = func(ctx context.Context) error { return r.confirm(ctx, row) }
	case row.Status != balance.StatusProcessing || isAccepted(row) || !r.retries.isDue(name):
		return true
	}
	if r.isFull() {
		return false
	}
	r.startJobFor(ctx, row.Position, name, work)
	return true
}

// startPoll starts the look-up of an accepted payout if it is due. It returns false if the look-up must wait
// because too many are under way.
func (r *Payouts) startPoll(ctx context.Context, row payoutrows.Payout) bool {
	name := nameOf(row)
	switch {
	case !isAccepted(row):
		return true
	case !r.retries.has(name):
		r.retries.postponeBy(name, r.o.PollFirst, r.o.PollMax)
		return true
	case !r.retries.isDue(name):
		return true
	case r.isFull() || r.polls.Load() >= pollsAtOnce:
		return false
	}
	r.polls.Add(1)
	started := r.startJobFor(ctx, row.Position, name, func(ctx context.Context) error {
		defer r.polls.Add(-1)
		return r.advance(ctx, row, true)
	})
	if !started { // a job for this payout is under way
		r.polls.Add(-1)
	}
	return true
}
