package app

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"gateway/eventstore/esdb"
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

// Databases are those that the gateway uses: the event store's, which also holds the
// schema `state`, and the read models', which can be dropped whole. When the log is in
// EventStoreDB, the first holds the state alone: it stays where it is when the log
// moves, unless STATE_URL says otherwise.
type Databases struct {
	// Cluster is nil when the databases are somebody else's.
	Cluster *localpg.Cluster
	// EventsURL is where the event store connects to by itself, ReadURL where the
	// read models are.
	EventsURL string
	ReadURL   string
	// Events is the log's database, nil when the log is in EventStoreDB. State has
	// the schema `state`: it is the same one, or has a database of its own.
	Events *sqlx.DB
	State  *sqlx.DB
	Read   *sqlx.DB
}

// OpenDatabases finds or starts PostgreSQL, creates the databases that are missing
// and migrates them.
func OpenDatabases(ctx context.Context, c Config, logger *logrus.Entry) (*Databases, error) {
	return openDatabases(ctx, c, logger, localpg.Start)
}

// starter is localpg.Start, or localpg.StartOrAttach for tools.
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
	err := d.open(ctx, c.StateURL)
	if err != nil {
		return nil, errors.Join(err, d.Close(ctx))
	}
	return d, nil
}

func (d *Databases) open(ctx context.Context, stateURL string) (err error) {
	if d.EventsURL == "" {
		if d.EventsURL, err = beside(d.ReadURL, "_events"); err != nil {
			return err
		}
	}
	// The event log comes first: when both databases are refused, what the error says of
	// the log is what counts.
	if err := d.openEvents(ctx, stateURL); err != nil {
		return err
	}
	// One round trip a query instead of two: the arguments travel with the text.
	d.Read, err = open(ctx, d.ReadURL, 16, url.Values{"binary_parameters": {"yes"}}, migrations.ReadModel)
	return err
}

func (d *Databases) openEvents(ctx context.Context, stateURL string) (err error) {
	if esdb.IsURL(d.EventsURL) {
		return d.openState(ctx, stateURL)
	}
	d.Events, err = open(ctx, d.EventsURL, 12, stateSettings, migrations.EventStore)
	d.State = d.Events
	return err
}

// stateSettings: no frozen instance may hold up the others with a transaction.
var stateSettings = url.Values{"idle_in_transaction_session_timeout": {"2s"}}

func (d *Databases) openState(ctx context.Context, raw string) (err error) {
	if raw == "" {
		if raw, err = beside(d.ReadURL, "_events"); err != nil {
			return err
		}
	}
	d.State, err = open(ctx, raw, 12, stateSettings, migrations.State)
	return err
}

// open creates the database when it is missing, connects, and migrates it.
func open(
	ctx context.Context, raw string, conns int, extra url.Values, migrate func(context.Context, *sql.DB) error,
) (*sqlx.DB, error) {
	if err := ensureDatabase(ctx, raw); err != nil {
		return nil, err
	}
	db, err := connect(raw, conns, extra)
	if err != nil {
		return nil, err
	}
	if err := migrate(ctx, db.DB); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// Close closes the pools and stops a private cluster.
func (d *Databases) Close(ctx context.Context) error {
	var errs []error
	for _, db := range []*sqlx.DB{d.Read, d.State} {
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

// beside names the event store's and the state's database when only DATABASE_URL is
// given.
func beside(raw, suffix string) (string, error) {
	u, err := parse(raw)
	if err != nil {
		return "", err
	}
	u.Path += suffix
	return u.String(), nil
}

func parse(raw string) (*url.URL, error) {
	u, err := url.Parse(raw)
	if err != nil || u.Scheme != "postgres" && u.Scheme != "postgresql" || strings.Trim(u.Path, "/") == "" {
		// The URL may hold a password: it is not repeated.
		return nil, errors.New("a database must look like postgres://user:password@host:5432/name (DATABASE_URL, STATE_URL, EVENTSTORE_URL unless it is esdb://...)")
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
	// Another instance was faster: done, or in the very same moment.
	if errors.As(err, &server) && (server.Code.Name() == "duplicate_database" || server.Code.Name() == "unique_violation") {
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

var errNoTarget = errors.New("EVENTSTORE_URL names an EventStoreDB, which can't take events at the positions that they had: " +
	"import with EVENTSTORE_URL left out, or naming an empty database of PostgreSQL, then gateway events copy --to esdb://..., " +
	"then set EVENTSTORE_URL again")

// OpenForRestore opens the databases of an installation that nobody works on.
// Error: localpg.ErrInUse. A log in EventStoreDB is refused.
func OpenForRestore(ctx context.Context, c Config) (*Databases, error) {
	if esdb.IsURL(c.EventStoreURL) {
		return nil, errNoTarget
	}
	return OpenDatabases(ctx, c, newLogger(c))
}
