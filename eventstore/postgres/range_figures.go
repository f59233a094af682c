package postgres

import (
	"context"
	"fmt"
	"time"
)

// RangeFigures says how far the sealing and archiving of a log have come.
type RangeFigures struct {
	// Full counts the ranges that are full and not sealed, Sealed those that are sealed and not archived, and
	// Archived those that are archived.
	Full, Sealed, Archived int
	// OldestFull is when the last event of the oldest full range was booked; zero without one.
	OldestFull time.Time
}

const readRangeFigures = `WITH full_ranges AS (
		SELECT g.number, g.last FROM ranges g WHERE g.sealed_at IS NULL AND g.last < (SELECT max(e.position) FROM events e))
	SELECT (SELECT count(*) FROM full_ranges),
		(SELECT count(*) FROM ranges g WHERE g.sealed_at IS NOT NULL AND g.archived_at IS NULL),
		(SELECT count(*) FROM ranges g WHERE g.archived_at IS NOT NULL),
		(SELECT (SELECT e.booked_at FROM events e WHERE e.position <= f.last ORDER BY e.position DESC LIMIT 1)
		   FROM full_ranges f ORDER BY f.number LIMIT 1)`

// RangeFigures reads how far the sealing and archiving have come. Error: ErrUnavailable (wrapped).
func (s *Store) RangeFigures(ctx context.Context) (f RangeFigures, err error) {
	if err := s.beginCall(); err != nil {
		return f, err
	}
	defer s.calls.Done()
	var oldest *time.Time
	err = s.reader.withRetry(ctx, func() error {
		return s.reader.db.QueryRowContext(ctx, readRangeFigures).Scan(&f.Full, &f.Sealed, &f.Archived, &oldest)
	})
	if err != nil {
		return f, fmt.Errorf("read how far the sealing is: %w", err)
	}
	if oldest != nil {
		f.OldestFull = oldest.UTC()
	}
	return f, nil
}
