package localpg_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"gateway/eventstore/localpg"
	"gateway/test/testdb"

	_ "github.com/lib/pq"
	"go.uber.org/goleak"
)

// gatewayDir is an environment variable. If it is set, the test binary acts as a gateway: it starts the
// cluster of that data directory and waits to be killed.
const gatewayDir = "LOCALPG_TEST_GATEWAY"

func TestMain(m *testing.M) {
	if dir := os.Getenv(gatewayDir); dir != "" {
		cluster, err := localpg.Start(context.Background(), localpg.Options{DataDir: dir})
		if err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		fmt.Println("pid", cluster.PID())
		_, _ = io.Copy(io.Discard, os.Stdin) // until the test is over, however it ends
		return
	}
	goleak.VerifyTestMain(m)
}

// gateway starts a process that holds the data directory. kill kills only that process, so that PostgreSQL
// keeps running.
func gateway(t *testing.T, dir string) (pid int, kill func()) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), gatewayDir+"="+dir)
	if _, err := cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	kill = func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	}
	t.Cleanup(kill)
	line := make([]byte, 4096)
	n, _ := out.Read(line)
	if _, err := fmt.Sscanf(string(line[:n]), "pid %d", &pid); err != nil {
		skipIfNotInstalled(t, string(line[:n]))
		t.Fatalf("the other gateway said %q", line[:n])
	}
	return pid, kill
}

func startServer(t *testing.T, dir string) *localpg.Cluster {
	t.Helper()
	cluster, err := tryStart(t, dir)
	if err != nil {
		t.Fatal(err)
	}
	return cluster
}

func tryStart(t *testing.T, dir string) (*localpg.Cluster, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	cluster, err := localpg.Start(ctx, localpg.Options{DataDir: dir, Logf: t.Logf})
	if errors.Is(err, localpg.ErrNotInstalled) {
		t.Skip(err)
	}
	if err == nil {
		t.Cleanup(func() { stop(t, cluster) })
	}
	return cluster, err
}

func skipIfNotInstalled(t *testing.T, said string) {
	t.Helper()
	if strings.Contains(said, localpg.ErrNotInstalled.Error()) {
		t.Skip(said)
	}
}

func stop(t *testing.T, cluster *localpg.Cluster) {
	t.Helper()
	if err := cluster.Stop(context.Background()); err != nil {
		t.Errorf("stop: %v", err)
	}
	if pid := cluster.PID(); pid != 0 {
		t.Errorf("pid %d after the stop", pid)
	}
}

// query runs a statement in the database postgres on its own connection.
func query(t *testing.T, cluster *localpg.Cluster, statement string) (answer string) {
	t.Helper()
	db, err := sql.Open("postgres", cluster.DSN("postgres"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.QueryRow(statement).Scan(&answer); err != nil && !errors.Is(err, sql.ErrNoRows) {
		t.Fatalf("%s: %v", statement, err)
	}
	return answer
}

const (
	write = "CREATE TABLE kept AS SELECT 'acknowledged' AS word"
	read  = "SELECT word FROM kept"
)

func wantKept(t *testing.T, cluster *localpg.Cluster) {
	t.Helper()
	if got := query(t, cluster, read); got != "acknowledged" {
		t.Errorf("read %q, want what was acknowledged", got)
	}
}

func sigkill(t *testing.T, pid int) {
	t.Helper()
	if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
}

func newDir(t *testing.T) string {
	t.Helper()
	return testdb.Dir(t)
}
