package main

import (
	"bytes"
	"database/sql"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gateway/test/testdb"
)

// ends runs a command as main does, and returns its exit code and all output.
func ends(t *testing.T, args ...string) (code int, printed string) {
	t.Helper()
	var out bytes.Buffer
	root := rootCommand()
	root.SetArgs(args)
	root.SetOut(&out)
	root.SetErr(&out)
	cmd, err := root.ExecuteContextC(t.Context())
	if err != nil {
		out.WriteString(err.Error())
	}
	return exitCode(cmd, err), out.String()
}

// questions are commands that need an installation, with their exit code without one.
var questions = map[string]int{
	"audit verify": exitUnchecked, "audit trial-balance": exitUnchecked, "audit history --client 1": exitUnchecked,
	"audit balance --client 1": exitUnchecked, "audit checkpoint": exitUnchecked, "audit prove --position 1": exitUnchecked,
	"audit reconcile --date 2026-01-01": exitUnchecked, "audit chart --client 1 --out /dev/null": exitUnchecked,
	"audit package 2026-01 --out /dev/null": exitUnchecked,
	"projections list":                      1, "projections rebuild --all": 1, "projections clean --all": 1, "projections rollback balances": 1,
	"events export -": 1, "events copy --to postgres://localhost/nowhere": 1,
}

func TestNoQuestionIsAnsweredInAnEmptyFolder(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "data")
	t.Setenv("DATA_DIR", folder)
	t.Setenv("DATABASE_URL", "")
	t.Setenv("EVENTSTORE_URL", "")
	for command, want := range questions {
		code, printed := ends(t, strings.Fields(command)...)
		if code != want || !strings.Contains(printed, "there is no installation in the data directory "+folder) {
			t.Errorf("gateway %s: exit %d, not %d\n%s", command, code, want, printed)
		}
		if _, err := os.Stat(folder); !errors.Is(err, fs.ErrNotExist) {
			t.Fatalf("gateway %s has made %s (%v)", command, folder, err)
		}
	}
}

func TestNoQuestionIsAnsweredFromAnEmptyDatabase(t *testing.T) {
	events, read := testdb.New(t), testdb.New(t)
	t.Setenv("EVENTSTORE_URL", events)
	t.Setenv("DATABASE_URL", read)
	t.Setenv("LOG_LEVEL", "fatal")
	for command, want := range questions {
		if code, printed := ends(t, strings.Fields(command)...); code != want || !strings.Contains(printed, "there is no installation in the database ") {
			t.Errorf("gateway %s: exit %d, not %d\n%s", command, code, want, printed)
		}
	}
	for _, url := range []string{events, read} {
		if n := tableCount(t, url); n != 0 {
			t.Errorf("the commands have created %d tables", n)
		}
	}
	if code, printed := ends(t, "migrate"); code != 0 {
		t.Fatalf("migrate: exit %d\n%s", code, printed)
	}
	// Tables without an event must not pass as healthy, either.
	for _, command := range []string{"audit trial-balance", "audit verify"} {
		code, printed := ends(t, strings.Fields(command)...)
		if code != exitUnchecked || !strings.Contains(printed, "which is empty") || strings.Contains(printed, "0.00") {
			t.Errorf("gateway %s of an empty log: exit %d\n%s", command, code, printed)
		}
	}
}

func tableCount(t *testing.T, url string) (n int) {
	t.Helper()
	db, err := sql.Open("postgres", url)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }() // it only read
	err = db.QueryRowContext(t.Context(), `SELECT count(*) FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`).Scan(&n)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestAMisspeltCommandFails(t *testing.T) {
	t.Parallel()
	for command, want := range map[string]int{
		"audit verfy": exitUnchecked, "audit": exitUnchecked, "audit verify --chekpoint x": exitUnchecked, "audit check": exitUnchecked,
		"projections lst": 1, "projections": 1, "events exprt x": 1, "events": 1, "auditt": 1, "serve now": 1,
		"version": 0, "audit --help": 0, "audit verify --help": 0, "help audit": 0,
	} {
		if code, printed := ends(t, strings.Fields(command)...); code != want {
			t.Errorf("gateway %s: exit %d, not %d\n%s", command, code, want, printed)
		}
	}
}
