package books

import (
	"context"
	"slices"
	"time"

	"gateway/domain/account"
	"gateway/domain/balance"
	"gateway/domain/ledger"
	"gateway/eventstore"
	"gateway/projections/readmodel"
)

// Reader answers what auditors ask about balances, from the log itself. It is safe
// for concurrent use.
type Reader struct {
	Log *eventstore.Log
	// Blocks says where in the log a client's movements lie, so that what was not
	// asked for need not be read. With nil all is read, and nothing but the log is
	// believed.
	Blocks func(ctx context.Context, client int64) ([]readmodel.MovementBlock, error)
}

// Entry is a movement, and the event that it is.
type Entry struct {
	Movement
	// Recorded is shared: it is not to be changed.
	Recorded *eventstore.Recorded
}

// History gives every movement of a client in the range to visit, in the order of
// the log. The next page is read while one is being worked on.
func (r Reader) History(ctx context.Context, client int64, in Range, visit func(Movement) error) error {
	spans, err := r.spans(ctx, client, in)
	if err != nil {
		return err
	}
	return r.visit(ctx, client, in, spans, func(e Entry) error { return visit(e.Movement) })
}

// Page gives at most limit movements of the range, after the first offset of them,
// and how many there are in all.
func (r Reader) Page(ctx context.Context, client int64, in Range, offset, limit int64) (entries []Entry, total int64, err error) {
	spans, err := r.spans(ctx, client, in)
	if err != nil {
		return nil, 0, err
	}
	for _, s := range spans {
		if s.movements != uncounted && (total+s.movements <= offset || total >= offset+limit) {
			total += s.movements
			continue
		}
		err := r.visit(ctx, client, in, []span{s}, func(e Entry) error {
			if total >= offset && total < offset+limit {
				entries = append(entries, e)
			}
			total++
			return nil
		})
		if err != nil {
			return nil, 0, err
		}
	}
	return entries, total, nil
}

// BalanceAt is what a client had after its last movement at or before t, in the
// order of the log.
func (r Reader) BalanceAt(ctx context.Context, client int64, t time.Time) (totals ledger.Totals, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	spans, err := r.spans(ctx, client, Range{To: t})
	if err != nil {
		return totals, err
	}
	var d decoder
	for _, s := range slices.Backward(spans) {
		found := false
		for page := range pages(ctx, r.Log.Store(), balance.Stream(client), []span{s}) {
			if page.err != nil {
				return totals, page.err
			}
			for _, r := range page.events {
				e, err := d.moved(r)
				if err != nil {
					return totals, err
				}
				if e.moves() && !e.At.After(t) {
					totals, found = e.After, true
				}
			}
		}
		if found || ctx.Err() != nil {
			break
		}
	}
	return totals, ctx.Err()
}

// CheckClient refuses a client that never registered.
func (r Reader) CheckClient(ctx context.Context, client int64) error {
	owner, _, err := eventstore.Load(ctx, r.Log, account.Aggregate, account.Stream(client))
	if err == nil && !owner.Exists {
		return readmodel.ErrNotFound
	}
	return err
}

// visit reads the spans and gives the movements in the range. Reading, decoding and
// what visit does go on side by side.
func (r Reader) visit(ctx context.Context, client int64, in Range, spans []span, visit func(Entry) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	pages := pages(ctx, r.Log.Store(), balance.Stream(client), spans)
	for batch := range decoded(ctx, pages, accountsOf(client), in) {
		if batch.err != nil {
			return batch.err
		}
		for _, e := range batch.entries {
			if err := visit(e); err != nil {
				return err
			}
		}
	}
	return ctx.Err()
}

type entries struct {
	entries []Entry
	err     error
}

// decoded gives the movements of each page that are in the range, until ctx ends.
func decoded(ctx context.Context, pages <-chan page, own accounts, in Range) <-chan entries {
	out := make(chan entries, 1)
	go func() {
		defer close(out)
		var d decoder
		for p := range pages {
			batch := entries{err: p.err, entries: make([]Entry, 0, len(p.events))}
			for i := range p.events {
				m, ok, err := d.movement(p.events[i], own)
				if err != nil {
					batch.err = err
					break
				}
				if ok && in.holds(m.At) {
					batch.entries = append(batch.entries, Entry{Movement: m, Recorded: &p.events[i]})
				}
			}
			select {
			case out <- batch:
			case <-ctx.Done():
				return
			}
		}
	}()
	return out
}
