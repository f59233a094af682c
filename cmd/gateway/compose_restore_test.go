package main

import (
	"context"
	"database/sql"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"gateway/eventstore/localpg"
	"gateway/test/poll"
	"gateway/test/testdb"

	"go.yaml.in/yaml/v3"
)

// backedUp is a PostgreSQL that archives and is backed up as in compose.yaml: with its settings, and with the
// scripts that its services run. There is no container engine here, so directories of the test stand in for
// the containers' directories.
type backedUp struct {
	t       *testing.T
	options localpg.Options
	server  *localpg.Cluster
	data    string
	// backup is /backup in the containers, and scripts is /scripts.
	backup, scripts string
}

func newBackedUp(t *testing.T) *backedUp {
	t.Helper()
	root, err := os.MkdirTemp("", "gateway-backup-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(root) })
	b := &backedUp{t: t, backup: filepath.Join(root, "backup"), scripts: filepath.Join(root, "scripts")}
	if err := os.CopyFS(b.scripts, os.DirFS("../../deploy/backup")); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(b.backup, 0o700); err != nil {
		t.Fatal(err)
	}
	b.options = localpg.Options{DataDir: testdb.Dir(t), Settings: b.composed()}
	b.start()
	db, err := sql.Open("postgres", b.server.DSN("postgres"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.QueryRowContext(t.Context(), "SHOW data_directory").Scan(&b.data); err != nil {
		t.Fatal(err)
	}
	uid, gid := b.owner()
	for _, dir := range []string{root, b.backup} {
		if err := os.Chown(dir, int(uid), int(gid)); err != nil {
			t.Fatal(err)
		}
	}
	return b
}

// composed returns the settings of PostgreSQL in compose.yaml that concern backups.
func (b *backedUp) composed() map[string]string {
	b.t.Helper()
	var file struct {
		Services struct{ Postgres struct{ Command []string } }
	}
	text, err := os.ReadFile("../../deploy/compose.yaml")
	if err == nil {
		err = yaml.Unmarshal(text, &file)
	}
	if err != nil {
		b.t.Fatal(err)
	}
	settings := map[string]string{}
	for _, argument := range file.Services.Postgres.Command {
		name, value, _ := strings.Cut(argument, "=")
		if strings.HasPrefix(name, "archive_") {
			settings[name] = strings.NewReplacer("/scripts", b.scripts, "/backup", b.backup).Replace(value)
		}
	}
	if settings["archive_mode"] != "on" || settings["archive_command"] == "" || settings["archive_timeout"] == "" {
		b.t.Fatalf("compose.yaml archives no WAL: %v", settings)
	}
	settings["wal_level"], settings["max_wal_senders"] = "replica", "4" // PostgreSQL's own defaults, or below them
	return settings
}

func (b *backedUp) start() {
	b.t.Helper()
	server, err := localpg.Start(b.t.Context(), b.options)
	if err != nil {
		b.t.Fatal(err)
	}
	b.server = server
}

func (b *backedUp) stop() {
	b.t.Helper()
	if err := b.server.Stop(context.WithoutCancel(b.t.Context())); err != nil {
		b.t.Fatal(err)
	}
}

// owner returns the user that PostgreSQL runs as.
func (b *backedUp) owner() (uid, gid uint32) {
	info, err := os.Stat(b.data)
	if err != nil {
		b.t.Fatal(err)
	}
	stat := info.Sys().(*syscall.Stat_t) //nolint:forcetypeassert // so on every Unix
	return stat.Uid, stat.Gid
}

// runs runs one of the scripts as the containers do, and returns its output.
func (b *backedUp) runs(script string, arguments ...string) (string, error) {
	b.t.Helper()
	cmd := exec.CommandContext(b.t.Context(), "sh", append([]string{filepath.Join(b.scripts, script), b.backup}, arguments...)...)
	dsn, err := url.Parse(b.server.DSN("postgres"))
	if err != nil {
		b.t.Fatal(err)
	}
	cmd.Env = append(os.Environ(), "PATH="+b.server.BinDir()+":"+os.Getenv("PATH"), "PGDATA="+b.data, "PGUSER=postgres", "PGPORT=5432",
		"PGHOST="+dsn.Query().Get("host"))
	cmd.Dir = "/"
	if uid, gid := b.owner(); os.Geteuid() == 0 {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uid, Gid: gid}}
	}
	said, err := cmd.CombinedOutput()
	return string(said), err
}

// must runs a script that must succeed.
func (b *backedUp) must(script string, arguments ...string) {
	b.t.Helper()
	if said, err := b.runs(script, arguments...); err != nil {
		b.t.Fatalf("%s: %v: %s", script, err, said)
	}
}

// now returns the server's time, as a moment to restore to.
func (b *backedUp) now() (moment string) {
	b.t.Helper()
	b.query(&moment, "SELECT clock_timestamp()::text")
	return moment
}

func (b *backedUp) query(value any, statement string) {
	b.t.Helper()
	db, err := sql.Open("postgres", b.server.DSN("postgres"))
	if err != nil {
		b.t.Fatal(err)
	}
	defer db.Close()
	if err := db.QueryRowContext(b.t.Context(), statement).Scan(value); err != nil {
		b.t.Fatalf("%s: %v", statement, err)
	}
}

// archives waits until all WAL so far is archived, which archive_timeout would do within a minute.
func (b *backedUp) archives() {
	b.t.Helper()
	var segment string
	b.query(&segment, "SELECT pg_walfile_name(pg_switch_wal())")
	poll.Until(b.t, "the WAL is archived", func() bool {
		_, err := os.Stat(filepath.Join(b.backup, "wal", segment))
		return err == nil
	})
}

func (b *backedUp) bases() (names []string) {
	b.t.Helper()
	all, err := filepath.Glob(filepath.Join(b.backup, "base", "2*"))
	if err != nil {
		b.t.Fatal(err)
	}
	return all
}

// crashes stops the server at once: what it wrote after the last archived segment is only in its data
// directory.
func (b *backedUp) crashes() {
	b.t.Helper()
	if err := syscall.Kill(b.server.PID(), syscall.SIGQUIT); err != nil {
		b.t.Fatal(err)
	}
	poll.Until(b.t, "the server is gone", func() bool { return b.server.PID() == 0 })
	b.stop()
}

// recovers starts the restored server, and waits until it accepts writes.
func (b *backedUp) recovers() {
	b.t.Helper()
	b.start()
	poll.Until(b.t, "the server takes writes", func() bool {
		var recovers bool
		b.query(&recovers, "SELECT pg_is_in_recovery()")
		return !recovers
	})
}

// has accepts the restored log, and checks the balance of the shop.
func (b *backedUp) has(i *installation, balance int64) {
	b.t.Helper()
	i.accept()
	i.logIn()
	if got := i.balance(); got != balance {
		b.t.Errorf("the balance is %d, and was %d at that moment", got, balance)
	}
	i.verifies()
}

func (i *installation) balance() int64 {
	i.t.Helper()
	return i.get("/account/balance", i.shop).id("saldo")
}

// This uses the commands of compose.yaml and RUNBOOK.md: base backups by the timer, archived WAL, and a
// restore to a moment between two payments. The gateway refuses the older log until it is accepted, and then
// has only the first payment. A second restore can go to a later moment before the first restore. A third
// follows the timeline that it names, up to the last write of a server that crashed.
func TestTheBackupsOfComposeRestoreAMoment(t *testing.T) {
	b := newBackedUp(t)
	t.Cleanup(func() { b.stop() })
	i := installOn(t, b.server.DSN("shop_events"), b.server.DSN("shop"))
	i.addMerchant()
	b.must("backup-timer.sh", "7", "86400", "--once")
	if len(b.bases()) != 1 {
		t.Fatalf("base backups: %v", b.bases())
	}
	b.must("backup-timer.sh", "7", "86400", "--once") // none is due
	if len(b.bases()) != 1 {
		t.Errorf("a second base backup was made though none was due: %v", b.bases())
	}
	i.payCustomer(40_000)
	first, moment := i.balance(), b.now()
	i.payCustomer(77_000)
	second, later := i.balance(), b.now()
	i.payCustomer(15_000)
	b.archives()
	if said, err := b.runs("restore.sh", moment); err == nil || !strings.Contains(said, "a server runs") {
		t.Errorf("a server that runs is overwritten: %v %s", err, said)
	}
	i.stop()
	b.stop()
	if said, err := b.runs("restore.sh", "2020-01-01 00:00:00+00"); err == nil || !strings.Contains(said, "no base backup") {
		t.Errorf("there was no backup then: %v %s", err, said)
	}
	b.must("restore.sh", moment)
	b.recovers()
	b.has(i, first)
	i.payCustomer(19_000)
	b.archives()

	i.stop()
	b.stop()
	b.must("restore.sh", later)
	b.recovers()
	b.has(i, second)
	i.payCustomer(13_000)
	last := i.balance()

	i.stop()
	b.crashes()
	if said, err := b.runs("restore.sh", "", "the third"); err == nil || !strings.Contains(said, "no timeline") {
		t.Errorf("a restore to no timeline: %v %s", err, said)
	}
	b.must("restore.sh", "", "3")
	b.recovers()
	b.has(i, last)

	// The restored server is backed up like the former one, on its own timeline.
	b.archives()
	b.must("base-backup.sh", "1")
	if len(b.bases()) != 1 {
		t.Errorf("more than one base backup is kept: %v", b.bases())
	}
}
