package app

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"gateway/eventstore/localpg"
	"gateway/migrations"

	"github.com/jmoiron/sqlx"
	"github.com/lib/pq"
	"github.com/sirupsen/logrus"
)

// names of the two databases in the private cluster.
const (
	readDatabase  = "gateway"
	eventDatabase = "gateway_events"
)

// Databases are the two that the gateway uses: the event store's, which also holds
// the schema `state`, and the read models', which can be dropped whole.
type Databases struct {
	// Cluster is nil when the databases are somebody else's.
	Cluster *localpg.Cluster
	// EventsURL is where the event store connects to by itself, ReadURL where the
	// read models are.
	EventsURL string
	ReadURL   string
	Events    *sqlx.DB
	Read      *sqlx.DB
}

// OpenDatabases finds or starts PostgreSQL, creates the databases that are missing
// and migrates both.
func OpenDatabases(ctx context.Context, c Config, logger *logrus.Entry) (*Databases, error) {
	return openDatabases(ctx, c, logger, localpg.Start)
}

// starter is localpg.Start, or localpg.Visit for tools.
type starter func(context.Context, localpg.Options) (*localpg.Cluster, error)

func openDatabases(ctx context.Context, c Config, logger *logrus.Entry, start starter) (*Databases, error) {
	d := &Databases{EventsURL: c.EventStoreURL, ReadURL: c.DatabaseURL}
	if d.ReadURL == "" {
		cluster, err := start(ctx, localpg.Options{DataDir: c.DataDir, Logf: logger.Infof})
		if err != nil {
			return nil, err
		}
		d.Cluster, d.ReadURL = cluster, cluster.DSN(readDatabase)
	}
	err := d.open(ctx)
	if err != nil {
		return nil, errors.Join(err, d.Close(ctx))
	}
	return d, nil
}

func (d *Databases) open(ctx context.Context) (err error) {
	if d.EventsURL == "" {
		if d.EventsURL, err = beside(d.ReadURL); err != nil {
			return err
		}
	}
	for _, raw := range []string{d.ReadURL, d.EventsURL} {
		if err := ensureDatabase(ctx, raw); err != nil {
			return err
		}
	}
	// One round trip a query instead of two: the arguments travel with the text.
	if d.Read, err = connect(d.ReadURL, 16, url.Values{"binary_parameters": {"yes"}}); err != nil {
		return err
	}
	// An instance that is frozen in a transaction must not hold its rows for long.
	if d.Events, err = connect(d.EventsURL, 12, url.Values{"idle_in_transaction_session_timeout": {"2s"}}); err != nil {
		return err
	}
	if err := migrations.EventStore(ctx, d.Events.DB); err != nil {
		return err
	}
	return migrations.ReadModel(ctx, d.Read.DB)
}

// Close closes the pools and stops a private cluster.
func (d *Databases) Close(ctx context.Context) error {
	var errs []error
	for _, db := range []*sqlx.DB{d.Read, d.Events} {
		if db != nil {
			errs = append(errs, db.Close())
		}
	}
	if d.Cluster != nil {
		errs = append(errs, d.Cluster.Stop(ctx))
	}
	return errors.Join(errs...)
}

func connect(raw string, conns int, extra url.Values) (*sqlx.DB, error) {
	u, err := parse(raw)
	if err != nil {
		return nil, err
	}
	q := u.Query()
	for name, values := range extra {
		q[name] = values
	}
	u.RawQuery = q.Encode()
	db, err := sqlx.Open("postgres", u.String())
	if err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
	db.SetMaxOpenConns(conns)
	// All are kept while there is work: a new one costs PostgreSQL more than a
	// hundred queries do.
	db.SetMaxIdleConns(conns)
	db.SetConnMaxIdleTime(time.Minute)
	return db, nil
}

// beside names the event store's database when only DATABASE_URL is given.
func beside(raw string) (string, error) {
	u, err := parse(raw)
	if err != nil {
		return "", err
	}
	u.Path += "_events"
	return u.String(), nil
}

func parse(raw string) (*url.URL, error) {
	u, err := url.Parse(raw)
	if err != nil || u.Scheme != "postgres" && u.Scheme != "postgresql" || strings.Trim(u.Path, "/") == "" {
		// The URL may hold a password: it is not repeated.
		return nil, errors.New("DATABASE_URL and EVENTSTORE_URL must look like postgres://user:password@host:5432/name")
	}
	if q := u.Query(); !q.Has("sslmode") {
		q.Set("sslmode", "prefer")
		u.RawQuery = q.Encode()
	}
	return u, nil
}

// ensureDatabase creates the database of the URL when it is not there.
func ensureDatabase(ctx context.Context, raw string) error {
	u, err := parse(raw)
	if err != nil {
		return err
	}
	name := strings.Trim(u.Path, "/")
	err = ping(ctx, u)
	var server *pq.Error
	if !errors.As(err, &server) || server.Code.Name() != "invalid_catalog_name" {
		return wrapped("connect to database "+name, err)
	}
	u.Path = "/postgres"
	db, err := sqlx.Open("postgres", u.String())
	if err != nil {
		return fmt.Errorf("open database: %w", err)
	}
	defer func() { _ = db.Close() }()
	_, err = db.ExecContext(ctx, `CREATE DATABASE `+pq.QuoteIdentifier(name))
	if errors.As(err, &server) && server.Code.Name() == "duplicate_database" { // another instance was faster
		return nil
	}
	return wrapped("create database "+name, err)
}

func ping(ctx context.Context, u *url.URL) error {
	db, err := sqlx.Open("postgres", u.String())
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	return db.PingContext(ctx)
}

func wrapped(what string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", what, err)
}

// OpenForRestore opens the databases of an installation that nobody works on.
// Error: localpg.ErrInUse.
func OpenForRestore(ctx context.Context, c Config) (*Databases, error) {
	return OpenDatabases(ctx, c, newLogger(c))
}
