package main

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gateway/eventstore/esdb/esdbtest"
	"gateway/eventstore/localpg"
	"gateway/eventstore/postgres"
	"gateway/eventstore/postgres/postgrestest"
	"gateway/test/poll"
	"gateway/test/testdb"

	"github.com/lib/pq"
)

// openServer opens the maintenance database of a server.
func openServer(t *testing.T, dsn string) *sql.DB {
	t.Helper()
	u, err := url.Parse(dsn)
	if err != nil {
		t.Fatal(err)
	}
	u.Path = "/postgres"
	db, err := sql.Open("postgres", u.String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

// nameOf returns the quoted name of the database of a DSN.
func nameOf(t *testing.T, dsn string) string {
	t.Helper()
	u, err := url.Parse(dsn)
	if err != nil {
		t.Fatal(err)
	}
	return pq.QuoteIdentifier(strings.Trim(u.Path, "/"))
}

func execute(t *testing.T, db *sql.DB, statements ...string) {
	t.Helper()
	for _, statement := range statements {
		if _, err := db.ExecContext(t.Context(), statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
}

// backUp copies the log's database while the gateway is stopped, and returns the name of
// the copy.
func backUp(t *testing.T, events string) string {
	t.Helper()
	db, name := openServer(t, events), nameOf(t, events)
	copied := strings.Trim(name, `"`) + "_backup"
	disconnect(t, db, name)
	execute(t, db, `CREATE DATABASE `+pq.QuoteIdentifier(copied)+` TEMPLATE `+name)
	execute(t, db, `ALTER DATABASE `+name+` ALLOW_CONNECTIONS true`)
	t.Cleanup(func() { _, _ = db.Exec(`DROP DATABASE IF EXISTS ` + pq.QuoteIdentifier(copied) + ` WITH (FORCE)`) })
	return pq.QuoteIdentifier(copied)
}

// disconnect ends all connections to a database and allows no others.
func disconnect(t *testing.T, db *sql.DB, name string) {
	t.Helper()
	execute(t, db, `ALTER DATABASE `+name+` ALLOW_CONNECTIONS false`,
		`SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = `+pq.QuoteLiteral(strings.Trim(name, `"`)))
}

// restoreFrom replaces the log's database with the backup.
func restoreFrom(t *testing.T, events, backup string) {
	t.Helper()
	db, name := openServer(t, events), nameOf(t, events)
	lost := pq.QuoteIdentifier(strings.Trim(name, `"`) + "_lost")
	disconnect(t, db, name)
	execute(t, db, `ALTER DATABASE `+name+` RENAME TO `+lost, `ALTER DATABASE `+backup+` RENAME TO `+name)
	t.Cleanup(func() { _, _ = db.Exec(`DROP DATABASE IF EXISTS ` + lost + ` WITH (FORCE)`) })
}

func (i *installation) countEvents() (n int) {
	i.t.Helper()
	if err := i.events.QueryRow(`SELECT count(*) FROM events`).Scan(&n); err != nil {
		i.t.Fatal(err)
	}
	return n
}

// status returns the status of a request and the body of its answer.
func (i *installation) status(method, url, credential, body string) (int, string) {
	i.t.Helper()
	request, err := http.NewRequestWithContext(i.t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		i.t.Fatal(err)
	}
	if credential != "" {
		request.Header.Set("X-API-Key", credential)
	}
	if strings.HasPrefix(credential, "Bearer ") {
		request.Header.Del("X-API-Key")
		request.Header.Set("Authorization", credential)
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		i.t.Fatal(err)
	}
	defer answer.Body.Close()
	raw, err := io.ReadAll(answer.Body)
	if err != nil {
		i.t.Fatal(err)
	}
	return answer.StatusCode, string(raw)
}

// withdrawApproved requests a withdrawal, approves it, and returns its id.
func (i *installation) withdrawApproved() int64 {
	i.t.Helper()
	id := i.post("/withdrawals", i.shop, `{"jumlah":20000,"url":"`+i.url+`"}`).id("id")
	i.post(fmt.Sprintf("/admin/withdrawals/%d/approve", id), i.admin, "")
	return id
}

// logIn logs the administrator in again.
func (i *installation) logIn() {
	i.t.Helper()
	i.admin = "Bearer " + i.post("/admin/auth/login", "", `{"email":"root@example.com","password":"rahasia-admin"}`).text("token")
}

// holdsPayoutsBack checks that an approved withdrawal is not sent before payouts are resumed, and is sent
// afterwards.
func (i *installation) holdsPayoutsBack() {
	i.t.Helper()
	id := i.withdrawApproved()
	poll.Until(i.t, "the payouts' status says that they are held back", func() bool {
		return strings.Contains(string(i.get("/admin/projections", i.admin).raw), "no payout is sent")
	})
	submitted := func() (n int) {
		err := i.events.QueryRow(`SELECT count(*) FROM events WHERE type LIKE 'payout.submitted.%'
			AND data->>'id' = $1`, fmt.Sprint(id)).Scan(&n)
		if err != nil {
			i.t.Fatal(err)
		}
		return n
	}
	if submitted() != 0 {
		i.t.Error("the payout was submitted")
	}
	i.refuses("--by", "events", "resume-payouts")
	i.prints("events", "resume-payouts", "--by", "Siti")
	i.post(fmt.Sprintf("/sandbox/withdrawals/%d/complete", id), i.shop, "")
	poll.Until(i.t, "paid out", func() bool { return i.get(fmt.Sprintf("/withdrawals/%d", id), i.shop).text("status") == "completed" })
}

func TestAnOlderLogIsRefusedAtTheStartUntilItIsAccepted(t *testing.T) {
	i := install(t)
	i.addMerchant()
	i.stop()
	events := os.Getenv("EVENTSTORE_URL")
	backup := backUp(t, events)
	if err := i.start(); err != nil {
		t.Fatal(err)
	}
	i.payCustomer(50000)
	lost := i.post("/auth/register", "", `{"nama":"Lain","email":"lain@example.com","password":"rahasia-123"}`).id("id")
	i.stop()
	restoreFrom(t, events, backup)
	i.wontStart("the log went back")
	before := i.countEvents()
	out, err := i.run("events", "accept-older")
	if err == nil || !strings.Contains(err.Error(), "--yes") {
		t.Errorf("without --yes: %v", err)
	}
	for _, want := range []string{"the log went back", "Known beyond its end: positions", "1 rows of clients", "rows of transactions"} {
		if !strings.Contains(out, want) {
			t.Errorf("what is missing does not say %q:\n%s", want, out)
		}
	}
	if now := i.countEvents(); now != before {
		t.Errorf("%d events were appended without --yes", now-before)
	}
	i.wontStart("the log went back")
	i.prints("events", "accept-older", "--yes")
	if err := i.start(); err != nil {
		t.Fatal(err)
	}
	if got, body := i.status("GET", i.url+"/admin/projections", i.admin, ""); got != 401 {
		t.Errorf("a login from before answers %d %s", got, body)
	}
	i.logIn()
	if id := i.post("/auth/register", "", `{"nama":"Baru","email":"baru@example.com","password":"rahasia-123"}`).id("id"); id < lost+1000 {
		t.Errorf("client %d after client %d was lost", id, lost)
	}
	i.holdsPayoutsBack()
	i.verifies()
	i.refuses("stop every gateway", "events", "accept-older", "--yes")
	i.stop()
	if out := i.prints("events", "accept-older", "--yes"); !strings.Contains(out, "nothing to accept") {
		t.Errorf("after it was accepted: %s", out)
	}
}

func TestARunningGatewayWhoseLogGoesBackRefusesToAppend(t *testing.T) {
	i := install(t)
	i.addMerchant()
	i.stop()
	events := os.Getenv("EVENTSTORE_URL")
	backup := backUp(t, events)
	before := i.countEvents()
	if err := i.start(); err != nil {
		t.Fatal(err)
	}
	i.payCustomer(50000)
	restoreFrom(t, events, backup)
	// The first request reaches the new database at the same time as the guard.
	got, body := i.status("POST", i.url+"/payments/va", i.shop, `{"amount":150000,"bank_code":"BCA","customer_name":"Budi"}`)
	if got < 500 {
		t.Errorf("a payment answers %d %s", got, body)
	}
	ready := strings.TrimSuffix(i.url, "/api/v2") + "/readyz"
	poll.Within(t, poll.Limit, "/readyz says why", func() (bool, any) {
		got, body := i.status("GET", ready, "", "")
		return got == 503 && strings.Contains(body, "the log went back"), body
	})
	for path, credential := range map[string]string{"/account/balance": i.shop, "/admin/projections": i.admin} {
		if got, body := i.status("GET", i.url+path, credential, ""); got != 503 || !strings.Contains(body, `"log_suspended"`) {
			t.Errorf("GET %s answers %d %s", path, got, body)
		}
	}
	if now := i.countEvents(); now != before {
		t.Errorf("%d events were appended to the older log", now-before)
	}
}

func TestAnOlderLogInEventStoreDBIsRefusedUntilItIsAccepted(t *testing.T) {
	newer := postgrestest.Database(t)
	stateDSN, read := testdb.NewPair(t)
	t.Setenv("STATE_URL", stateDSN)
	url, stop := serveLog(t, newer)
	i := installOn(t, url, read)
	i.addMerchant()
	i.stop()
	stop()
	older := replaceDatabase(newer, backUp(t, newer))
	url, _ = serveLog(t, newer)
	t.Setenv("EVENTSTORE_URL", url)
	if err := i.start(); err != nil {
		t.Fatal(err)
	}
	i.payCustomer(50000)
	i.stop()
	url, _ = serveLog(t, older)
	t.Setenv("EVENTSTORE_URL", url)
	i.wontStart("the log went back")
	i.refuses("--yes", "events", "accept-older")
	i.prints("events", "accept-older", "--yes")
	if err := i.start(); err != nil {
		t.Fatal(err)
	}
	i.payCustomer(20000)
	i.verifies()
}

// serveLog serves the log in a PostgreSQL database over EventStoreDB's protocol, until stop is called or the
// test ends.
func serveLog(t *testing.T, dsn string) (url string, stop func()) {
	t.Helper()
	store, err := postgres.Open(t.Context(), postgres.Config{DSN: dsn})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	s := esdbtest.Start(t, store)
	return s.URL(), func() {
		s.Down()
		_ = store.Close()
	}
}

// replaceDatabase returns the DSN with another database, whose name must be quoted.
func replaceDatabase(dsn, quoted string) string {
	u, _ := url.Parse(dsn) // it was parsed before
	u.Path = "/" + strings.Trim(quoted, `"`)
	return u.String()
}

// The standby lagged, and both databases went back with it, so the checkpoints agree with the log. Only the
// timeline reveals the change.
func TestAPromotedStandbyIsRefusedUntilItIsAccepted(t *testing.T) {
	dir := testdb.Dir(t)
	cluster := startCluster(t, dir)
	i := installOn(t, cluster.DSN("gateway_events"), cluster.DSN("gateway"))
	i.addMerchant()
	i.stop()
	data, err := filepath.EvalSymlinks(filepath.Join(dir, "cluster"))
	if err != nil {
		t.Fatal(err)
	}
	stopCluster(t, cluster)
	shell(t, `cp -a "$0" "$0.standby" && rm -f "$0.standby/postmaster.pid"`, data)
	t.Cleanup(func() { _ = os.RemoveAll(data + ".standby") })

	cluster = startCluster(t, dir)
	if err := i.start(); err != nil {
		t.Fatal(err)
	}
	i.payCustomer(50000)
	i.stop()
	stopCluster(t, cluster)
	shell(t, `rm -rf "$0" && mv "$0.standby" "$0" && touch "$0/standby.signal"`, data)
	cluster = startCluster(t, dir)
	defer stopCluster(t, cluster)
	execute(t, openServer(t, cluster.DSN("postgres")), `SELECT pg_promote(true, 60)`)

	i.wontStart("timeline 2")
	i.refuses("--yes", "events", "accept-older")
	i.prints("events", "accept-older", "--yes")
	if err := i.start(); err != nil {
		t.Fatal(err)
	}
	i.logIn()
	i.holdsPayoutsBack()
	i.stop()
}

func startCluster(t *testing.T, dir string) *localpg.Cluster {
	t.Helper()
	cluster, err := localpg.Start(t.Context(), localpg.Options{DataDir: dir})
	if err != nil {
		t.Fatal(err)
	}
	return cluster
}

func stopCluster(t *testing.T, cluster *localpg.Cluster) {
	t.Helper()
	if err := cluster.Stop(t.Context()); err != nil {
		t.Error(err)
	}
}

func shell(t *testing.T, script string, args ...string) {
	t.Helper()
	if out, err := exec.CommandContext(t.Context(), "sh", append([]string{"-c", script}, args...)...).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v %s", script, err, out)
	}
}

// An import needs no superuser, reuses no id, and holds payouts back.
func TestAnImportBeginsANewGenerationAndNeedsNoSuperuser(t *testing.T) {
	i := install(t)
	i.addMerchant()
	file := filepath.Join(t.TempDir(), "log.jsonl")
	i.prints("events", "export", file)
	lost := i.post("/auth/register", "", `{"nama":"Lain","email":"lain@example.com","password":"rahasia-123"}`).id("id")
	i.stop()

	for _, name := range []string{"EVENTSTORE_URL", "DATABASE_URL"} {
		t.Setenv(name, ordinaryDatabase(t))
	}
	i.prints("events", "import", file)
	db, err := sql.Open("postgres", os.Getenv("EVENTSTORE_URL"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	i.events = db
	if err := i.start(); err != nil {
		t.Fatal(err)
	}
	i.logIn()
	if id := i.post("/auth/register", "", `{"nama":"Baru","email":"baru@example.com","password":"rahasia-123"}`).id("id"); id < lost+1000 {
		t.Errorf("client %d after client %d was lost", id, lost)
	}
	i.holdsPayoutsBack()
	var began struct {
		Generation int64
		Reason     string
	}
	var raw []byte
	if err := db.QueryRow(`SELECT data FROM events WHERE type = 'store.generation_began.v1'`).Scan(&raw); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(raw, &began); err != nil || began.Generation != 1 || began.Reason != "imported" {
		t.Errorf("the generation began as %s, %v", raw, err)
	}
	if _, err := db.Exec(`TRUNCATE events`); err == nil {
		t.Error("the import left a right to truncate the log")
	}
}

// ordinaryDatabase creates a database that belongs to a role without special rights.
func ordinaryDatabase(t *testing.T) string {
	t.Helper()
	dsn := testdb.New(t)
	db, role := openServer(t, dsn), strings.Trim(nameOf(t, dsn), `"`)+"_owner"
	quoted := pq.QuoteIdentifier(role)
	execute(t, db, `CREATE ROLE `+quoted+` LOGIN PASSWORD 'rahasia'`, `ALTER DATABASE `+nameOf(t, dsn)+` OWNER TO `+quoted)
	t.Cleanup(func() { // before the database is dropped
		execute := func(statement string) { _, _ = db.Exec(statement) }
		execute(`DROP DATABASE IF EXISTS ` + nameOf(t, dsn) + ` WITH (FORCE)`)
		execute(`CREATE DATABASE ` + nameOf(t, dsn))
		execute(`DROP ROLE ` + quoted)
	})
	u, err := url.Parse(dsn)
	if err != nil {
		t.Fatal(err)
	}
	u.User = url.UserPassword(role, "rahasia")
	return u.String()
}
