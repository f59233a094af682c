package installation

import (
	"context"
	"database/sql"
	"errors"
	"sync"
	"syscall"
	"testing"

	"gateway/eventstore/localpg"
	"gateway/test/poll"

	_ "github.com/lib/pq" // the driver
)

// The databases, named as the gateway names them.
const (
	// ReadModels holds the read models. Tests may drop it.
	ReadModels = "gateway"
	// Log holds the log and the schema `state`, with both stores.
	Log = "gateway_events"
)

func onDatabase(pg *localpg.Cluster, name string, do func(*sql.DB) error) (err error) {
	db, err := sql.Open("postgres", pg.DSN(name))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	return do(db)
}

// Query runs one statement in a database, and returns its single value as text. It returns "" if there is no row.
func (in *Installation) Query(t *testing.T, database, statement string) (value string) {
	t.Helper()
	err := onDatabase(in.pg, database, func(db *sql.DB) error {
		return db.QueryRowContext(t.Context(), statement).Scan(&value)
	})
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		t.Fatalf("%s: %v", statement, err)
	}
	return value
}

// Do runs one statement in a database.
func (in *Installation) Do(t *testing.T, database, statement string) {
	t.Helper()
	err := onDatabase(in.pg, database, func(db *sql.DB) error {
		_, err := db.ExecContext(t.Context(), statement)
		return err
	})
	if err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}

// Hold runs a statement in a transaction, such as one that locks a table, and keeps the transaction open until
// the test calls release or ends.
func (in *Installation) Hold(t *testing.T, database, statement string) (release func()) {
	t.Helper()
	db, err := sql.Open("postgres", in.pg.DSN(database))
	if err != nil {
		t.Fatal(err)
	}
	tx, err := db.BeginTx(context.WithoutCancel(t.Context()), nil)
	if err == nil {
		_, err = tx.ExecContext(t.Context(), statement)
	}
	release = sync.OnceFunc(func() {
		_ = tx.Rollback()
		_ = db.Close()
	})
	t.Cleanup(release)
	if err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
	return release
}

// DropReadModels drops the database of the read models, despite open connections.
func (in *Installation) DropReadModels(t *testing.T) {
	t.Helper()
	in.Query(t, "postgres", `DROP DATABASE `+ReadModels+` WITH (FORCE)`)
}

// KillPostgres kills PostgreSQL, which is then restarted automatically.
func (in *Installation) KillPostgres(t *testing.T) {
	t.Helper()
	if pid := in.pg.PID(); pid != 0 {
		if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
		poll.Until(t, "PostgreSQL is gone", func() bool { return in.pg.PID() != pid })
	}
}

// AwaitPostgres returns when PostgreSQL takes new connections. Right after KillPostgres, old connections may still
// be served for a moment.
func (in *Installation) AwaitPostgres(t *testing.T) {
	t.Helper()
	poll.Within(t, ReadyWithin, "PostgreSQL takes connections", func() (bool, any) {
		err := onDatabase(in.pg, Log, func(db *sql.DB) error { return db.PingContext(t.Context()) })
		return err == nil, err
	})
}

// keepPostgresRunning restarts PostgreSQL whenever it has died, until the test ends.
func keepPostgresRunning(t *testing.T, pg *localpg.Cluster) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	watched := make(chan error, 1)
	go func() { watched <- pg.Supervise(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-watched; err != nil {
			t.Error(err)
		}
	})
}
