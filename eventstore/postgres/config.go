package postgres

import (
	"context"
	"database/sql/driver"
	"time"

	"gateway/eventstore/archive"

	"github.com/sirupsen/logrus"
)

// Config of a Store. Only DSN is needed.
type Config struct {
	// DSN of the event store's database. It must reach PostgreSQL directly: a pooler in
	// transaction mode breaks LISTEN.
	DSN string
	// Claim is this process's claim to the log.
	Claim Claim
	// Archive holds the archived ranges of the log; nil for none. Without it a read of an
	// archived event fails with ErrUnavailable and ErrNoArchive.
	Archive archive.Place
	// MaxReadConns limits the connections for reads; 8 when zero. The store uses up to
	// three more: for appends, LISTEN and NOTIFY.
	MaxReadConns int
	// RetryFor is how long an append is repeated while the database can't be reached or
	// its outcome is unknown, with the time that it waits behind others; 10 s when zero. The last
	// attempt may take as long again.
	RetryFor time.Duration
	// OnReconnect, when set, is called each time that the session that appends was
	// connected again, before its first append. An error closes the session; an append that
	// waits for it fails with ErrUnavailable, and at once if the error is an ErrSuspect. It
	// counts only with a Claim.
	OnReconnect func(ctx context.Context) error
	// OnBatch, when set, is called after each committed batch with the events written,
	// the requests answered and the time it took. It must return at once.
	OnBatch func(events, requests int, took time.Duration)
	// OnArchiveFailure, when set, is called with each error of a read of the archive: an
	// *archive.AlteredError, archive.ErrMissing, ErrNoArchive or another. It must return at once.
	OnArchiveFailure func(err error)
	// Wrap, when set, wraps what makes the connections for appends and reads, such as to measure
	// their statements. The connections keep the optional interfaces of lib/pq's.
	Wrap func(driver.Connector) driver.Connector
	// Log receives warnings for the operator; nil for none.
	Log logrus.FieldLogger
}

func (c Config) withDefaults() Config {
	if c.MaxReadConns <= 0 {
		c.MaxReadConns = 8
	}
	if c.RetryFor <= 0 {
		c.RetryFor = 10 * time.Second
	}
	if c.OnBatch == nil {
		c.OnBatch = func(int, int, time.Duration) {}
	}
	if c.Wrap == nil {
		c.Wrap = func(connector driver.Connector) driver.Connector { return connector }
	}
	if c.Log == nil {
		silent := logrus.New()
		silent.SetLevel(logrus.PanicLevel)
		c.Log = silent
	}
	return c
}
