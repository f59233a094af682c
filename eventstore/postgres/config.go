package postgres

import (
	"context"
	"database/sql/driver"
	"time"

	"gateway/eventstore/archive"

	"github.com/sirupsen/logrus"
)

// Config configures a Store. Only DSN is required.
type Config struct {
	// DSN is the data source name of the event store's database. It must reach PostgreSQL directly: a pooler
	// in transaction mode breaks LISTEN.
	DSN string
	// Claim is this process's claim to the log.
	Claim Claim
	// Archive holds the archived ranges of the log; nil for none. Without it a read of an
	// archived event fails with ErrUnavailable and ErrNoArchive.
	Archive archive.Place
	// MaxReadConns limits the connections for reads; 8 if zero. The store uses up to three more: for appends,
	// LISTEN and NOTIFY.
	MaxReadConns int
	// RetryFor is how long an append is repeated while the database can't be reached or its outcome is
	// unknown, including the time that it waits behind others; 10 s if zero. The last attempt may take as
	// long again.
	RetryFor time.Duration
	// OnReconnect, if set, is called each time the session that appends has reconnected, before its first
	// append. An error closes the session. An append that waits for the session then fails with
	// ErrUnavailable, and fails at once if the error is an ErrSuspect. OnReconnect is used only with a Claim.
	OnReconnect func(ctx context.Context) error
	// OnBatch, if set, is called after each committed batch with the number of events written, the number of
	// requests answered and the time it took. It must return at once.
	OnBatch func(events, requests int, took time.Duration)
	// OnArchiveFailure, if set, is called with each error of a read of the archive: an *archive.AlteredError,
	// archive.ErrMissing, ErrNoArchive or another. It must return at once.
	OnArchiveFailure func(err error)
	// Wrap, if set, wraps the connector that makes the connections for appends and reads, for example to
	// measure their statements. The connections must keep the optional interfaces of lib/pq's connections.
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
