package state

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"gateway/projections/readmodel/readtable"
)

// AuditRun returns a run with its report. Refusal: ErrRunNotFound.
func (s *DB) AuditRun(ctx context.Context, id int64) (AuditRun, error) {
	return s.runWhere(ctx, `id = $1`, id)
}

// RunOfReference returns the run that the request with a reference started. Refusal: ErrRunNotFound.
func (s *DB) RunOfReference(ctx context.Context, reference string) (AuditRun, error) {
	return s.runWhere(ctx, `reference = $1`, reference)
}

// RunningRun returns the run that is running. Refusal: ErrRunNotFound.
func (s *DB) RunningRun(ctx context.Context) (AuditRun, error) {
	return s.runWhere(ctx, `outcome = 'running' LIMIT $1`, 1)
}

// LastSoundVerify returns, with its report, the newest verify that found nothing and, together with those
// before it, covers the log from its first event. That is a verify of the whole log, or one in a gateway that
// continues from such a verify. A drill does not count, because it did not ask the provider. Refusal:
// ErrRunNotFound.
func (s *DB) LastSoundVerify(ctx context.Context) (AuditRun, error) {
	return s.runWhere(ctx, `kind = 'verify' AND outcome = $1 AND (instance <> '' OR arguments->>'whole' = 'true')
		AND arguments->>'drill' IS NULL ORDER BY id DESC LIMIT 1`, RunSound)
}

// OpenFindings counts the runs whose findings no later sound run has cleared, and returns when the first of
// them ended. A later run clears them if it was sound and read at least the same part of the log, or of the
// provider's books. A drill does not count, because it did not ask the provider.
func (s *DB) OpenFindings(ctx context.Context) (n int64, since *time.Time, err error) {
	err = s.db.QueryRowContext(ctx, `SELECT count(*), min(f.ended_at) FROM state.audit_runs f WHERE f.outcome = $1 AND NOT EXISTS (
		SELECT FROM state.audit_runs s WHERE s.kind = f.kind AND s.id > f.id AND s.outcome = $2 AND s.arguments->>'drill' IS NULL AND CASE f.kind
			WHEN $3 THEN s.began_after <= f.began_after
			ELSE s.arguments->>'from' <= f.arguments->>'from' AND s.arguments->>'to' >= f.arguments->>'to' END)`,
		RunFound, RunSound, VerifyRun).Scan(&n, &since)
	if err != nil {
		return 0, nil, fmt.Errorf("count audit runs with findings: %w", err)
	}
	return n, since, nil
}

func (s *DB) runWhere(ctx context.Context, condition string, arg any) (r AuditRun, err error) {
	err = s.db.GetContext(ctx, &r, `SELECT `+runColumns+`, COALESCE(report, 'null') AS report FROM state.audit_runs WHERE `+condition, arg)
	if errors.Is(err, sql.ErrNoRows) {
		return r, ErrRunNotFound
	}
	if err != nil {
		return r, fmt.Errorf("read an audit run: %w", err)
	}
	return r, nil
}

// AuditRuns returns a page of the runs without their reports, newest first, and their total number. An empty
// kind or outcome selects any.
func (s *DB) AuditRuns(ctx context.Context, kind, outcome string, p readtable.Page) (rows []AuditRun, total int64, err error) {
	const selected = ` FROM state.audit_runs WHERE ($1 = '' OR kind = $1) AND ($2 = '' OR outcome = $2)`
	if err := s.db.GetContext(ctx, &total, `SELECT count(*)`+selected, kind, outcome); err != nil {
		return nil, 0, fmt.Errorf("count audit runs: %w", err)
	}
	before, skip := int64(0), int64(p.Number-1)*int64(p.PerPage)
	if p.After != nil {
		before, skip = p.After.Position, 0
	}
	rows = []AuditRun{}
	err = s.db.SelectContext(ctx, &rows, `SELECT `+runColumns+selected+` AND ($3 = 0 OR id < $3) ORDER BY id DESC LIMIT $4 OFFSET $5`,
		kind, outcome, before, p.PerPage, skip)
	if err != nil {
		return nil, 0, fmt.Errorf("list audit runs: %w", err)
	}
	return rows, total, nil
}
