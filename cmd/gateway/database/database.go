package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"gateway/cmd/gateway/config"
	"gateway/eventstore/wire"
	"gateway/migrations"

	"github.com/jmoiron/sqlx"
	"github.com/lib/pq"
)

// schema creates or updates the tables of a database, or only checks them.
type schema struct {
	migrate, check func(context.Context, *sql.DB) error
}

var (
	// EventStoreSchema is the schema of the log.
	EventStoreSchema = schema{migrations.EventStore, migrations.CheckEventStore}
	stateSchema      = schema{migrations.State, migrations.CheckState}
	readModelSchema  = schema{migrations.ReadModel, migrations.CheckReadModel}
)

// Connect opens the database at a URL. It first creates the database if it is missing and migrates it; with
// checkOnly it refuses one that is not migrated. conns is the size of the pool.
func Connect(
	ctx context.Context, raw string, conns int, extra url.Values, s schema, checkOnly bool, slow SlowQueries,
) (*sqlx.DB, error) {
	prepare := s.migrate
	if checkOnly {
		prepare = s.check
	}
	if err := refusePooler(ctx, raw); err != nil {
		return nil, err
	}
	if !checkOnly {
		if err := ensureDatabase(ctx, raw); err != nil {
			return nil, err
		}
	}
	db, err := connect(raw, conns, extra, slow)
	if err != nil {
		return nil, err
	}
	if err := prepare(ctx, db.DB); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

func connect(raw string, conns int, extra url.Values, slow SlowQueries) (*sqlx.DB, error) {
	u, err := config.ParseURL(raw)
	if err != nil {
		return nil, err
	}
	q := u.Query()
	for name, values := range extra {
		q[name] = values
	}
	u.RawQuery = q.Encode()
	connector, err := pq.NewConnector(u.String())
	if err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
	db := sqlx.NewDb(sql.OpenDB(slow.Wrap(wire.Preparing(connector))), "postgres")
	db.SetMaxOpenConns(conns)
	// Idle connections are kept, because a new one costs PostgreSQL more than a hundred queries.
	db.SetMaxIdleConns(conns)
	db.SetConnMaxIdleTime(time.Minute)
	return db, nil
}

// eventsURL returns the URL of the database of the log and the state when only DATABASE_URL is set: the same
// URL with _events appended to the database's name.
func eventsURL(databaseURL string) (string, error) {
	u, err := config.ParseURL(databaseURL)
	if err != nil {
		return "", err
	}
	u.Path += "_events"
	return u.String(), nil
}

// ensureDatabase creates the database of the URL if it is missing. Several processes may call it at once.
func ensureDatabase(ctx context.Context, raw string) error {
	u, err := config.ParseURL(raw)
	if err != nil {
		return err
	}
	name := strings.Trim(u.Path, "/")
	err = ping(ctx, u)
	var server *pq.Error
	if !errors.As(err, &server) || server.Code.Name() != "invalid_catalog_name" {
		return wrap("connect to database "+name, err)
	}
	u.Path = "/postgres"
	db, err := sqlx.Open("postgres", u.String())
	if err != nil {
		return fmt.Errorf("open database: %w", err)
	}
	defer func() { _ = db.Close() }()
	_, err = db.ExecContext(ctx, `CREATE DATABASE `+pq.QuoteIdentifier(name))
	// Another process created it earlier or at the same moment.
	if errors.As(err, &server) && (server.Code.Name() == "duplicate_database" || server.Code.Name() == "unique_violation") {
		return nil
	}
	return wrap("create database "+name, err)
}

func ping(ctx context.Context, u *url.URL) error {
	db, err := sqlx.Open("postgres", u.String())
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	return db.PingContext(ctx)
}

func wrap(what string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", what, err)
}
