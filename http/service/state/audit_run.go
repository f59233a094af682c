package state

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"gateway/domain"
	"gateway/projections/readmodel/readtable"

	"github.com/lib/pq"
)

// The kinds of audit runs.
const (
	VerifyRun    = "verify"
	ReconcileRun = "reconcile"
)

// The outcomes of audit runs.
const (
	RunRunning = "running"
	// RunSound means that everything was checked and nothing is wrong.
	RunSound = "sound"
	// RunFound means that the report has findings or differences.
	RunFound = "found"
	// RunIncomplete means that nothing is known to be wrong, but not everything could be checked.
	RunIncomplete = "incomplete"
	// RunFailed means that the run could not be completed; Error says why.
	RunFailed = "failed"
	// RunInterrupted means that the process was stopped or died.
	RunInterrupted = "interrupted"
)

// KeptRuns is the number of newest runs of each kind that are kept.
const KeptRuns = 100

var (
	// ErrRunUnderWay says that another run is running.
	ErrRunUnderWay = errors.New("another audit run is running")
	// ErrRunNotFound refuses an unknown id.
	ErrRunNotFound = domain.Refuse(domain.NotFound, "not_found", "there is no such audit run; the newest %d of each kind are kept", KeptRuns)
)

// AuditRun is one run of audit verify or audit reconcile.
type AuditRun struct {
	ID int64 `db:"id" json:"id"`
	// Reference is the reference of the request that started it. It is nil for a command.
	Reference *string `db:"reference" json:"-"`
	Kind      string  `db:"kind" json:"kind"`
	Outcome   string  `db:"outcome" json:"outcome"`
	Actor     string  `db:"actor" json:"by"`
	// Instance is the process that executes it. It is empty for a command.
	Instance  string          `db:"instance" json:"-"`
	Version   string          `db:"version" json:"version"`
	Arguments json.RawMessage `db:"arguments" json:"arguments"`
	BeganAt   time.Time       `db:"began_at" json:"began_at"`
	EndedAt   *time.Time      `db:"ended_at" json:"ended_at"`
	// BeganAfter is the position after which the run reads the log, Position the last position read, and Head
	// the position at which it ends.
	BeganAfter int64 `db:"began_after" json:"after"`
	Position   int64 `db:"position" json:"position"`
	Head       int64 `db:"head" json:"head"`
	// Found is the number of findings or differences.
	Found int64 `db:"found" json:"found"`
	// Error is the reason for a failed run.
	Error string `db:"error" json:"error"`
	// Report is nil in lists, while the run is running, and when it failed.
	Report json.RawMessage `db:"report" json:"-"`
}

// Place implements listing.Placed.
func (r AuditRun) Place() readtable.Place { return readtable.Place{Position: r.ID} }

const runColumns = `id, reference, kind, outcome, actor, instance, version, arguments, began_at, ended_at, ` +
	`began_after, position, head, found, error`

// BeginRun records that a run starts, and returns it. Error: ErrRunUnderWay.
func (s *DB) BeginRun(ctx context.Context, r AuditRun) (AuditRun, error) {
	r.Outcome = RunRunning
	begun, err := s.addRun(ctx, r)
	if refused, ok := errors.AsType[*pq.Error](err); ok && refused.Constraint == "audit_runs_one_at_a_time" {
		return begun, ErrRunUnderWay
	}
	return begun, err
}

// KeepRun stores the completed run of a command, and returns it.
func (s *DB) KeepRun(ctx context.Context, r AuditRun) (AuditRun, error) {
	kept, err := s.addRun(ctx, r)
	if err != nil {
		return kept, err
	}
	return kept, s.forgetRuns(ctx, r.Kind)
}

func (s *DB) addRun(ctx context.Context, r AuditRun) (AuditRun, error) {
	err := s.db.GetContext(ctx, &r.ID, `INSERT INTO state.audit_runs (reference, kind, outcome, actor, instance, version, arguments,
			began_at, beat_at, ended_at, began_after, position, head, found, error, report)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, now(), $9, $10, $11, $12, $13, $14, $15) RETURNING id`,
		r.Reference, r.Kind, r.Outcome, r.Actor, r.Instance, r.Version, string(r.Arguments), r.BeganAt, r.EndedAt,
		r.BeganAfter, r.Position, r.Head, r.Found, storableText(r.Error), nullJSON(r.Report))
	if err != nil {
		return r, fmt.Errorf("keep an audit run: %w", err)
	}
	return r, nil
}

func nullJSON(raw json.RawMessage) any {
	if raw == nil {
		return nil
	}
	return string(raw)
}

// BeatRun records the progress of a run, which also shows that its process is alive.
func (s *DB) BeatRun(ctx context.Context, id, after, position, head int64) error {
	_, err := s.db.ExecContext(ctx,
		`UPDATE state.audit_runs SET beat_at = now(), began_after = $2, position = $3, head = $4 WHERE id = $1 AND outcome = 'running'`,
		id, after, position, head)
	if err != nil {
		return fmt.Errorf("record the progress of an audit run: %w", err)
	}
	return nil
}

// EndRun records how a run ended, even if it was marked as interrupted meanwhile. It deletes runs beyond the
// newest KeptRuns of the kind.
func (s *DB) EndRun(ctx context.Context, r AuditRun) error {
	_, err := s.db.ExecContext(ctx, `UPDATE state.audit_runs SET outcome = $2, ended_at = $3, began_after = $4, position = $5, head = $6,
			found = $7, error = $8, report = $9 WHERE id = $1`,
		r.ID, r.Outcome, r.EndedAt, r.BeganAfter, r.Position, r.Head, r.Found, storableText(r.Error), nullJSON(r.Report))
	if err != nil {
		return fmt.Errorf("keep the report of an audit run: %w", err)
	}
	return s.forgetRuns(ctx, r.Kind)
}

func (s *DB) forgetRuns(ctx context.Context, kind string) error {
	_, err := s.db.ExecContext(ctx, `DELETE FROM state.audit_runs WHERE kind = $1 AND outcome <> 'running' AND id NOT IN
		(SELECT id FROM state.audit_runs WHERE kind = $1 ORDER BY id DESC LIMIT $2)`, kind, KeptRuns)
	if err != nil {
		return fmt.Errorf("forget old audit runs: %w", err)
	}
	return nil
}
