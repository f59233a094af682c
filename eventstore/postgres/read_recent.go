package postgres

import (
	"context"

	"gateway/eventstore"
	"gateway/eventstore/wire"
)

// readGaps has a LIMIT inside, so that the planner looks up each gap by the index.
const readGaps = `SELECT ` + columns + `
	FROM unnest($1::bigint[], $2::bigint[]) AS gap (first, amount),
	     LATERAL (SELECT * FROM events WHERE position >= gap.first ORDER BY position LIMIT gap.amount) e
	LIMIT $3`

// readRecent returns at most limit events after the position from memory. It returns none for a reader that
// is too far behind or at the end. Events of other processes that memory lacks are first read from the
// database, by one reader for all.
func (s *Store) readRecent(ctx context.Context, after int64, limit int) []eventstore.Recorded {
	if limit <= 0 {
		return nil
	}
	head, _ := s.head.current()
	if len(s.tail.missingSpans(after, limit, head)) > 0 {
		select {
		case s.fillLock <- struct{}{}:
		case <-ctx.Done():
			return nil
		}
		s.fillGaps(ctx, s.tail.missingSpans(after, limit, head))
		<-s.fillLock
	}
	return s.tail.eventsAfter(after, limit)
}

// fillGaps reads the gaps into memory. It ignores an error: the caller then reads from
// the database, and gets the error there.
func (s *Store) fillGaps(ctx context.Context, gaps []span) {
	firsts, amounts := wire.Int64s(len(gaps)), wire.Int64s(len(gaps))
	missing := 0
	for _, g := range gaps {
		amount := g.last - g.first + 1
		firsts.AppendInt64(g.first)
		amounts.AppendInt64(amount)
		missing += int(amount)
	}
	if missing == 0 {
		return
	}
	events, err := s.reader.events(ctx, missing, s.reader.gaps, firsts.Encoded(), amounts.Encoded())
	if err == nil {
		s.tail.addEvents(events)
	}
}
