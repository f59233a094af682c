package engine

import (
	"context"
	"database/sql"
	"sync"
	"time"

	"gateway/eventstore"
)

// An instance that does not lead polls the checkpoints every pollEvery while a caller waits for a position,
// and every idlePollEvery otherwise.
const (
	pollEvery     = 10 * time.Millisecond
	idlePollEvery = time.Second
)

// CheckpointWatcher knows the position that all live read models have reached, and lets callers wait for a
// position, so that a client that got a 2xx for a write sees it in the next read. It does not wait for halted
// and rebuilding models. A process has one watcher; it is safe for concurrent use.
type CheckpointWatcher struct {
	db *sql.DB

	mu       sync.Mutex
	position eventstore.Position
	highest  eventstore.Position // the maximum of position
	leading  bool                // this process's engine sets the position
	terms    int                 // how often leading was set
	waiting  int                 // number of callers in Wait
	moved    chan struct{}       // closed and replaced at every change
}

// NewCheckpointWatcher makes a watcher of the checkpoints in db.
func NewCheckpointWatcher(db *sql.DB) *CheckpointWatcher {
	return &CheckpointWatcher{db: db, moved: make(chan struct{})}
}

// Wait returns nil when the live read models have reached p, or the context's error.
// For the zero Position it returns at once.
func (w *CheckpointWatcher) Wait(ctx context.Context, p eventstore.Position) error {
	for {
		w.mu.Lock()
		passed, moved := !w.position.Before(p), w.moved
		if passed {
			w.mu.Unlock()
			return nil
		}
		w.waiting++
		if w.waiting == 1 {
			w.wakeAll() // Run polls slowly until a caller waits, so wake it
			moved = w.moved
		}
		w.mu.Unlock()
		var err error
		select {
		case <-moved:
		case <-ctx.Done():
			err = ctx.Err()
		}
		w.mu.Lock()
		w.waiting--
		w.mu.Unlock()
		if err != nil {
			return err
		}
	}
}

// Position returns the position that the live read models had reached at the last poll.
func (w *CheckpointWatcher) Position() eventstore.Position {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.position
}

// Behind reports whether the live read models have not reached p, or are below the highest position that this
// watcher has seen. The latter happens when a crash lost their last commits, or when they were dropped and
// are being rebuilt. Queries may then return outdated answers.
func (w *CheckpointWatcher) Behind(p eventstore.Position) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.position.Before(p) || w.position.Before(w.highest)
}

// Report tells the watcher the position that the live read models have reached. A
// simulation, which has no database to poll, calls it in place of Run.
func (w *CheckpointWatcher) Report(p eventstore.Position) { w.setPosition(p) }

// Run polls the checkpoints, except while this process's own engine runs and reports
// its positions. It returns when ctx ends.
func (w *CheckpointWatcher) Run(ctx context.Context) {
	for ctx.Err() == nil {
		w.mu.Lock()
		leading, waited, moved := w.leading, w.waiting > 0, w.moved
		w.mu.Unlock()
		var next <-chan time.Time
		switch {
		case leading:
		case waited:
			next, moved = time.After(pollEvery), nil
		default:
			next = time.After(idlePollEvery)
		}
		if !leading {
			w.poll(ctx)
		}
		select {
		case <-next:
		case <-moved:
		case <-ctx.Done():
		}
	}
}

// poll reads the checkpoints. It discards the result if this process's own engine started meanwhile, because
// the engine's position is newer.
func (w *CheckpointWatcher) poll(ctx context.Context) {
	w.mu.Lock()
	terms := w.terms
	w.mu.Unlock()
	p, err := livePosition(ctx, w.db)
	if err != nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.terms == terms {
		w.set(p)
	}
}

// setLeading tells Run whether this process's own engine reports the positions.
func (w *CheckpointWatcher) setLeading(leading bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.leading = leading
	w.terms++
	w.wakeAll()
}

func (w *CheckpointWatcher) setPosition(p eventstore.Position) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.set(p)
}

// set does the work of setPosition; the caller holds mu.
func (w *CheckpointWatcher) set(p eventstore.Position) {
	if w.highest.Before(p) {
		w.highest = p
	}
	if w.position != p {
		w.position = p
		w.wakeAll()
	}
}

// wakeAll wakes Run and all callers of Wait. The caller holds mu.
func (w *CheckpointWatcher) wakeAll() {
	close(w.moved)
	w.moved = make(chan struct{})
}

// livePosition reads the position that every live read model has reached.
func livePosition(ctx context.Context, db *sql.DB) (eventstore.Position, error) {
	var p eventstore.Position
	err := db.QueryRowContext(ctx, `SELECT commit_position, prepare_position FROM checkpoints
		WHERE state = 'live' AND NOT reactor ORDER BY commit_position, prepare_position LIMIT 1`).Scan(&p.Commit, &p.Prepare)
	return p, err
}
