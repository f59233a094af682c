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

// periodReaders is the number of clients that are read concurrently.
const periodReaders = 8

// clientSum sums a client's movements by line and by VAT rate.
type clientSum struct {
	totals statement.Totals
	rates  statement.VATRates
}

// clientSums collects the sums of all clients. It is safe for concurrent use.
type clientSums struct {
	mu    sync.Mutex
	all   map[int64]clientSum
	rates vatRates
}

func newClientSums(r Reader) *clientSums {
	return &clientSums{all: map[int64]clientSum{}, rates: vatRates{reader: r}}
}

// addSum adds movements of one line that are already summed.
func (s *clientSums) addSum(client int64, line, rate string, sum statement.Sum) {
	s.mu.Lock()
	defer s.mu.Unlock()
	known, ok := s.all[client]
	if !ok {
		known.rates = statement.VATRates{}
	}
	known.totals.AddSum(line, sum)
	known.rates.AddSum(rate, sum)
	s.all[client] = known
}

// add adds a movement, unless it only moves money between the client's own accounts.
func (s *clientSums) add(ctx context.Context, client int64, m Movement) error {
	amounts := statement.AmountsOf(client, m.Postings)
	if amounts.IsZero() {
		return nil
	}
	rate := ""
	if amounts.HasVATRate() {
		var err error
		if rate, err = s.rates.of(ctx, m); err != nil {
			return err
		}
	}
	s.addSum(client, statement.LineOf(m.Kind), rate, statement.Sum{Count: 1, Amounts: amounts})
	return nil
}

// addStretch adds the movements in a part of the log. It reads movements that the read models have applied
// from each client's stream, and newer ones from the log.
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

// addPeriodOfClients adds each client's movements in a part of the log that the read models have applied.
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
				return r.addPeriodOfClient(ctx, sums, b.ClientID, part)
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

func (r Reader) addPeriodOfClient(ctx context.Context, sums *clientSums, client int64, part stretch) error {
	spans, err := r.spansOf(ctx, client, part)
	if err != nil {
		return err
	}
	return r.visit(ctx, client, part, spans, func(e Entry) error { return sums.add(ctx, client, e.Movement) })
}

// addPeriodOfLog adds the movements of all clients in a part of the log.
func (r Reader) addPeriodOfLog(ctx context.Context, sums *clientSums, after, through eventstore.Position) error {
	var d decoder
	prefix := balance.Aggregate.Category + "-"
	return engine.ReadPages(ctx, r.Log.Store(), after, through, func(page []eventstore.Recorded) error {
		for _, event := range page {
			id, ok := strings.CutPrefix(event.Stream, prefix)
			if !ok {
				if err := sums.rates.note(event); err != nil {
					return err
				}
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
			if moves {
				if err := sums.add(ctx, client, m); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// accountsAt returns the balances of the accounts that name selects, at any position. It uses the totals and
// the events that they do not count yet, or without totals the whole log.
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
