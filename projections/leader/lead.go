package leader

import (
	"context"
	"database/sql"
	"errors"
	"sync/atomic"
	"time"

	"github.com/sirupsen/logrus"
)

const (
	// interval lies between two heartbeats.
	interval = time.Second
	// silence is how old a heartbeat must be, by the database's clock, for its
	// leader to be taken for frozen.
	silence = 3 * time.Second
	// patience bounds each question to the database. A leader that the database
	// does not answer gives up before others may take it for frozen.
	patience = 1500 * time.Millisecond
	// look is how often a follower tries to take the lead, soon when it has just
	// ended the leader's session.
	look, soon = 500 * time.Millisecond, 50 * time.Millisecond
)

// Lead is one instance's part in it. Make it with New; it is safe for concurrent
// use.
type Lead struct {
	db     *sql.DB
	logger *logrus.Entry
	leads  atomic.Bool
	stuck  bool // seeking it failed the last time; used by Run alone
}

// New uses the database that has the schema state. All instances must use one
// role, or roles that may end each other's sessions, and direct connections: a
// transaction pooler has no sessions.
func New(db *sql.DB, logger *logrus.Entry) *Lead { return &Lead{db: db, logger: logger} }

// Leads reports whether this instance leads, as far as it knows.
func (l *Lead) Leads() bool { return l.leads.Load() }

// Run waits for the lead, runs work while it has it, and begins again when it was
// lost; work's context ends at once then. It returns when ctx ends, or with the
// error of work.
func (l *Lead) Run(ctx context.Context, work func(ctx context.Context) error) error {
	for ctx.Err() == nil {
		next := look
		s, err := take(ctx, l.db)
		l.complain(ctx, err)
		switch {
		case s != nil:
			if err := l.hold(ctx, s, work); err != nil {
				return err
			}
		case err == nil && l.evict(ctx):
			next = soon
		}
		select {
		case <-time.After(next):
		case <-ctx.Done():
		}
	}
	return nil
}

// hold works until the session is lost or the work has ended. The lead is kept
// until then, also when ctx ends: the next leader should find all of it done.
func (l *Lead) hold(ctx context.Context, s *session, work func(ctx context.Context) error) error {
	defer s.close()
	inner, stop := context.WithCancel(ctx)
	defer stop()
	done := make(chan error, 1)
	go func() { done <- work(inner) }()
	l.leads.Store(true)
	defer l.leads.Store(false)
	for {
		select {
		case err := <-done:
			return err
		case <-time.After(interval):
		}
		if err := s.beat(context.WithoutCancel(ctx)); err != nil {
			l.leads.Store(false)
			stop()
			l.logger.WithError(err).Warn("the lead is lost")
			_ = <-done // the loss is what ended it
			return nil // not failed: the lead is sought again
		}
	}
}

// complain logs why the lead can't even be sought, once until it can.
func (l *Lead) complain(ctx context.Context, err error) {
	if err != nil && !l.stuck && ctx.Err() == nil {
		l.logger.WithError(err).Error("the lead can't be sought: if no other instance has it, nothing is booked or sent")
	}
	l.stuck = err != nil
}

// evict ends the session of a leader that has gone silent.
func (l *Lead) evict(ctx context.Context) bool {
	evicted, err := evictSilent(ctx, l.db)
	switch {
	case evicted:
		l.logger.Warn("the leader is silent: its session is ended")
	case err != nil && !errors.Is(err, context.Canceled):
		l.logger.WithError(err).Warn("the leader can't be watched")
	}
	return evicted
}
