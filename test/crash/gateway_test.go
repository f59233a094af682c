package crash

import (
	"bytes"
	"context"
	"errors"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
	"time"

	"gateway/eventstore"
	"gateway/eventstore/localpg"
	"gateway/eventstore/postgres"
	"gateway/test/testdb"
)

// readyWithin is how long a start may take, PostgreSQL's recovery included.
const readyWithin = 60 * time.Second

// eventDatabase is the gateway's own name for the log's.
const eventDatabase = "gateway_events"

// installation is a gateway process on a PostgreSQL of its own, both to be killed.
type installation struct {
	cluster *localpg.Cluster
	binary  string
	addr    string
	env     []string
	out     *lockedBuffer
	// open opens the log as the gateway does.
	open func(context.Context) (eventstore.Store, error)

	process *exec.Cmd
	exited  chan error
}

func newInstallation(t *testing.T, env ...string) *installation {
	t.Helper()
	return install(t, func(*installation) []string { return env })
}

// install prepares what the gateway finds before it starts, and starts it.
func install(t *testing.T, prepare func(*installation) (env []string)) *installation {
	t.Helper()
	i := &installation{cluster: testdb.Private(t), binary: build(t), addr: freeAddr(t), out: &lockedBuffer{}}
	i.open = func(ctx context.Context) (eventstore.Store, error) {
		return postgres.Open(ctx, postgres.Config{DSN: i.cluster.DSN(eventDatabase)})
	}
	i.env = append(os.Environ(),
		"HTTP_ADDR="+i.addr, "DATABASE_URL="+i.cluster.DSN("gateway"), "DATA_DIR="+t.TempDir(), "EVENTSTORE_URL=",
		"ADMIN_EMAIL="+adminEmail, "ADMIN_PASSWORD="+adminPassword, "LOG_LEVEL=error")
	i.env = append(i.env, prepare(i)...)
	ctx, cancel := context.WithCancel(context.Background())
	watched := make(chan error, 1)
	go func() { watched <- i.cluster.Watch(ctx) }()
	t.Cleanup(func() {
		i.stop(t)
		cancel()
		if err := <-watched; err != nil {
			t.Error(err)
		}
		if t.Failed() {
			t.Logf("the gateway said:\n%s", i.out)
		}
	})
	i.start(t)
	return i
}

// build compiles the gateway once per test binary.
func build(t *testing.T) string {
	t.Helper()
	binary, err := buildOnce()
	if err != nil {
		t.Fatal(err)
	}
	return binary
}

var buildOnce = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "gateway-crash-")
	if err != nil {
		return "", err
	}
	binary := filepath.Join(dir, "gateway")
	args := []string{"build", "-buildvcs=false", "-o", binary}
	if raceEnabled {
		args = append(args, "-race")
	}
	out, err := exec.Command("go", append(args, "gateway/cmd/gateway")...).CombinedOutput()
	if err != nil {
		return "", errors.New(string(out))
	}
	return binary, nil
})

func TestMain(m *testing.M) {
	code := m.Run()
	if binary, err := buildOnce(); err == nil && code == 0 {
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

func (i *installation) start(t *testing.T) {
	t.Helper()
	i.process = exec.Command(i.binary, "serve")
	i.process.Env, i.process.Stdout, i.process.Stderr = i.env, i.out, i.out
	if err := i.process.Start(); err != nil {
		t.Fatal(err)
	}
	i.exited = make(chan error, 1)
	go func(p *exec.Cmd, exited chan error) { exited <- p.Wait() }(i.process, i.exited)
	i.waitReady(t)
}

func (i *installation) waitReady(t *testing.T) {
	t.Helper()
	deadline := time.Now().Add(readyWithin)
	for {
		res, err := http.Get("http://" + i.addr + "/readyz")
		if err == nil {
			_ = res.Body.Close()
			if res.StatusCode == http.StatusOK {
				return
			}
		}
		select {
		case err := <-i.exited:
			t.Fatalf("the gateway ended by itself (%v):\n%s", err, i.out)
		case <-time.After(20 * time.Millisecond):
		}
		if time.Now().After(deadline) {
			t.Fatalf("not ready within %v:\n%s", readyWithin, i.out)
		}
	}
}

// kill ends the gateway without warning.
func (i *installation) kill(t *testing.T) {
	t.Helper()
	if err := i.process.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = <-i.exited // killed: that is its error
}

// stop ends the gateway as an operator would.
func (i *installation) stop(t *testing.T) {
	t.Helper()
	_ = i.process.Process.Signal(syscall.SIGTERM) // it may have ended
	select {
	case _ = <-i.exited:
	case <-time.After(10 * time.Second):
		t.Error("the gateway did not stop within 10 s of SIGTERM")
		i.kill(t)
	}
}

// killPostgres ends PostgreSQL without warning; its watch starts it again.
func (i *installation) killPostgres(t *testing.T) {
	t.Helper()
	if pid := i.cluster.PID(); pid != 0 {
		if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
	}
}

// lockedBuffer keeps the last of what the gateway says.
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
