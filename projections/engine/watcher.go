package engine

import (
	"context"
	"database/sql"
	"sync"
	"time"

	"gateway/eventstore"
)

// pollEvery is how often a process that does not lead looks at the checkpoints
// while somebody waits, restEvery while nobody does.
const (
	pollEvery = 10 * time.Millisecond
	restEvery = time.Second
)

// Watcher knows how far the live read models are, and wakes those who wait for a
// position: whoever got a 2xx for a write reads it with the next request. One
// watcher serves a process. It never waits for a halted or rebuilding model.
type Watcher struct {
	db *sql.DB

	mu       sync.Mutex
	position eventstore.Position
	highest  eventstore.Position
	leading  bool
	waiting  int
	moved    chan struct{} // closed and replaced at every change
}

// NewWatcher makes a watcher of the checkpoints in db.
func NewWatcher(db *sql.DB) *Watcher {
	return &Watcher{db: db, moved: make(chan struct{})}
}

// Wait returns when the live read models have passed p, or with the context's
// error. The zero Position never waits.
func (w *Watcher) Wait(ctx context.Context, p eventstore.Position) error {
	for {
		w.mu.Lock()
		passed, moved := !w.position.Before(p), w.moved
		if passed {
			w.mu.Unlock()
			return nil
		}
		w.waiting++
		if w.waiting == 1 {
			w.wake() // the poller sleeps while nobody waits
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

// Position is how far the live read models were when last seen.
func (w *Watcher) Position() eventstore.Position {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.position
}

// Behind reports whether the live read models lack what is before p, or what they
// had before: they are being built anew because they were lost, or the last moment of
// them was, in a crash. What is read then may be wrong.
func (w *Watcher) Behind(p eventstore.Position) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.position.Before(p) || w.position.Before(w.highest)
}

// Run follows the checkpoints while this process does not lead the projections
// itself: closely while somebody waits, else so that Position is not far from the
// truth. It ends with ctx.
func (w *Watcher) Run(ctx context.Context) {
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
			next = time.After(restEvery)
		}
		if !leading {
			if p, err := livePosition(ctx, w.db); err == nil {
				w.set(p)
			}
		}
		select {
		case <-next:
		case <-moved:
		case <-ctx.Done():
		}
	}
}

// lead tells whether set is called by this process's own engine.
func (w *Watcher) lead(leading bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.leading = leading
	w.wake()
}

func (w *Watcher) set(p eventstore.Position) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.highest.Before(p) {
		w.highest = p
	}
	if w.position != p {
		w.position = p
		w.wake()
	}
}

// wake is called with mu held.
func (w *Watcher) wake() {
	close(w.moved)
	w.moved = make(chan struct{})
}

// livePosition is the position that every live read model has reached.
func livePosition(ctx context.Context, db *sql.DB) (eventstore.Position, error) {
	var p eventstore.Position
	err := db.QueryRowContext(ctx, `SELECT commit_position, prepare_position FROM checkpoints
		WHERE state = 'live' AND NOT reactor ORDER BY commit_position, prepare_position LIMIT 1`).Scan(&p.Commit, &p.Prepare)
	return p, err
}
