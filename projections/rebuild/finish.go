package rebuild

import (
	"context"
	"errors"
	"fmt"

	"github.com/lib/pq"
	"golang.org/x/sync/errgroup"
)

// preparedAtOnce is how many shadows are prepared concurrently. One core builds each index.
const preparedAtOnce = 2

// finish prepares filled shadows for queries and then swaps them in one after the other.
func (r *Rebuilder) finish(ctx context.Context, shadows []*shadow, o Options) (done []Result, err error) {
	results, failures := make([]Result, len(shadows)), make([]error, len(shadows))
	var g errgroup.Group
	g.SetLimit(preparedAtOnce)
	for i, s := range shadows {
		g.Go(func() error {
			results[i], failures[i] = r.prepare(ctx, s, o)
			return nil
		})
	}
	_ = g.Wait()
	var failed []error
	for i, s := range shadows {
		err := failures[i]
		if err == nil && !o.Hold {
			err = r.swap(ctx, s)
		}
		results[i].Position = s.position.Commit
		if err != nil {
			failed = append(failed, fmt.Errorf("%s: %w", s.model.Name(), r.dropIfPoisoned(ctx, s, err)))
			continue
		}
		done = append(done, results[i])
	}
	return done, errors.Join(failed...)
}

// prepare makes a filled shadow ready for queries, and compares it if requested.
func (r *Rebuilder) prepare(ctx context.Context, s *shadow, o Options) (done Result, err error) {
	done.Name = s.model.Name()
	if s.poisoned != nil {
		return done, s.poisoned
	}
	if err := s.buildIndexes(ctx); err != nil {
		return done, err
	}
	for _, table := range s.model.Tables() { // otherwise the planner has no statistics for the first queries
		if _, err := s.db.ExecContext(ctx, `VACUUM (ANALYZE) `+pq.QuoteIdentifier(table)); err != nil {
			return done, fmt.Errorf("vacuum %s: %w", table, err)
		}
	}
	if !o.Verify && !o.Hold {
		return done, nil
	}
	compared, err := r.compare(ctx, s)
	if err == nil && o.Hold {
		err = s.keepComparison(ctx, compared)
	}
	for _, d := range compared {
		if d.differs() {
			done.Differences = append(done.Differences, d)
		}
	}
	return done, err
}
