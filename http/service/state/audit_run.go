package state

import (
	"context"
	"database/sql"
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
