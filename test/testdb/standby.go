package testdb

import (
	"bytes"
	"context"
	"database/sql"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"gateway/eventstore/localpg"
	"gateway/test/poll"
)

// Pair is a primary and a physical standby of it, made by pg_basebackup.
type Pair struct {
	tb      testing.TB
	Primary *localpg.Cluster
	// dir is the standby's data directory, socket the folder of its socket.
	dir, socket, bin string
	server           *url.URL // the primary's maintenance database
}

// Replicated starts a primary and a standby for this test alone. With synchronous, a commit is acknowledged
// once the standby has it. If pg_basebackup is not installed, the test is skipped.
func Replicated(tb testing.TB, synchronous bool) *Pair {
	tb.Helper()
	p := &Pair{tb: tb, Primary: Private(tb)}
	p.bin = p.Primary.BinDir()
	if _, err := os.Stat(filepath.Join(p.bin, "pg_basebackup")); err != nil {
		tb.Skip("pg_basebackup is not installed: apt-get install postgresql")
	}
	var err error
	if p.server, err = url.Parse(p.Primary.DSN("postgres")); err != nil {
		tb.Fatal(err)
	}
	root := Dir(tb)
	p.dir, p.socket = filepath.Join(root, "cluster"), filepath.Join(root, "socket")
	for _, dir := range []string{root, p.socket} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			tb.Fatal(err)
		}
		p.give(dir)
	}
	q := p.server.Query()
	p.run("pg_basebackup", "-h", q.Get("host"), "-p", q.Get("port"), "-U", "postgres", "-D", p.dir, "-R", "-X", "stream", "-c", "fast")
	if synchronous {
		if err := execute(p.Primary.DSN("postgres"), "ALTER SYSTEM SET synchronous_standby_names = '*'", "SELECT pg_reload_conf()"); err != nil {
			tb.Fatal(err)
		}
	}
	p.StartStandby()
	tb.Cleanup(p.StopStandby)
	state := map[bool]string{true: "sync", false: "async"}[synchronous]
	poll.Until(tb, "the standby streams", func() bool {
		return p.scalar(p.Primary.DSN("postgres"), `SELECT coalesce(max(sync_state), '') FROM pg_stat_replication`) == state
	})
	return p
}

// URL returns the URL of a database on both servers; the driver uses the one that accepts writes.
func (p *Pair) URL(database string) string {
	u := *p.server
	q := u.Query()
	port := q.Get("port")
	q.Set("host", q.Get("host")+","+p.socket)
	q.Set("port", port+","+port)
	q.Set("target_session_attrs", "primary")
	u.RawQuery, u.Path = q.Encode(), "/"+database
	return u.String()
}

// StandbyURL returns the URL of a database on the standby.
func (p *Pair) StandbyURL(database string) string {
	u := *p.server
	q := u.Query()
	q.Set("host", p.socket)
	u.RawQuery, u.Path = q.Encode(), "/"+database
	return u.String()
}

// StartStandby starts the standby after StopStandby.
func (p *Pair) StartStandby() {
	p.tb.Helper()
	p.run("pg_ctl", "start", "-D", p.dir, "-w", "-s", "-l", filepath.Join(p.socket, "log"),
		"-o", "-c unix_socket_directories="+p.socket+" -c hot_standby=on")
}

// StopStandby stops the standby. It does nothing if the standby does not run.
func (p *Pair) StopStandby() {
	if _, err := os.Stat(filepath.Join(p.dir, "postmaster.pid")); err == nil {
		p.run("pg_ctl", "stop", "-D", p.dir, "-w", "-s", "-m", "immediate")
	}
}

// Promote makes the standby a primary, on the next timeline. It then does not wait for a standby of its own.
func (p *Pair) Promote() {
	p.tb.Helper()
	p.run("pg_ctl", "promote", "-D", p.dir, "-w", "-s")
	if err := execute(p.StandbyURL("postgres"), "ALTER SYSTEM RESET synchronous_standby_names", "SELECT pg_reload_conf()"); err != nil {
		p.tb.Fatal(err)
	}
}

func (p *Pair) scalar(dsn, query string) (value string) {
	p.tb.Helper()
	db, err := sql.Open("postgres", dsn)
	if err != nil {
		p.tb.Fatal(err)
	}
	defer db.Close()
	if err := db.QueryRowContext(context.Background(), query).Scan(&value); err != nil {
		p.tb.Fatal(err)
	}
	return value
}

// run runs a program of PostgreSQL as the user that PostgreSQL runs as.
func (p *Pair) run(program string, args ...string) {
	p.tb.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, filepath.Join(p.bin, program), args...)
	cmd.Dir = "/"
	if uid, gid, ok := p.account(); ok {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uid, Gid: gid}}
	}
	// Not a pipe, because the server that pg_ctl starts would keep it open.
	said, err := os.CreateTemp("", "gateway-standby-")
	if err != nil {
		p.tb.Fatal(err)
	}
	defer func() { _ = said.Close(); _ = os.Remove(said.Name()) }()
	cmd.Stdout, cmd.Stderr = said, said
	if err := cmd.Run(); err != nil {
		text, _ := os.ReadFile(said.Name())
		log, _ := os.ReadFile(filepath.Join(p.socket, "log"))
		p.tb.Fatalf("%s %s: %v: %s\n%s", program, strings.Join(args, " "), err, bytes.TrimSpace(text), log)
	}
}

// account returns the user postgres if the tests run as root, because PostgreSQL refuses to run as root.
func (p *Pair) account() (uid, gid uint32, ok bool) {
	if os.Geteuid() != 0 {
		return 0, 0, false
	}
	u, err := user.Lookup("postgres")
	if err != nil {
		p.tb.Fatal(err)
	}
	id, err := strconv.ParseUint(u.Uid, 10, 32)
	if err != nil {
		p.tb.Fatal(err)
	}
	group, err := strconv.ParseUint(u.Gid, 10, 32)
	if err != nil {
		p.tb.Fatal(err)
	}
	return uint32(id), uint32(group), true
}

func (p *Pair) give(dir string) {
	p.tb.Helper()
	if uid, gid, ok := p.account(); ok {
		if err := os.Chown(dir, int(uid), int(gid)); err != nil {
			p.tb.Fatal(err)
		}
	}
}
