package testdb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"sync"
	"testing"

	"gateway/eventstore/localpg"
	"gateway/test/internal/throwaway"

	_ "github.com/lib/pq" // the driver of every database here
)

// Env is the environment variable that names the server to use: the URL of one of its databases, with a role
// that may create others.
const Env = throwaway.Env

var shared = sync.OnceValues(func() (string, error) {
	if dsn := os.Getenv(Env); dsn != "" {
		return dsn, nil
	}
	cluster, _, err := throwaway.Start()
	if err != nil {
		return "", err
	}
	return cluster.DSN("postgres"), nil
})

// Server is the DSN of the maintenance database of the server that all tests
// share. Tests leave that database alone.
func Server(tb testing.TB) string {
	tb.Helper()
	dsn, err := shared()
	mustStart(tb, err)
	return dsn
}

// Private starts a server for this test alone, which the test may kill and restart. It is removed at the end of
// the test.
func Private(tb testing.TB) *localpg.Cluster {
	tb.Helper()
	cluster, stop, err := throwaway.Start()
	mustStart(tb, err)
	tb.Cleanup(stop)
	return cluster
}

// Dir makes a directory for a localpg cluster that the test starts itself, in memory if there is room. The
// cluster is killed, and both are removed, at the end of the test or when the test binary is killed.
func Dir(tb testing.TB) string {
	tb.Helper()
	dir, remove, err := throwaway.Dir()
	if err != nil {
		tb.Fatalf("directory for a cluster: %v", err)
	}
	tb.Cleanup(remove)
	return dir
}

func mustStart(tb testing.TB, err error) {
	tb.Helper()
	if errors.Is(err, localpg.ErrNotInstalled) {
		tb.Skip(err)
	}
	if err != nil {
		tb.Fatalf("PostgreSQL for tests: %v", err)
	}
}

// inDatabase returns the DSN with another database name.
func inDatabase(dsn, name string) (string, error) {
	u, err := url.Parse(dsn)
	if err != nil || u.Scheme == "" {
		return "", fmt.Errorf("%s is not a postgres:// URL", Env)
	}
	u.Path = "/" + name
	return u.String(), nil
}

// maintain runs statements, each in a transaction of its own, in one session of the maintenance database.
func maintain(ctx context.Context, dsn string, do func(*sql.Conn) error) (err error) {
	db, err := sql.Open("postgres", dsn)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	session, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer session.Close()
	return do(session)
}
