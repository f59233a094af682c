package reactor

import (
	"context"

	"gateway/domain/balance"
	"gateway/projections/readmodel/payoutrows"
)

// startNext goes through the whole list once, starting where the last call stopped, so that every payout
// gets its turn. It stops when too many jobs are under way.
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
	// begin and after are the positions after which the round began and after which it continues.
	begin, after int64
	// wrapped is true once the round has passed the end of the list.
	wrapped bool
	// skipped is true if a payout was not looked up because too many look-ups were under way. skippedAfter
	// is the position before the first such payout.
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

// startOver continues at the start of the list, once per round, and returns true. It returns false if the
// round began at the start.
func (p *payoutPass) startOver() bool {
	if p.wrapped || p.begin == 0 {
		return false
	}
	p.wrapped, p.after = true, 0
	return true
}

// next returns where the next round begins: at the first skipped payout, or else at the start of the list.
func (p *payoutPass) next() int64 { return p.nextAfter(0) }

func (p *payoutPass) nextAfter(otherwise int64) int64 {
	if p.skipped {
		return p.skippedAfter
	}
	return otherwise
}

// startIfDue starts a job for the payout if one is due. It returns false if the job must wait because too
// many look-ups are under way.
func (r *Payouts) startIfDue(ctx context.Context, row payoutrows.Payout) bool {
	name := balance.Order{Kind: row.Kind, ClientID: row.ClientID, ID: row.ID}.Name()
	if row.Reported && r.retries.isDue(reportOf(name)) {
		r.startJobFor(ctx, row.Position, name, func(ctx context.Context) error { return r.confirm(ctx, row) })
		return true
	}
	accepted := row.ProviderID != ""
	switch {
	case row.Status != balance.StatusProcessing: // it is on the list only because of its notification
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

// startPoll starts the look-up of an accepted payout. It returns false if too many look-ups are under way.
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
