package installation

import (
	"context"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"gateway/cmd/gateway/wiring"
)

// Instance is one instance of the gateway. Its process may be stopped and started.
type Instance struct {
	// Addr is host:port. It stays the same after every start.
	Addr string

	settings []string
	out      *os.File

	process *exec.Cmd // nil if none runs
	exited  chan error
}

func newInstance(t *testing.T, settings []string) *Instance {
	t.Helper()
	out, err := os.Create(filepath.Join(t.TempDir(), "out"))
	if err != nil {
		t.Fatal(err)
	}
	i := &Instance{Addr: freeAddr(t), out: out}
	i.settings = append(settings[:len(settings):len(settings)], "HTTP_ADDR="+i.Addr, "DATA_DIR="+t.TempDir())
	t.Cleanup(func() {
		i.Stop(t)
		i.checkOutput(t)
		_ = out.Close()
	})
	return i
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

// Command prepares a command of the gateway's binary with the instance's settings. The end of ctx kills it.
func (i *Instance) Command(ctx context.Context, args ...string) *exec.Cmd {
	name, err := binary()
	cmd := exec.CommandContext(ctx, name, args...)
	if err != nil {
		cmd.Err = err
	}
	cmd.Env = i.settings
	return cmd
}

// Run runs a command of the gateway's binary, which must succeed.
func (i *Instance) Run(t *testing.T, args ...string) {
	t.Helper()
	if out, err := i.Command(t.Context(), args...).CombinedOutput(); err != nil {
		t.Fatalf("gateway %v: %v:\n%s", args, err, out)
	}
}

// Start starts `gateway serve`, and returns when the instance is ready.
func (i *Instance) Start(t *testing.T) {
	t.Helper()
	process := i.Command(context.Background(), "serve") // Stop or Kill ends it
	process.Stdout, process.Stderr, process.SysProcAttr = i.out, i.out, killedWithParent()
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	exited := make(chan error, 1)
	go func() { exited <- process.Wait() }()
	i.process, i.exited = process, exited
	i.AwaitReady(t)
}

func (i *Instance) signal(t *testing.T, s syscall.Signal) {
	t.Helper()
	if err := i.process.Process.Signal(s); err != nil {
		t.Fatalf("%v: %v", s, err)
	}
}

// Kill kills the process (SIGKILL).
func (i *Instance) Kill(t *testing.T) {
	t.Helper()
	i.signal(t, syscall.SIGKILL)
	_ = <-i.exited // the error says that it was killed
	i.process = nil
}

// PID is the process id.
func (i *Instance) PID() int { return i.process.Process.Pid }

// Freeze stops the process (SIGSTOP). It keeps its connections, and does not notice the time that passes until Thaw.
func (i *Instance) Freeze(t *testing.T) { t.Helper(); i.signal(t, syscall.SIGSTOP) }

// Thaw continues a frozen process (SIGCONT).
func (i *Instance) Thaw(t *testing.T) { t.Helper(); i.signal(t, syscall.SIGCONT) }

// Stop stops the process as an operator does (SIGTERM), if it runs.
func (i *Instance) Stop(t *testing.T) {
	t.Helper()
	if i.process == nil {
		return
	}
	_ = i.process.Process.Signal(syscall.SIGCONT) // a failed test may leave it frozen or gone
	i.Terminate()
	i.AwaitEnd(t)
}

// Terminate sends SIGTERM and does not wait.
func (i *Instance) Terminate() { _ = i.process.Process.Signal(syscall.SIGTERM) } // it may be gone

// AwaitEnd waits for the terminated process to end.
func (i *Instance) AwaitEnd(t *testing.T) {
	t.Helper()
	select {
	case err := <-i.exited:
		if err != nil {
			t.Errorf("an instance ended with %v", err)
		}
	case <-time.After(wiring.StopWithin):
		t.Errorf("an instance did not stop within %v of SIGTERM", wiring.StopWithin)
		i.Kill(t)
	}
	i.process = nil
}
