package state

import (
	"context"
	"fmt"
	"time"
)

const (
	// deadAfter is how long the process of a run may show no sign of life before the run counts as
	// interrupted, if the process does not hold its lock. deadAnyway is the time after which it counts as
	// interrupted in any case.
	deadAfter, deadAnyway = 5 * time.Second, time.Minute
)

// InterruptDeadRuns marks the runs of dead processes as interrupted.
func (s *DB) InterruptDeadRuns(ctx context.Context, alive func(ctx context.Context, instance string) (bool, error)) error {
	var silent []struct {
		ID       int64  `db:"id"`
		Instance string `db:"instance"`
		Dead     bool   `db:"dead"`
	}
	err := s.db.SelectContext(ctx, &silent, `SELECT id, instance, beat_at < now() - make_interval(secs => $2) AS dead
		FROM state.audit_runs WHERE outcome = 'running' AND beat_at < now() - make_interval(secs => $1)`,
		deadAfter.Seconds(), deadAnyway.Seconds())
	if err != nil {
		return fmt.Errorf("look for audit runs of dead processes: %w", err)
	}
	for _, r := range silent {
		if !r.Dead {
			lives, err := alive(ctx, r.Instance)
			if err != nil {
				return err
			}
			r.Dead = !lives
		}
		if !r.Dead {
			continue
		}
		_, err := s.db.ExecContext(ctx, `UPDATE state.audit_runs SET outcome = 'interrupted', ended_at = beat_at
			WHERE id = $1 AND outcome = 'running' AND beat_at < now() - make_interval(secs => $2)`, r.ID, deadAfter.Seconds())
		if err != nil {
			return fmt.Errorf("mark an audit run as interrupted: %w", err)
		}
	}
	return nil
}
