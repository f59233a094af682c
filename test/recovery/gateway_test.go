package recovery

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"syscall"
	"testing"
	"time"

	"gateway/eventstore/localpg"
	"gateway/test/testdb"
)

const (
	readyWithin = 60 * time.Second
	// calmWithin is how long it may take after a fault until every invariant holds,
	// those that say that something happens in the end included.
	calmWithin   = 60 * time.Second
	readDatabase = "gateway"
	logDatabase  = "gateway_events"
)

// rounds is how often each fault is made.
func rounds(t *testing.T) int {
	t.Helper()
	text := os.Getenv("RECOVERY_ROUNDS")
	if text == "" {
		return 3
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		t.Fatalf("RECOVERY_ROUNDS is %q", text)
	}
	return n
}

// installation is a gateway process on a PostgreSQL of its own.
type installation struct {
	cluster *localpg.Cluster
	binary  string
	addr    string
	env     []string
	out     *lockedBuffer

	process *exec.Cmd
	exited  chan error
}

func install(t *testing.T) *installation {
	t.Helper()
	binary, err := build()
	if err != nil {
		t.Fatal(err)
	}
	i := &installation{cluster: testdb.Private(t), binary: binary, addr: freeAddr(t), out: &lockedBuffer{}}
	i.env = append(os.Environ(),
		"HTTP_ADDR="+i.addr, "DATABASE_URL="+i.cluster.DSN(readDatabase), "DATA_DIR="+t.TempDir(), "EVENTSTORE_URL=",
		"ADMIN_EMAIL="+adminEmail, "ADMIN_PASSWORD="+adminPassword, "LOG_LEVEL=error", "SIMULATOR_PAYOUT_DELAY=100ms")
	t.Cleanup(func() {
		i.stop(t)
		if t.Failed() {
			t.Logf("the gateway said:\n%s", i.out)
		}
	})
	i.start(t)
	return i
}

// build compiles the gateway once per test binary.
var build = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "gateway-recovery-")
	if err != nil {
		return "", err
	}
	binary := filepath.Join(dir, "gateway")
	out, err := exec.Command("go", "build", "-buildvcs=false", "-o", binary, "gateway/cmd/gateway").CombinedOutput()
	if err != nil {
		return "", errors.New(string(out))
	}
	return binary, nil
})

func TestMain(m *testing.M) {
	code := m.Run()
	if binary, err := build(); err == nil {
		_ = os.RemoveAll(filepath.Dir(binary))
	}
	os.Exit(code)
}

func freeAddr(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	return l.Addr().String()
}

func (i *installation) anybody() caller {
	return caller{base: "http://" + i.addr + "/api/v2", header: http.Header{}}
}

func (i *installation) admin(t *testing.T) caller {
	t.Helper()
	c := i.anybody()
	login := c.must(t, "POST", "/admin/auth/login", map[string]any{"email": adminEmail, "password": adminPassword})
	return c.with("Authorization", "Bearer "+login.field("token"))
}

func (i *installation) start(t *testing.T) {
	t.Helper()
	i.process = exec.Command(i.binary, "serve")
	i.process.Env, i.process.Stdout, i.process.Stderr = i.env, i.out, i.out
	if err := i.process.Start(); err != nil {
		t.Fatal(err)
	}
	i.exited = make(chan error, 1)
	go func(p *exec.Cmd, exited chan error) { exited <- p.Wait() }(i.process, i.exited)
	eventually(t, "the gateway is ready", readyWithin, func() (bool, string) {
		select {
		case err := <-i.exited:
			t.Fatalf("the gateway ended by itself (%v):\n%s", err, i.out)
		default:
		}
		res, err := client.Get("http://" + i.addr + "/readyz")
		if err != nil {
			return false, err.Error()
		}
		_ = res.Body.Close()
		return res.StatusCode == http.StatusOK, res.Status
	})
}

// stop ends the gateway as an operator would.
func (i *installation) stop(t *testing.T) {
	t.Helper()
	_ = i.process.Process.Signal(syscall.SIGTERM) // it may have ended
	select {
	case err := <-i.exited:
		if err != nil {
			t.Errorf("the gateway ended with %v", err)
		}
		i.exited <- nil // for the stop at the end of the test
	case <-time.After(10 * time.Second):
		t.Error("the gateway did not stop within 10 s of SIGTERM")
		_ = i.process.Process.Kill()
		i.exited <- <-i.exited
	}
}

// command prepares a command of the gateway, on this installation.
func (i *installation) command(ctx context.Context, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, i.binary, args...)
	cmd.Env = i.env
	return cmd
}

func (i *installation) run(t *testing.T, args ...string) string {
	t.Helper()
	out, err := i.command(t.Context(), args...).CombinedOutput()
	if err != nil {
		t.Fatalf("gateway %v: %v:\n%s", args, err, out)
	}
	return string(out)
}

// verify waits until all invariants hold. What is wrong for good is wrong at the
// deadline, too.
func (i *installation) verify(t *testing.T) {
	t.Helper()
	eventually(t, "all invariants hold", calmWithin, func() (bool, string) {
		out, err := i.command(t.Context(), "audit", "verify").CombinedOutput()
		return err == nil, string(out)
	})
}

func (i *installation) query(t *testing.T, database, query string) (text string) {
	t.Helper()
	db, err := sql.Open("postgres", i.cluster.DSN(database))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	if err := db.QueryRowContext(t.Context(), query).Scan(&text); err != nil && !errors.Is(err, sql.ErrNoRows) {
		t.Fatalf("%s: %v", query, err)
	}
	return text
}

// dropReadModels takes them away whole, whoever is connected.
func (i *installation) dropReadModels(t *testing.T) {
	t.Helper()
	i.query(t, "postgres", `DROP DATABASE `+readDatabase+` WITH (FORCE)`)
}

// lockedBuffer keeps what the gateway says.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.b.Len() > 1<<20 {
		l.b.Reset()
	}
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}
