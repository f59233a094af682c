package main

import (
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gateway/eventstore/postgres"
	"gateway/migrations"
	"gateway/test/testdb"
)

// The steps are those of OPERATIONS.md.
func TestTheLogIsSealedAndArchivedBesideAGateway(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("ARCHIVE_URL", dir)
	events, read := testdb.NewPair(t)
	db, err := sql.Open("postgres", events)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := errors.Join(migrations.EventStore(t.Context(), db), postgres.SetRangeSize(t.Context(), db, 20)); err != nil {
		t.Fatal(err)
	}
	i := installOn(t, events, read)
	i.addMerchant()
	i.refuses("a range has 1 to", "events", "ranges", "--size", "0")
	for range 10 {
		i.payCustomer(20_000)
	}
	before := i.prints("audit", "trial-balance", "--format", "csv")
	if out := i.prints("events", "seal", "--older", "1h"); out != "" {
		t.Errorf("sealed events of this hour: %s", out)
	}
	if out := i.prints("events", "seal"); !strings.Contains(out, "sealed  20 events, root") {
		t.Errorf("sealed: %s", out)
	}
	i.verifies()
	i.prints("events", "archive", "--keep", "1")
	if out := i.prints("events", "ranges"); !strings.Contains(out, "archived") || !strings.Contains(out, "open") {
		t.Errorf("the ranges: %s", out)
	}
	i.prints("events", "archive")
	i.payCustomer(15_000)
	i.payCustomer(15_000)
	i.prints("events", "archive", "--check")
	i.verifies()
	i.prints("projections", "rebuild", "--all", "--verify")
	i.stop()
	if err := i.start(); err != nil { // reads accounts and balances from the archive
		t.Fatal(err)
	}
	i.payCustomer(17_000)
	after := i.prints("audit", "trial-balance", "--format", "csv")
	if before == after {
		t.Error("nothing was paid")
	}
	files, err := filepath.Glob(filepath.Join(dir, "*", "000001-*.range"))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	content, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	content[100] ^= 1
	if err := os.WriteFile(files[0], content, 0o600); err != nil {
		t.Fatal(err)
	}
	i.refuses("1 of", "events", "archive", "--check")
	i.refuses(filepath.Base(files[0]), "audit", "verify")
	content[100] ^= 1
	if err := os.WriteFile(files[0], content, 0o600); err != nil {
		t.Fatal(err)
	}
	i.verifies()
}
