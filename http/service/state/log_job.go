package state

import (
	"context"
	"fmt"
	"time"
)

// LogJob is the last run of a command that tends the log.
type LogJob struct {
	Job     string    `db:"job"` // JobSeal or JobArchive
	BeganAt time.Time `db:"began_at"`
	EndedAt time.Time `db:"ended_at"`
	// Error is why the run failed, "" where it succeeded.
	Error string `db:"error"`
	// SucceededAt is the end of the last run that succeeded, nil before the first.
	SucceededAt *time.Time `db:"succeeded_at"`
}

// The commands that tend the log.
const (
	JobSeal    = "seal"
	JobArchive = "archive"
)

// LogJobs returns the last run of each job that was ever run.
func (s *DB) LogJobs(ctx context.Context) (jobs []LogJob, err error) {
	err = s.db.SelectContext(ctx, &jobs, `SELECT job, began_at, ended_at, error, succeeded_at FROM state.log_jobs ORDER BY job`)
	if err != nil {
		return nil, fmt.Errorf("read the last runs of seal and archive: %w", err)
	}
	return jobs, nil
}

// KeepLogJob records a run that has ended, with the error why it failed.
func (s *DB) KeepLogJob(ctx context.Context, job string, began, ended time.Time, failure error) error {
	var text string
	var succeeded *time.Time
	if failure == nil {
		succeeded = &ended
	} else {
		text = storableText(failure.Error())
	}
	_, err := s.db.ExecContext(ctx, `INSERT INTO state.log_jobs (job, began_at, ended_at, error, succeeded_at) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (job) DO UPDATE SET began_at = excluded.began_at, ended_at = excluded.ended_at, error = excluded.error,
			succeeded_at = coalesce(excluded.succeeded_at, state.log_jobs.succeeded_at)`, job, began, ended, text, succeeded)
	if err != nil {
		return fmt.Errorf("record the run of %s: %w", job, err)
	}
	return nil
}
