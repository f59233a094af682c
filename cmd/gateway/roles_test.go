package main

import (
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"gateway/domain/calendar"
	"gateway/test/testdb"

	"github.com/lib/pq"
)

// roles is an installation whose databases belong to an owner, with separate roles for serve and for an
// auditor.
type roles struct {
	*installation
	t      *testing.T
	server string // URL of the superuser
}

func (r roles) as(role, database string) string {
	return strings.NewReplacer("postgres@", role+"@", "/postgres?", "/"+database+"?").Replace(r.server)
}

// become sets the environment for a role.
func (r roles) become(role string) {
	r.t.Setenv("DATABASE_URL", r.as(role, "shop"))
	r.t.Setenv("EVENTSTORE_URL", "")
}

func (r roles) execute(role, database, statement string) error {
	r.t.Helper()
	db, err := sql.Open("postgres", r.as(role, database))
	if err != nil {
		r.t.Fatal(err)
	}
	defer db.Close()
	_, err = db.ExecContext(r.t.Context(), statement)
	return err
}

func withRoles(t *testing.T) roles {
	t.Helper()
	r := roles{t: t, server: testdb.Private(t).DSN("postgres"), installation: &installation{t: t}}
	for name, value := range map[string]string{
		"HTTP_ADDR": "127.0.0.1:0", "LOG_LEVEL": "fatal", "ADMIN_EMAIL": "root@example.com", "ADMIN_PASSWORD": "rahasia-admin", "REALTIME": "off",
		"MIGRATE": "off", "MIGRATE_USER": "shop_owner", "MIGRATE_PASSWORD": "owner's/p@ssword",
		"MASTER_SECRET": strings.Repeat("m", 32), "PROVIDER_SECRET_KEY": "key", "PROVIDER_CALLBACK_TOKEN": "token",
	} {
		t.Setenv(name, value)
	}
	for _, statement := range []string{
		"CREATE ROLE shop_owner LOGIN CREATEDB PASSWORD 'owner''s/p@ssword'", "CREATE ROLE shop_serve LOGIN", "CREATE ROLE shop_audit LOGIN",
		"GRANT shop_serve TO shop_owner",
	} {
		if err := r.execute("postgres", "postgres", statement); err != nil {
			t.Fatal(err)
		}
	}
	r.become("shop_serve")
	return r
}

func TestServeAndAnAuditorWorkWithRolesThatCannotChangeTheLog(t *testing.T) {
	r := withRoles(t)
	r.wontStart(`database "shop_events" does not exist`)
	r.refuses("there is no such role: CREATE ROLE", "migrate", "--serve-role", "nobody")
	r.prints("migrate", "--serve-role", "shop_serve", "--audit-role", "shop_audit")
	r.prints("migrate", "--serve-role", "shop_serve", "--audit-role", "shop_audit") // repeating it changes nothing

	if err := r.start(); err != nil {
		t.Fatal(err)
	}
	r.addMerchant()
	if notes, err := r.notes("projections", "rebuild", "--all", "--verify"); err != nil || strings.Contains(notes, "audit log") {
		t.Errorf("the rebuild is not recorded: %q, %v", notes, err)
	}
	r.payCustomer(20_000)
	r.verifies()
	r.prints("projections", "clean", "--all")
	for _, statement := range []string{
		"UPDATE events SET type = 'x'", "DELETE FROM events", "TRUNCATE events", "DROP TABLE events", "ALTER TABLE events DISABLE TRIGGER events_are_final",
		"ALTER TABLE events ADD COLUMN x int", "CREATE TABLE public.x ()", "CREATE TABLE state.x ()", "CREATE SCHEMA x",
		"CREATE FUNCTION public.x() RETURNS int LANGUAGE sql AS 'SELECT 1'", "DROP FUNCTION append_events", "INSERT INTO store DEFAULT VALUES",
		"DELETE FROM store", "UPDATE schema_fingerprint SET name = 'x'", "UPDATE state.schema_fingerprint SET name = 'x'", "DROP TABLE state.sessions",
		"DELETE FROM goose_db_version", "INSERT INTO arrival (from_store) SELECT id FROM store", "SET ROLE shop_owner", "SET session_replication_role = replica",
		"UPDATE events_1 SET type = 'x'", "DELETE FROM events_1", "TRUNCATE events_1", "DROP TABLE events_1", "INSERT INTO events_1 SELECT * FROM events",
		"ALTER TABLE events DETACH PARTITION events_1", "SELECT add_range(20000001, 20000002)", "UPDATE range_size SET events = 1",
		"INSERT INTO ranges (number, first, last) VALUES (99, 99, 99)", "UPDATE ranges SET last = 5", "DELETE FROM ranges",
		"INSERT INTO sealed_heads VALUES ('x', 1, 1, 1)", "DELETE FROM sealed_heads", "ALTER FUNCTION make_range OWNER TO shop_serve",
	} {
		r.denied("shop_serve", "shop_events", statement)
	}

	r.become("shop_audit")
	r.auditsEverything()
	for _, args := range [][]string{{"audit", "verify"}, {"audit", "reconcile", "--date", calendar.Calendar{}.DayOf(time.Now())}} {
		if notes, err := r.notes(args...); err != nil || !strings.Contains(notes, "The report is not kept:") || !strings.Contains(notes, "permission denied") {
			t.Errorf("gateway %v as the auditor: %q, %v", args, notes, err)
		}
	}
	for _, statement := range []string{
		"INSERT INTO events SELECT * FROM events", "DELETE FROM events", "SELECT make_range(1)", "SELECT token_hash FROM state.sessions", "SELECT value FROM state.secrets",
		"CREATE TABLE public.x ()", "UPDATE state.installation SET generation = 9", "CREATE SCHEMA x",
		"SELECT report FROM state.audit_runs", "DELETE FROM state.audit_runs",
	} {
		r.denied("shop_audit", "shop_events", statement)
	}
	for _, statement := range []string{
		"UPDATE balances SET available = 0", "DELETE FROM payouts", "DROP TABLE payouts", "CREATE TABLE public.x ()", "INSERT INTO checkpoints DEFAULT VALUES",
		"UPDATE merkle_head SET size = 0", "SET ROLE shop_serve",
	} {
		r.denied("shop_audit", "shop", statement)
	}
}

func TestAnAuditorsFileIsNeverShorterThanItSays(t *testing.T) {
	r := withRoles(t)
	r.prints("migrate", "--serve-role", "shop_serve", "--audit-role", "shop_audit")
	if err := r.start(); err != nil {
		t.Fatal(err)
	}
	r.addMerchant()
	r.stop()
	early := r.prints("audit", "checkpoint")
	r.asServe(`CREATE TABLE former AS SELECT * FROM merkle_head`)
	noon := time.Now()
	if err := r.start(); err != nil {
		t.Fatal(err)
	}
	r.payCustomer(20_000)
	r.stop()

	client := fmt.Sprint(r.client)
	r.become("shop_audit")
	r.asServe(`DELETE FROM merkle_head`)
	for _, args := range [][]string{{"checkpoint"}, {"prove", "--client", client}, {"prove", "--position", "1"}} {
		r.refuses("no gateway has built the tree", append(append([]string{"audit"}, args...), "--wait", "0s")...)
	}
	r.asServe(`INSERT INTO merkle_head SELECT * FROM former`)
	if text := r.prints("audit", "checkpoint", "--wait", "0s"); text != early {
		t.Errorf("the tree as it is stored is signed as %s, want %s", text, early)
	}
	r.refuses("the statement needs the log up to position", "audit", "prove", "--client", client, "--wait", "0s")
	r.prints("audit", "prove", "--client", client, "--at", noon.Format(time.RFC3339Nano), "--wait", "0s")
}

// asServe changes a read model behind the gateway's back.
func (r roles) asServe(statement string) {
	r.t.Helper()
	if err := r.execute("shop_serve", "shop", statement); err != nil {
		r.t.Fatal(err)
	}
}

// denied checks that a statement fails because the role lacks the right or is not the owner.
func (r roles) denied(role, database, statement string) {
	r.t.Helper()
	err := r.execute(role, database, statement)
	if refused, ok := errors.AsType[*pq.Error](err); !ok || refused.Code.Name() != "insufficient_privilege" {
		r.t.Errorf("%s in %s: %s: %v", role, database, statement, err)
	}
}

// auditsEverything runs each command of gateway audit.
func (r roles) auditsEverything() {
	r.t.Helper()
	client := fmt.Sprint(r.client)
	ran := map[string]bool{}
	audit := func(args ...string) string {
		r.t.Helper()
		ran[args[0]] = true
		return r.prints(append([]string{"audit"}, args...)...)
	}
	r.verifies()
	ran["verify"] = true
	audit("history", "--client", client)
	audit("balance", "--client", client)
	audit("trial-balance")
	audit("chart", "--client", client, "--out", r.file(""))
	if text := audit("checkpoint"); !strings.HasPrefix(text, "payment-gateway-log\n") {
		r.t.Errorf("checkpoint: %s", text)
	}
	proof := r.file(audit("prove", "--client", client))
	audit("check", proof, "--key", r.checkpointKey())
	month := calendar.Calendar{}.MonthOf(time.Now())
	r.refuses("is not closed", "audit", "package", month, "--out", r.file(""))
	r.refuses("DUAL_CONTROL_FROM is not set", "audit", "close", month, "--as", "root@example.com")
	ran["package"], ran["close"] = true, true // closed_month_test.go and audit_close_test.go have what they do
	ran["reconcile"] = true
	r.reconciled(calendar.Calendar{}.DayOf(time.Now()))
	for _, c := range auditCommand().Commands() {
		if !ran[c.Name()] {
			r.t.Errorf("gateway audit %s was not tried", c.Name())
		}
	}
}
