package reactor

import (
	"context"

	"gateway/domain/balance"
	"gateway/projections/readmodel/payoutrows"
)

// startNext goes through the whole list once, from where it stopped the last time, so that
// every payout gets its turn. It stops when too many jobs are under way.
func (r *Payouts) startNext(ctx context.Context) error {
	pass := payoutPass{begin: r.cursor, after: r.cursor}
	for {
		page, err := r.queue.DuePayouts(ctx, pass.after, r.o.Page)
		if err != nil {
			return err
		}
		for _, row := range page {
			if pass.isRound(row) {
				r.cursor = pass.next()
				return nil
			}
			if r.isFull() {
				r.cursor = pass.nextAfter(pass.after)
				return nil
			}
			pass.visit(row, r.startIfDue(ctx, row))
		}
		if len(page) < r.o.Page && !pass.startOver() {
			r.cursor = pass.next()
			return nil
		}
	}
}

// payoutPass is one round through the list.
type payoutPass struct {
	// begin and after are positions: those of the payouts after which the round began, and
	// after which it goes on.
	begin, after int64
	// wrapped: the end of the list was passed.
	wrapped bool
	// skipped: a payout could not be looked up, because too many look-ups were under way.
	// skippedAfter is the position before the first one.
	skipped      bool
	skippedAfter int64
}

func (p *payoutPass) isRound(row payoutrows.Payout) bool { return p.wrapped && row.Position > p.begin }

func (p *payoutPass) visit(row payoutrows.Payout, started bool) {
	if !started && !p.skipped {
		p.skipped, p.skippedAfter = true, p.after
	}
	p.after = row.Position
}

// startOver goes on at the start of the list, once, unless the round began there.
func (p *payoutPass) startOver() bool {
	if p.wrapped || p.begin == 0 {
		return false
	}
	p.wrapped, p.after = true, 0
	return true
}

// next is where the next round begins: at the first payout that was skipped.
func (p *payoutPass) next() int64 { return p.nextAfter(0) }

func (p *payoutPass) nextAfter(otherwise int64) int64 {
	if p.skipped {
		return p.skippedAfter
	}
	return otherwise
}

// startIfDue starts a job for the payout if one is due. It returns false where the job
// has to wait because too many look-ups are under way.
func (r *Payouts) startIfDue(ctx context.Context, row payoutrows.Payout) bool {
	name := balance.Order{Kind: row.Kind, ClientID: row.ClientID, ID: row.ID}.Name()
	if row.Reported && r.retries.isDue(reportOf(name)) {
		r.startJobFor(ctx, row.Position, name, func(ctx context.Context) error { return r.confirm(ctx, row) })
		return true
	}
	accepted := row.ProviderID != ""
	switch {
	case row.Status != balance.StatusProcessing: // only its notification is on the list
		return true
	case accepted && !r.retries.has(name):
		r.retries.postponeBy(name, r.o.PollFirst, r.o.PollMax)
		return true
	case !r.retries.isDue(name):
		return true
	case !accepted:
		r.startJobFor(ctx, row.Position, name, func(ctx context.Context) error { return r.advance(ctx, row, false) })
		return true
	}
	return r.startPoll(ctx, name, row)
}

// startPoll starts the look-up of an accepted payout, unless too many are under way.
func (r *Payouts) startPoll(ctx context.Context, name string, row payoutrows.Payout) bool {
	if r.polls.Load() >= pollsAtOnce {
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
