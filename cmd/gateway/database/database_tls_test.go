package database

import (
	"testing"

	"gateway/cmd/gateway/config"
)

func TestADatabaseOffTheMachineIsReachedByVerifiedTLSUnlessItsURLSaysOtherwise(t *testing.T) {
	for raw, want := range map[string]string{
		"postgres://u:p@db.example.com/gateway":                 "verify-full",
		"postgres://u:p@192.0.2.7:5432/gateway":                 "verify-full",
		"postgres://u:p@[2001:db8::1]/gateway":                  "verify-full",
		"postgres://u:p@db.example.com/gateway?sslmode=require": "require",
		"postgres://u:p@db.example.com/gateway?sslmode=disable": "disable",
		"postgres://u:p@/gateway?host=db.example.com":           "verify-full",
		"postgres://u:p@localhost/gateway?host=db.example.com":  "verify-full",
		"postgres://u:p@127.0.0.1/gateway?hostaddr=192.0.2.7":   "verify-full",
		"postgres://u:p@127.0.0.1,db.example.com/gateway":       "verify-full",
		"postgres://u:p@localhost.example.com/gateway":          "verify-full",
		"postgres://u:p@localhost/gateway":                      "prefer",
		"postgres://u:p@127.0.0.1:5432/gateway":                 "prefer",
		"postgres://u:p@127.0.0.2/gateway":                      "prefer",
		"postgres://u:p@[::1]/gateway":                          "prefer",
		"postgres:///gateway?host=/var/run/postgresql":          "prefer",
		"postgres:///gateway":                                   "prefer",
		"postgresql://u:p@localhost,127.0.0.1/gateway":          "prefer",
	} {
		u, err := config.ParseURL(raw)
		if err != nil {
			t.Errorf("%s: %v", raw, err)
			continue
		}
		if got := u.Query().Get("sslmode"); got != want {
			t.Errorf("%s: sslmode %s, want %s", raw, got, want)
		}
	}
	t.Setenv("PGHOST", "db.example.com")
	if u, err := config.ParseURL("postgres:///gateway"); err != nil || u.Query().Get("sslmode") != "verify-full" {
		t.Errorf("PGHOST names another machine: %v, %v", u, err)
	}
}

func TestTheStoresGetTheURLsWithTheirTLS(t *testing.T) {
	t.Parallel()
	const remote = "postgres://u:p@db.example.com/log"
	for name, got := range map[string]string{
		"EVENTSTORE_URL": newDatabases(config.Config{EventStoreURL: remote}).EventsURL,
		"DATABASE_URL":   newDatabases(config.Config{DatabaseURL: remote}).ReadURL,
		"--to":           WithTLS(remote),
	} {
		if got != remote+"?sslmode=verify-full" {
			t.Errorf("%s: %s", name, got)
		}
	}
	if got := WithTLS("esdb://events.example.com:2113"); got != "esdb://events.example.com:2113" {
		t.Error(got) // EventStoreDB's own rule: TLS unless the URL has tls=false
	}
}
