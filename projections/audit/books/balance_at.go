package books

import (
	"context"
	"math"
	"time"

	"gateway/domain/balance"
	"gateway/domain/ledger"
	"gateway/eventstore"
	"gateway/projections/readmodel/balancerows"
)

// BalanceAt returns a client's balance after the last movement that was booked at or before t. When t is
// zero, it returns the balance after the newest movement.
func (r Reader) BalanceAt(ctx context.Context, client int64, t time.Time) (ledger.Totals, error) {
	part, err := r.stretch(ctx, Range{To: t})
	if err != nil {
		return ledger.Totals{}, err
	}
	return r.balanceIn(ctx, client, part)
}

// balanceIn returns a client's balance after its last movement in a part of the log that starts at the first
// event. With Blocks it finds the movement in a few reads (positionSearch), however long the stream is.
func (r Reader) balanceIn(ctx context.Context, client int64, part stretch) (ledger.Totals, error) {
	if r.Blocks != nil {
		newest, err := r.Blocks.MovementBlockAt(ctx, client, math.MaxInt64)
		if err != nil {
			return ledger.Totals{}, err
		}
		positions, err := r.knowsPositions(ctx, client, newest)
		if err != nil {
			return ledger.Totals{}, err
		}
		if positions {
			return r.balanceFrom(ctx, client, newest, part)
		}
	}
	return r.lastOf(ctx, client, span{to: eventstore.End, movements: uncounted}, part, ledger.Totals{})
}

// knowsPositions reports whether the client has a block of movements and the store returns the log positions
// of a stream's events.
func (r Reader) knowsPositions(ctx context.Context, client int64, b balancerows.MovementBlock) (bool, error) {
	if b.Movements == 0 {
		return false, nil
	}
	page, err := r.Log.Store().ReadStream(ctx, balance.Stream(client), b.LastRevision, eventstore.Forwards, 1)
	return len(page) > 0 && page[0].Position != (eventstore.Position{}), err
}

// balanceFrom starts at the block in which the part ends. The blocks do not count movements after the newest
// block yet.
func (r Reader) balanceFrom(
	ctx context.Context, client int64, newest balancerows.MovementBlock, part stretch,
) (totals ledger.Totals, err error) {
	block := newest
	if part.through < newest.First {
		if block, err = r.Blocks.MovementBlockAt(ctx, client, part.through); err != nil || block.Movements == 0 {
			return totals, err
		}
	}
	totals, err = r.totalsIn(ctx, balancerows.ClientBlock{ClientID: client, MovementBlock: block}, part.through)
	if err != nil || part.through <= newest.Last {
		return totals, err
	}
	return r.lastOf(ctx, client, span{from: newest.LastRevision + 1, to: eventstore.End, movements: uncounted}, part, totals)
}

// lastOf returns the balance after the span's last movement in the part. When the part has none of the span's
// movements, it returns the balance before the span.
func (r Reader) lastOf(ctx context.Context, client int64, s span, part stretch, before ledger.Totals) (ledger.Totals, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	totals := before
	var d decoder
	for page := range readPages(ctx, r.Log.Store(), balance.Stream(client), []span{s}) {
		if page.err != nil {
			return totals, page.err
		}
		if len(page.events) > 0 && part.isBefore(&page.events[0]) {
			return totals, nil
		}
		for i := range page.events {
			if !part.contains(&page.events[i]) {
				continue
			}
			e, err := d.event(page.events[i])
			if err != nil {
				return totals, err
			}
			if e.moves() {
				totals = e.After
			}
		}
	}
	return totals, ctx.Err()
}
