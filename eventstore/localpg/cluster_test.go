package localpg_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"gateway/eventstore/localpg"
	"gateway/test/poll"
)

func TestDataOutlivesAStopAndTheNextStartIsQuick(t *testing.T) {
	t.Parallel()
	dir := newDir(t)
	cluster := startServer(t, dir)
	query(t, cluster, write)
	stop(t, cluster)

	began := time.Now()
	cluster = startServer(t, dir)
	if took := time.Since(began); poll.Exceeds(took, 1500*time.Millisecond) {
		t.Errorf("starting an existing cluster took %v, want less than 1.5 s", took)
	}
	wantKept(t, cluster)
}

func TestASecondGatewayIsRefusedUntilTheFirstIsDead(t *testing.T) {
	t.Parallel()
	dir := newDir(t)
	_, kill := gateway(t, dir)
	if _, err := tryStart(t, dir); !errors.Is(err, localpg.ErrInUse) {
		t.Fatalf("second start: %v, want ErrInUse", err)
	}
	kill()
	startServer(t, dir)
}

func TestAClusterThatOutlivedItsGatewayIsAdoptedAndStopped(t *testing.T) {
	t.Parallel()
	dir := newDir(t)
	pid, kill := gateway(t, dir)
	kill()
	cluster := startServer(t, dir)
	if got := cluster.PID(); got != pid {
		t.Errorf("pid %d, want the one still running, %d", got, pid)
	}
	query(t, cluster, write)
	stop(t, cluster)
	wantKept(t, startServer(t, dir))
}

func TestAClusterKilledWithItsGatewayRecovers(t *testing.T) {
	t.Parallel()
	dir := newDir(t)
	pid, kill := gateway(t, dir)
	kill()
	cluster := startServer(t, dir)
	query(t, cluster, write)
	sigkill(t, pid)
	stop(t, cluster)
	wantKept(t, startServer(t, dir))
}

func TestAClusterWhoseSocketIsGoneIsStartedAnew(t *testing.T) {
	t.Parallel()
	dir := newDir(t)
	pid, kill := gateway(t, dir)
	kill()
	if err := os.Remove(filepath.Join(dir, "cluster", ".s.PGSQL.5432")); err != nil {
		t.Fatal(err)
	}
	if got := startServer(t, dir).PID(); got == 0 || got == pid {
		t.Errorf("pid %d, want another than %d", got, pid)
	}
}

func TestWatchBringsAKilledClusterBack(t *testing.T) {
	t.Parallel()
	cluster := startServer(t, newDir(t))
	query(t, cluster, write)
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	watched := make(chan error, 1)
	go func() { watched <- cluster.Supervise(ctx) }()

	killed := cluster.PID()
	sigkill(t, killed)
	poll.Within(t, time.Minute, "the cluster is brought back", func() (bool, any) {
		pid := cluster.PID()
		return pid != 0 && pid != killed, pid
	})
	// Stop waits until the restart has ended.
	stop(t, cluster)
	if err := <-watched; err != nil {
		t.Errorf("watch: %v", err)
	}
}

func TestAStopWithoutTimeLeftStillStopsAndLosesNothing(t *testing.T) {
	t.Parallel()
	dir := newDir(t)
	cluster := startServer(t, dir)
	query(t, cluster, write)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := cluster.Stop(ctx); err != nil {
		t.Fatal(err)
	}
	if pid := cluster.PID(); pid != 0 {
		t.Errorf("pid %d after the stop", pid)
	}
	wantKept(t, startServer(t, dir))
}

func TestAStalePidFileThatNamesAnotherProgramIsIgnored(t *testing.T) {
	t.Parallel()
	self, err := os.Readlink("/proc/self")
	if err != nil || self != strconv.Itoa(os.Getpid()) {
		t.Skip("/proc does not tell which program a pid is")
	}
	dir := newDir(t)
	stop(t, startServer(t, dir))
	file := filepath.Join(dir, "cluster", "postmaster.pid")
	leftover := fmt.Sprintf("%d\n%s\n0\n5432\n\n\n\nready   \n", os.Getpid(), filepath.Dir(file))
	if err := os.WriteFile(file, []byte(leftover), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.Remove(file) })
	startServer(t, dir)
}

func TestAClusterOfAVersionThatIsNotInstalledIsRefused(t *testing.T) {
	t.Parallel()
	dir := newDir(t)
	stop(t, startServer(t, dir))
	if err := os.WriteFile(filepath.Join(dir, "cluster", "PG_VERSION"), []byte("12\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := tryStart(t, dir)
	if err == nil || !strings.Contains(err.Error(), "made by PostgreSQL 12") || !strings.Contains(err.Error(), "install postgresql-12") {
		t.Fatalf("start: %v, want the two versions and what to do", err)
	}
}

func TestTheClusterIsDurableAndOffTheNetwork(t *testing.T) {
	t.Parallel()
	cluster := startServer(t, newDir(t))
	for setting, want := range map[string]string{
		"fsync": "on", "full_page_writes": "on", "synchronous_commit": "on", "data_checksums": "on",
		"listen_addresses": "", "unix_socket_permissions": "0700", "server_encoding": "UTF8", "TimeZone": "UTC",
	} {
		if got := query(t, cluster, "SHOW "+setting); got != want {
			t.Errorf("%s = %q, want %q", setting, got, want)
		}
	}
	if tcp := query(t, cluster, "SELECT coalesce(string_agg(auth_method, ','), '') FROM pg_hba_file_rules WHERE type <> 'local' AND auth_method <> 'reject'"); tcp != "" {
		t.Errorf("TCP is let in by %s", tcp)
	}
}

func TestAToolUsesTheRunningClusterAndLeavesItRunning(t *testing.T) {
	t.Parallel()
	dir := newDir(t)
	host, err := localpg.Start(t.Context(), localpg.Options{DataDir: dir})
	if err != nil {
		t.Fatal(err)
	}
	tool, err := localpg.StartOrAttach(t.Context(), localpg.Options{DataDir: dir})
	if err != nil {
		t.Fatal(err)
	}
	if tool.DSN("postgres") != host.DSN("postgres") {
		t.Error("the tool is somewhere else")
	}
	if err := tool.Stop(t.Context()); err != nil || host.PID() == 0 {
		t.Errorf("the tool stopped the cluster (%v)", err)
	}
	if err := host.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	alone, err := localpg.StartOrAttach(t.Context(), localpg.Options{DataDir: dir})
	if err != nil {
		t.Fatal(err)
	}
	if err := alone.Stop(t.Context()); err != nil || alone.PID() != 0 {
		t.Errorf("a tool that had to start the cluster left it running (%v)", err)
	}
}
