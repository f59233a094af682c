package database

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"gateway/test/poll"
	"gateway/test/testdb"
)

// startPgbouncer starts a pgbouncer in front of a PostgreSQL, and returns the URL of its database.
func startPgbouncer(t *testing.T, dsn, more string) string {
	t.Helper()
	program, err := exec.LookPath("pgbouncer")
	if err != nil {
		t.Skip("pgbouncer is not installed: apt-get install pgbouncer")
	}
	server, err := url.Parse(dsn)
	if err != nil {
		t.Fatal(err)
	}
	port := freePort(t)
	dir := t.TempDir()
	// As root, pgbouncer needs another user, who must be able to read its files.
	for path := dir; strings.HasPrefix(path, os.TempDir()) && path != os.TempDir(); path = filepath.Dir(path) {
		if err := os.Chmod(path, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	config := fmt.Sprintf("[databases]\n%s = host=%s port=%s user=postgres\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = %d\n"+
		"unix_socket_dir =\nauth_type = any\npool_mode = transaction\n%s\n",
		strings.Trim(server.Path, "/"), server.Query().Get("host"), server.Query().Get("port"), port, more)
	file := filepath.Join(dir, "pgbouncer.ini")
	if err := os.WriteFile(file, []byte(config), 0o644); err != nil {
		t.Fatal(err)
	}
	var args []string
	if os.Geteuid() == 0 {
		args = []string{"-u", "postgres"}
	}
	cmd := exec.CommandContext(t.Context(), program, append(args, file)...)
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGKILL) }
	cmd.Stderr = t.Output()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	bouncer := fmt.Sprintf("postgres://postgres@127.0.0.1:%d%s?sslmode=disable", port, server.Path)
	poll.Until(t, "pgbouncer answers", func() bool {
		db, err := connect(bouncer, 1, nil, SlowQueries{})
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		return db.PingContext(t.Context()) == nil
	})
	return bouncer
}

func freePort(t *testing.T) int {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

func TestADatabaseBehindPgbouncerIsRefusedByName(t *testing.T) {
	t.Parallel()
	dsn := testdb.Private(t).DSN("postgres")
	for name, more := range map[string]string{
		"as it is installed": "",
		"told to ignore what it does not know": "ignore_startup_parameters = gateway.directly, idle_in_transaction_session_timeout, " +
			"extra_float_digits, search_path, statement_timeout",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := Connect(t.Context(), startPgbouncer(t, dsn, more), 2, stateSettings, EventStoreSchema, false, SlowQueries{})
			if !errors.Is(err, ErrPooler) || !strings.Contains(err.Error(), "the database postgres is reached through pgbouncer") {
				t.Errorf("got %v", err)
			}
		})
	}
	db, err := Connect(t.Context(), dsn, 2, stateSettings, EventStoreSchema, false, SlowQueries{})
	if err != nil {
		t.Fatal(err)
	}
	_ = db.Close()
}
