package state

import (
	"context"
	"fmt"
	"time"
)

// LogJob is the last run of a log maintenance command, or records that it never ran.
type LogJob struct {
	Job string `db:"job"` // JobSeal or JobArchive
	// Ran is true when the command was ever run. Error is why the last run failed, or "" when it succeeded.
	Ran   bool   `db:"ran"`
	Error string `db:"error"`
	// IdleSince is the end of the last successful run. Before the first it is the time from which runs are
	// recorded.
	IdleSince time.Time `db:"idle_since"`
}

// The log maintenance commands.
const (
	JobSeal    = "seal"
	JobArchive = "archive"
)

// readLogJobs relies on migration version 10, which made the table; runs are recorded since then.
const readLogJobs = `SELECT k.job, l.job IS NOT NULL AS ran, coalesce(l.error, '') AS error,
		coalesce(l.succeeded_at, (SELECT min(g.tstamp)::timestamptz FROM state.goose_db_version g WHERE g.version_id = 10), now()) AS idle_since
	FROM unnest(ARRAY['archive', 'seal']) AS k (job) LEFT JOIN state.log_jobs l USING (job) ORDER BY k.job`

// LogJobs returns the last run of each job.
func (s *DB) LogJobs(ctx context.Context) (jobs []LogJob, err error) {
	if err := s.db.SelectContext(ctx, &jobs, readLogJobs); err != nil {
		return nil, fmt.Errorf("read the last runs of seal and archive: %w", err)
	}
	return jobs, nil
}

// KeepLogJob records a completed run, with the error if it failed.
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
