package books

import (
	"context"
	"strconv"
	"strings"
	"sync"

	"gateway/domain/balance"
	"gateway/domain/statement"
	"gateway/eventstore"
	"gateway/projections/engine"

	"github.com/shopspring/decimal"
	"golang.org/x/sync/errgroup"
)

// periodReaders is how many clients are read at once.
const periodReaders = 8

// clientSums are the totals of clients. It is safe for concurrent use.
type clientSums struct {
	mu  sync.Mutex
	all map[int64]statement.Totals
}

func (s *clientSums) add(client int64, t statement.Totals) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.all[client] = s.all[client].Plus(t)
}

// addStretch adds the movements in a part of the log: those that the read models have seen by each
// client's stream, the others from the log.
func (r Reader) addStretch(ctx context.Context, sums *clientSums, in Range, at Stretch) error {
	seen := at.After
	if r.Totals != nil {
		through, err := r.Totals.TotalsThrough(ctx)
		if err != nil {
			return err
		}
		seen = earlier(through, at.Through)
		if err := r.addPeriodOfClients(ctx, sums, stretch{after: at.After.Commit, through: seen.Commit, in: in}); err != nil {
			return err
		}
		seen = later(seen, at.After)
	}
	return r.addPeriodOfLog(ctx, sums, seen, at.Through)
}

// addPeriodOfClients adds each client's movements in a part of the log that the read models have seen.
func (r Reader) addPeriodOfClients(ctx context.Context, sums *clientSums, part stretch) error {
	for after, more := int64(0), part.after < part.through; more; {
		blocks, err := r.Totals.LastMovementBlocks(ctx, part.through, after, clientsAtOnce)
		if err != nil {
			return err
		}
		g, ctx := errgroup.WithContext(ctx)
		g.SetLimit(periodReaders)
		for _, b := range blocks {
			if b.Movements == 0 || b.Last <= part.after {
				continue // no movement in this part
			}
			g.Go(func() error {
				totals, err := r.totalsOf(ctx, b.ClientID, part)
				sums.add(b.ClientID, totals)
				return err
			})
		}
		if err := g.Wait(); err != nil {
			return err
		}
		if more = len(blocks) == clientsAtOnce; more {
			after = blocks[len(blocks)-1].ClientID
		}
	}
	return nil
}

func (r Reader) totalsOf(ctx context.Context, client int64, part stretch) (totals statement.Totals, err error) {
	spans, err := r.spansOf(ctx, client, part)
	if err != nil {
		return totals, err
	}
	err = r.visit(ctx, client, part, spans, func(e Entry) error {
		totals.Add(e.Kind, statement.AmountsOf(client, e.Postings))
		return nil
	})
	return totals, err
}

// addPeriodOfLog adds the movements of all clients in a part of the log.
func (r Reader) addPeriodOfLog(ctx context.Context, sums *clientSums, after, through eventstore.Position) error {
	var d decoder
	prefix := balance.Aggregate.Category + "-"
	return engine.ReadPages(ctx, r.Log.Store(), after, through, func(page []eventstore.Recorded) error {
		for _, event := range page {
			id, ok := strings.CutPrefix(event.Stream, prefix)
			if !ok {
				continue
			}
			client, err := strconv.ParseInt(id, 10, 64)
			if err != nil {
				return err
			}
			m, moves, err := d.movement(event, accountsOf(client))
			if err != nil {
				return err
			}
			var totals statement.Totals
			if moves && totals.Add(m.Kind, statement.AmountsOf(client, m.Postings)) {
				sums.add(client, totals)
			}
		}
		return nil
	})
}

// accountsAt returns the balances of the accounts with a name at any position, from the totals and what they
// have not seen yet, or from the whole log.
func (r Reader) accountsAt(ctx context.Context, at eventstore.Position, name nameOf) (map[string]decimal.Decimal, error) {
	sums, seen := map[string]decimal.Decimal{}, eventstore.Position{}
	if r.Totals != nil {
		through, err := r.Totals.TotalsThrough(ctx)
		if err != nil {
			return nil, err
		}
		seen = earlier(through, at)
		if err := r.addOthers(ctx, sums, seen, name); err != nil {
			return nil, err
		}
	}
	return sums, r.addPostings(ctx, sums, seen, at, name)
}

func earlier(a, b eventstore.Position) eventstore.Position {
	if b.Before(a) {
		return b
	}
	return a
}

func later(a, b eventstore.Position) eventstore.Position {
	if a.Before(b) {
		return b
	}
	return a
}
