package postgres

import (
	"context"
	"fmt"

	"gateway/eventstore"
)

// room describes the ranges that a restore has made.
type room struct {
	last int64 // the last position that has a range
	size int64 // of a range of dense positions
	// width is the number of positions of the last range. It is larger than size if positions have gaps, so
	// that each range has about the same number of events.
	width int64
}

// dropRanges drops the ranges of the empty log. The restore makes those that suit its positions.
func (r *Restore) dropRanges(ctx context.Context) error {
	if err := dropRangesAfter(ctx, r.tx, "0"); err != nil {
		return fmt.Errorf("restore: %w", err)
	}
	if err := r.tx.QueryRowContext(ctx, `SELECT events FROM range_size`).Scan(&r.room.size); err != nil {
		return fmt.Errorf("restore: %w", err)
	}
	return nil
}

// makeRoom makes the ranges for a page of events.
func (r *Restore) makeRoom(ctx context.Context, events []eventstore.Recorded) error {
	if len(events) == 0 {
		return nil
	}
	n := int64(len(events))
	first, last := events[0].Position.Commit, events[n-1].Position.Commit
	if r.renumber {
		first, last = r.last+1, r.last+n
	}
	gap := int64(1)
	if n > 1 {
		gap = max(1, (last-first+n-2)/(n-1))
	}
	for r.room.last < last {
		r.room.width = r.room.size * gap
		if _, err := r.tx.ExecContext(ctx, `SELECT add_range($1, $2)`, r.room.last+1, r.room.last+r.room.width); err != nil {
			return err
		}
		r.room.last += r.room.width
	}
	return nil
}

// cutLastRange ends the last range at the last event if positions had gaps: future positions have none, and
// would make that range too large.
func (r *Restore) cutLastRange(ctx context.Context) error {
	if r.room.width > r.room.size {
		_, err := r.tx.ExecContext(ctx, fmt.Sprintf(`DO $$
			DECLARE g record;
			BEGIN
				SELECT number, first INTO g FROM ranges ORDER BY number DESC LIMIT 1;
				EXECUTE format('ALTER TABLE events DETACH PARTITION %%I', 'events_' || g.number);
				EXECUTE format('ALTER TABLE events ATTACH PARTITION %%I FOR VALUES FROM (%%s) TO (%%s)', 'events_' || g.number, g.first, %d);
				UPDATE ranges SET last = %d WHERE number = g.number;
			END $$`, r.last+1, r.last))
		if err != nil {
			return err
		}
	}
	_, err := r.tx.ExecContext(ctx, `SELECT make_range(1)`)
	return err
}
