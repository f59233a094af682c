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
	// After this long without an append the tail is given back.
	restAfter = 30 * time.Second
)

var appendSession = session{
	name: "gateway events append",
	settings: map[string]string{
		"statement_timeout":                   "5000",
		"lock_timeout":                        "3000",
		"idle_in_transaction_session_timeout": "2000",
		// append_events is planned once, not at each call: that was two thirds of its time.
		// The plan must then be good for a log of any size: a lookup for each request.
		"plan_cache_mode":  "force_generic_plan",
		"enable_hashjoin":  "off",
		"enable_mergejoin": "off",
		"jit":              "off",
	},
	silence: 7 * time.Second,
}

// appender writes the appends of this process, one batch after the other.
type appender struct {
	store    *Store
	db       *sql.DB
	stmt     *sql.Stmt
	patience time.Duration
	onBatch  func(events, requests int, took time.Duration)
	log      logrus.FieldLogger

	queue   chan *request
	waiting []*request // taken from the queue, not yet in a batch, in order
	done    chan struct{}
}

func newAppender(ctx context.Context, cfg Config, s *Store) (*appender, error) {
	session := appendSession
	session.claim = s.claim
	db, err := session.open(cfg.DSN, 1)
	if err != nil {
		return nil, err
	}
	a := &appender{
		store: s, db: db, patience: cfg.RetryFor, onBatch: cfg.OnBatch, log: cfg.Log,
		queue: make(chan *request, maxBatchRequests),
		done:  make(chan struct{}),
	}
	if a.stmt, err = db.PrepareContext(ctx, appendEvents); err != nil {
		_ = db.Close()
		return nil, fmt.Errorf("prepare to append: %w", orNotMigrated(err))
	}
	return a, nil
}

// stop ends run once what was queued is answered. Nothing may be queued any more.
func (a *appender) stop() {
	close(a.queue)
	<-a.done
}

func (a *appender) run() {
	defer close(a.done)
	for a.receive() {
		if b := a.next(); len(b) > 0 {
			a.write(b)
		}
	}
}

// receive takes what is queued, waiting for the first. It is false when the queue
// was closed and nothing is left.
func (a *appender) receive() bool {
	if len(a.waiting) == 0 {
		r, ok := a.first()
		if !ok {
			return false
		}
		a.waiting = append(a.waiting, r)
	}
	// Those who were just answered append again: let them, or batches would be
	// large and small in turns.
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

func (a *appender) first() (*request, bool) {
	select {
	case r, ok := <-a.queue:
		return r, ok
	default:
	}
	rest := time.NewTimer(restAfter)
	defer rest.Stop()
	for {
		select {
		case r, ok := <-a.queue:
			return r, ok
		case <-rest.C:
			a.store.tail.clear()
			a.waiting = nil
			rest.Reset(restAfter) // others may write, and be followed, meanwhile
		}
	}
}

// next makes a batch of those that wait longest, one of each stream: what the
// second on a stream meets depends on the first.
func (a *appender) next() batch {
	b := make(batch, 0, min(len(a.waiting), maxBatchRequests))
	seen := make(map[string]struct{}, cap(b))
	left := a.waiting[:0]
	size := 0
	for _, r := range a.waiting {
		if r.ctx.Err() != nil {
			r.failed(r.ctx.Err())
			continue
		}
		_, again := seen[r.stream]
		seen[r.stream] = struct{}{}
		if again || len(b) == maxBatchRequests || size+r.size > maxBatchBytes {
			left = append(left, r)
			continue
		}
		size += r.size
		b = append(b, r)
	}
	clear(a.waiting[len(left):])
	a.waiting = left
	return b
}
