package app

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"
	"time"

	"gateway/migrations"

	"github.com/jmoiron/sqlx"
	"github.com/lib/pq"
)

// schema creates or updates the tables of a database, or only checks them.
type schema struct {
	migrate, check func(context.Context, *sql.DB) error
}

var (
	eventStoreSchema = schema{migrations.EventStore, migrations.CheckEventStore}
	stateSchema      = schema{migrations.State, migrations.CheckState}
	readModelSchema  = schema{migrations.ReadModel, migrations.CheckReadModel}
)

// openDatabase opens the database of a URL, after it has created it if it was missing,
// and migrated it; with checkOnly it refuses one that is not migrated. conns is the size of the pool.
func openDatabase(
	ctx context.Context, raw string, conns int, extra url.Values, s schema, checkOnly bool, slow slowQueries,
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

func connect(raw string, conns int, extra url.Values, slow slowQueries) (*sqlx.DB, error) {
	u, err := parseURL(raw)
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
	db := sqlx.NewDb(sql.OpenDB(slow.wrap(preparingConnector{connector})), "postgres")
	db.SetMaxOpenConns(conns)
	// Idle connections are kept: a new one costs PostgreSQL more than a hundred queries.
	db.SetMaxIdleConns(conns)
	db.SetConnMaxIdleTime(time.Minute)
	return db, nil
}

// eventsURL returns the URL of the log's and the state's database when only DATABASE_URL
// is set: the same with _events appended to the database's name.
func eventsURL(databaseURL string) (string, error) {
	u, err := parseURL(databaseURL)
	if err != nil {
		return "", err
	}
	u.Path += "_events"
	return u.String(), nil
}

// parseURL adds the sslmode where the URL does not choose (defaultTLS).
func parseURL(raw string) (*url.URL, error) {
	u, err := url.Parse(raw)
	if err != nil || u.Scheme != "postgres" && u.Scheme != "postgresql" || strings.Trim(u.Path, "/") == "" {
		// The error does not repeat the URL, which may hold a password.
		return nil, errors.New("a database must look like postgres://user:password@host:5432/name " +
			"(DATABASE_URL, STATE_URL, EVENTSTORE_URL unless it is esdb://...)")
	}
	q := u.Query()
	if strings.Contains(u.Host, ",") {
		moveHosts(u, q)
	}
	if wanted := q.Get("target_session_attrs"); wanted == "read-write" || wanted == "" && strings.Contains(q.Get("host"), ",") {
		// The server that takes writes, whichever it is now. Not read-write: sessions of the
		// gateway that only read are read-only everywhere.
		q.Set("target_session_attrs", "primary")
	}
	if !q.Has("sslmode") {
		q.Set("sslmode", defaultTLS(&url.URL{Host: u.Host, RawQuery: q.Encode()}))
	}
	u.RawQuery = q.Encode()
	return u, nil
}

// moveHosts moves the hosts and ports of a URL with several of them, as libpq writes them, to
// the parameters, where the driver expects them.
func moveHosts(u *url.URL, q url.Values) {
	var hosts, ports []string
	for address := range strings.SplitSeq(u.Host, ",") {
		host, port, err := net.SplitHostPort(address)
		if err != nil {
			host, port = strings.Trim(address, "[]"), "5432"
		}
		hosts, ports = append(hosts, host), append(ports, port)
	}
	u.Host = ""
	q.Set("host", strings.Join(hosts, ","))
	if !q.Has("port") {
		q.Set("port", strings.Join(ports, ","))
	}
}

// ensureDatabase creates the database of the URL if it is missing. Several processes may
// call it at once.
func ensureDatabase(ctx context.Context, raw string) error {
	u, err := parseURL(raw)
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
	// Another process has created it, before or at the same moment.
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
