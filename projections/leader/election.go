package leader

import (
	"context"
	"database/sql"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sirupsen/logrus"
)

const (
	// heartbeatInterval is the time between two heartbeats.
	heartbeatInterval = time.Second
	// maxHeartbeatAge is the heartbeat age, by the database's clock, from which the leader counts as frozen.
	maxHeartbeatAge = 3 * time.Second
	// queryTimeout limits each query. A leader that gets no answer stops before its heartbeat becomes too
	// old.
	queryTimeout = 1500 * time.Millisecond
	// retryInterval is how often a follower tries to take the lock. It tries again after evictedRetryInterval
	// when it has ended the leader's session.
	retryInterval, evictedRetryInterval = 500 * time.Millisecond, 50 * time.Millisecond
	// yieldedRetryInterval is how often an instance that has yielded tries, so that every other instance
	// tries first.
	yieldedRetryInterval = 3 * retryInterval
)

// Election is one instance's part in the election. Make it with New. It is safe for concurrent use.
type Election struct {
	// Label tells other instances what this one leads with, such as the version of its read models; they read
	// it with LeadersLabel. It is at most 50 bytes and must be set before Run.
	Label string

	db     *sql.DB
	logger *logrus.Entry
	leads  atomic.Bool
	failed bool // the last attempt to take the lock failed; used by Run alone

	// standDown is closed by StandDown, yield by Yield.
	standDown, yield         chan struct{}
	standDownOnce, yieldOnce sync.Once
}

// New makes an Election on the database with the schema state. All instances must use
// one role, or roles that may end each other's sessions, and direct connections: a
// transaction pooler does not keep sessions.
func New(db *sql.DB, logger *logrus.Entry) *Election {
	return &Election{db: db, logger: logger, standDown: make(chan struct{}), yield: make(chan struct{})}
}

// StandDown permanently ends this instance's part in the election: it stops leading and never leads again.
// Run keeps running without work.
func (e *Election) StandDown() { e.standDownOnce.Do(func() { close(e.standDown) }) }

// Yield gives the lead to another instance because this one is about to stop. It stops leading at once, and
// leads again only while no other instance does.
func (e *Election) Yield() { e.yieldOnce.Do(func() { close(e.yield) }) }

// Leads reports whether this instance leads, as far as it knows.
func (e *Election) Leads() bool { return e.leads.Load() }

// Run waits until this instance is the leader and then runs work. When it loses the leadership, it cancels
// work's context at once, waits for work to return, and starts again. It returns nil when ctx ends, or work's
// error.
func (e *Election) Run(ctx context.Context, work func(ctx context.Context) error) error {
	for ctx.Err() == nil {
		if isClosed(e.standDown) {
			<-ctx.Done()
			return nil
		}
		next := retryInterval
		s, err := tryLock(ctx, e.db, e.Label)
		e.logFailure(ctx, err)
		switch {
		case s != nil:
			if err := e.runAsLeader(ctx, s, work); err != nil {
				return err
			}
		case err == nil && e.evict(ctx):
			next = evictedRetryInterval
		}
		if isClosed(e.yield) {
			next = yieldedRetryInterval
		}
		select {
		case <-time.After(next):
		case <-e.standDown:
		case <-ctx.Done():
		}
	}
	return nil
}

func isClosed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// runAsLeader runs work until it returns or the session is lost. It keeps the lock until work has returned,
// even after ctx ends, so that the next leader does not overlap with it.
func (e *Election) runAsLeader(ctx context.Context, s *session, work func(ctx context.Context) error) error {
	defer s.close()
	yield := e.yield
	if isClosed(yield) { // checked before the work starts, so that a Yield during the work counts
		yield = nil // no other instance took the lead
	}
	workCtx, stop := context.WithCancel(ctx)
	defer stop()
	done := make(chan error, 1)
	go func() { done <- work(workCtx) }()
	e.leads.Store(true)
	defer e.leads.Store(false)
	e.logger.Info("this instance leads")
	defer e.logger.Info("this instance leads no more")
	for {
		select {
		case err := <-done:
			return err
		case <-e.standDown:
			e.leads.Store(false)
			stop()
			return <-done
		case <-yield:
			e.leads.Store(false)
			stop()
			return <-done
		case <-time.After(heartbeatInterval):
		}
		if err := s.renewHeartbeat(context.WithoutCancel(ctx)); err != nil {
			e.leads.Store(false)
			stop()
			e.logger.WithError(err).Warn("this instance is no longer the leader")
			_ = <-done // the cancelled context ended it
			return nil // Run tries to become the leader again
		}
	}
}

// logFailure logs that an attempt to take the lock failed, once until an attempt succeeds.
func (e *Election) logFailure(ctx context.Context, err error) {
	if err != nil && !e.failed && ctx.Err() == nil {
		e.logger.WithError(err).Error("can't take part in the leader election: if no other instance leads, nothing is booked or sent")
	}
	e.failed = err != nil
}

// evict ends the leader's session when its heartbeat is too old, and reports whether
// it did.
func (e *Election) evict(ctx context.Context) bool {
	evicted, err := endSilentSession(ctx, e.db)
	switch {
	case evicted:
		e.logger.Warn("the leader's heartbeat is too old: its session is ended")
	case err != nil && !errors.Is(err, context.Canceled):
		e.logger.WithError(err).Warn("can't read the leader's heartbeat")
	}
	return evicted
}
