package main

import (
	"database/sql"
	"strings"
	"testing"

	"gateway/test/testdb"
)

// The steps are those of OPERATIONS.md. The instance with the second role starts beside the first one, so
// that there is no interruption.
func TestTheLoginOfTheDatabasesIsRotated(t *testing.T) {
	server := testdb.Private(t).DSN("postgres")
	as := func(role, database string) string {
		return strings.NewReplacer("postgres@", role+"@", "/postgres?", "/"+database+"?").Replace(server)
	}
	superuser, err := sql.Open("postgres", server)
	if err != nil {
		t.Fatal(err)
	}
	defer superuser.Close()
	execute := func(statements ...string) {
		t.Helper()
		for _, s := range statements {
			if _, err := superuser.ExecContext(t.Context(), s); err != nil {
				t.Fatalf("%s: %v", s, err)
			}
		}
	}
	execute("CREATE ROLE a LOGIN PASSWORD 'first'", "CREATE DATABASE shop OWNER a", "CREATE DATABASE shop_events OWNER a")
	first := installOn(t, as("a", "shop_events"), as("a", "shop"))
	first.addMerchant()

	execute("CREATE ROLE b LOGIN PASSWORD 'second' IN ROLE a", "ALTER ROLE b SET role = a")
	second := *first
	t.Setenv("EVENTSTORE_URL", as("b", "shop_events"))
	t.Setenv("DATABASE_URL", as("b", "shop"))
	if err := second.start(); err != nil {
		t.Fatal(err)
	}
	first.stop()
	execute("ALTER ROLE a NOLOGIN")
	execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'a'")
	second.payCustomer(50_000)
	second.verifies()
	old, err := sql.Open("postgres", as("a", "shop"))
	if err != nil {
		t.Fatal(err)
	}
	defer old.Close()
	if err := old.PingContext(t.Context()); err == nil {
		t.Error("the first role still logs in")
	}
}
