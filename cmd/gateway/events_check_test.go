package main

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"gateway/eventstore/esdb/esdbtest"
	"gateway/eventstore/postgres/postgrestest"
)

func TestEventsCheckReportsOnAnEventStoreDB(t *testing.T) {
	server := esdbtest.Start(t, postgrestest.Open(t, postgrestest.Database(t)))
	check := func(args ...string) (string, error) {
		var out bytes.Buffer
		cmd := rootCommand()
		cmd.SetArgs(append([]string{"events", "check"}, args...))
		cmd.SetOut(&out)
		err := cmd.ExecuteContext(t.Context())
		return out.String(), err
	}
	report, err := check(server.URL())
	t.Log("\n" + report)
	if err != nil || strings.Count(report, "ok      ") != 12 || !strings.Contains(report, "UNKNOWN leader") {
		t.Errorf("%v\n%s", err, report)
	}
	t.Setenv("EVENTSTORE_URL", server.URL())
	if report, err := check("--json"); err != nil || !strings.Contains(report, `"name": "clock"`) {
		t.Errorf("as JSON: %v\n%s", err, report)
	}
	var problems foundError
	readOnly := esdbtest.Start(t, postgrestest.Open(t, postgrestest.Database(t)), esdbtest.ReadOnly())
	if report, err := check(readOnly.URL()); !errors.As(err, &problems) || !strings.Contains(report, "PROBLEM rights") {
		t.Errorf("a server that takes no appends: %v\n%s", err, report)
	}
	if _, err := check("postgres://x"); err == nil {
		t.Error("an URL of PostgreSQL was checked")
	}
}
