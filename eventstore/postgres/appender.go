package postgres

import (
	"context"
	"database/sql"
	"fmt"
	"runtime"
	"time"

	"github.com/sirupsen/logrus"
)

const (
	maxBatchRequests = 512
	maxBatchBytes    = 4_000_000
	// idleAfter is the time without an append after which the tail's memory is freed.
	idleAfter = 30 * time.Second
)

var appendSession = sessionConfig{
	name: "gateway events append",
	settings: map[string]string{
		"statement_timeout":                   "5000",
		"lock_timeout":                        "3000",
		"idle_in_transaction_session_timeout": "2000",
		// append_events is planned once, not at each call: planning took two thirds of the time. The one plan
		// must suit a log of any size: an index lookup for each request.
		"plan_cache_mode":  "force_generic_plan",
		"enable_hashjoin":  "off",
		"enable_mergejoin": "off",
		// A new range has no statistics. Without them the planner would use a bitmap, and read and sort all
		// of a stream to find its last revision.
		"enable_bitmapscan": "off",
		"jit":               "off",
	},
	ioTimeout: 7 * time.Second,
}

// appender writes the appends of this process on one connection, one batch after the
// other.
type appender struct {
	store    *Store
	db       *sql.DB
	stmt     *sql.Stmt
	retryFor time.Duration
	onBatch  func(events, requests int, took time.Duration)
	log      logrus.FieldLogger

	queue   chan *request
	waiting []*request    // taken from the queue, not yet in a batch, in order
	done    chan struct{} // closed when writeBatches has ended
}

func newAppender(ctx context.Context, cfg Config, s *Store) (*appender, error) {
	session := appendSession
	session.claim, session.wrap = s.claim, cfg.Wrap
	db, err := session.open(cfg.DSN, 1)
	if err != nil {
		return nil, err
	}
	a := &appender{
		store: s, db: db, retryFor: cfg.RetryFor, onBatch: cfg.OnBatch, log: cfg.Log,
		queue: make(chan *request, maxBatchRequests),
		done:  make(chan struct{}),
	}
	if a.stmt, err = db.PrepareContext(ctx, appendEvents); err != nil {
		_ = db.Close()
		return nil, fmt.Errorf("prepare to append: %w", orNotMigrated(err))
	}
	return a, nil
}

// stop waits until all queued requests are answered and writeBatches has ended. No
// request may be queued afterwards.
func (a *appender) stop() {
	close(a.queue)
	<-a.done
}

// writeBatches writes batches until the queue is closed and empty.
func (a *appender) writeBatches() {
	defer close(a.done)
	for a.collectRequests() {
		if b := a.nextBatch(); len(b) > 0 {
			a.writeBatch(b)
		}
	}
}

// collectRequests waits for a request and takes all that are queued. It returns false if the queue is closed
// and empty.
func (a *appender) collectRequests() bool {
	if len(a.waiting) == 0 {
		r, ok := a.waitForRequest()
		if !ok {
			return false
		}
		a.waiting = append(a.waiting, r)
	}
	// Callers that were just answered often append again. Without this yield they would miss the batch, and
	// large and small batches would alternate.
	runtime.Gosched()
	for len(a.waiting) < 2*maxBatchRequests {
		select {
		case r, ok := <-a.queue:
			if !ok {
				return true
			}
			a.waiting = append(a.waiting, r)
		default:
			return true
		}
	}
	return true
}

// waitForRequest returns the next request, or false if the queue is closed. During a long wait it frees the
// tail's memory.
func (a *appender) waitForRequest() (*request, bool) {
	select {
	case r, ok := <-a.queue:
		return r, ok
	default:
	}
	idle := time.NewTimer(idleAfter)
	defer idle.Stop()
	for {
		select {
		case r, ok := <-a.queue:
			return r, ok
		case <-idle.C:
			a.store.tail.clear()
			a.waiting = nil
			idle.Reset(idleAfter) // followers may fill the tail with events of other processes
		}
	}
}
