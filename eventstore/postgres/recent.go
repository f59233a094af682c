package postgres

import (
	"context"

	"github.com/lib/pq/oid"

	"gateway/eventstore"
)

// The inner LIMIT makes the planner look up each gap by itself.
const readGaps = `SELECT ` + columns + `
	FROM unnest($1::bigint[], $2::bigint[]) AS gap (first, amount),
	     LATERAL (SELECT * FROM events WHERE position >= gap.first ORDER BY position LIMIT gap.amount) e
	LIMIT $3`

// recent gives at most limit events after the position from memory, and none when
// the reader is too far behind or all that is known of. What other processes wrote
// between is read first, by one reader for all of them.
func (s *Store) recent(ctx context.Context, after int64, limit int) []eventstore.Recorded {
	if limit <= 0 {
		return nil
	}
	head, _ := s.head.now()
	if len(s.tail.gaps(after, limit, head)) > 0 {
		select {
		case s.filling <- struct{}{}:
		case <-ctx.Done():
			return nil
		}
		s.fill(ctx, s.tail.gaps(after, limit, head))
		<-s.filling
	}
	return s.tail.after(after, limit)
}

// fill reads the gaps into memory. A failure leaves them: who asks the database
// next will be told of it.
func (s *Store) fill(ctx context.Context, gaps []span) {
	firsts, amounts := newArray(oid.T_int8, 0), newArray(oid.T_int8, 0)
	missing := 0
	for _, g := range gaps {
		amount := g.last - g.first + 1
		firsts.int64(g.first)
		amounts.int64(amount)
		missing += int(amount)
	}
	if missing == 0 {
		return
	}
	events, err := s.reader.events(ctx, missing, s.reader.gaps, firsts.wire(), amounts.wire())
	if err == nil {
		s.tail.add(events)
	}
}
