package engine

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"slices"
	"sync"
	"time"

	"gateway/eventstore"
)

// workerCount is the number of sessions that apply a large batch at once.
const workerCount = 2

// workers are the sessions of a run. A small batch is applied through the first one, in one transaction. A
// large batch is applied through all, each with a part of the models, so that one part is folded while
// PostgreSQL writes the rows of the other. The engine's mu guards them.
type workers [workerCount]*Session

func newWorkers(db *sql.DB) (w workers) {
	for i := range w {
		w[i] = NewSession(db)
	}
	return w
}

func (w workers) close() {
	for _, s := range w {
		s.Close()
	}
}

// apply applies a batch to the members that are at position from. After an error, some members may already
// have advanced. It returns the member that caused the error, if any.
func (w workers) apply(ctx context.Context, members []*member, from eventstore.Position, b batch) (failed *member, err error) {
	var waiting []*member
	for _, m := range members {
		if m.position == from {
			waiting = append(waiting, m)
		}
	}
	if len(b.events) < largeBatch {
		for _, s := range w[1:] {
			s.Close() // until a large batch comes again
		}
		return applyToMembers(ctx, w[0], waiting, from, b)
	}
	var outcomes [workerCount]struct {
		failed *member
		err    error
	}
	var wg sync.WaitGroup
	for i, part := range divide(waiting) {
		wg.Go(func() { outcomes[i].failed, outcomes[i].err = applyToMembers(ctx, w[i], part, from, b) })
	}
	wg.Wait()
	for _, o := range outcomes {
		if o.failed != nil && !Transient(o.err) { // the group continues without it
			return o.failed, o.err
		}
		err = errors.Join(err, o.err)
	}
	return nil, err
}

// divide divides members into parts that take about the same time.
func divide(members []*member) (parts [workerCount][]*member) {
	byTime := slices.SortedStableFunc(slices.Values(members), func(a, b *member) int { return cmp.Compare(b.took, a.took) })
	var load [workerCount]time.Duration
	for _, m := range byTime {
		least := slices.Index(load[:], slices.Min(load[:]))
		parts[least] = append(parts[least], m)
		load[least] += max(m.took, 1)
	}
	return parts
}

// applyToMembers applies a batch to members at position from, in one transaction. It returns the member that
// caused the error, if any. The caller holds mu.
func applyToMembers(
	ctx context.Context, s *Session, members []*member, from eventstore.Position, b batch,
) (failed *member, err error) {
	if len(members) == 0 {
		return nil, nil
	}
	models := make([]Model, len(members))
	for i, m := range members {
		models[i] = m.model
	}
	index, err := applyBatch(ctx, s, models, from, b.events, func(i int, d time.Duration) { members[i].took = d })
	if err != nil {
		if index >= 0 {
			failed = members[index]
		}
		return failed, err
	}
	for _, m := range members {
		m.position = b.end()
	}
	return nil, nil
}
