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
)

// stopsWithin is how long an instance may take to end as it is asked to.
const stopsWithin = 10 * time.Second

// Instance is one process of the gateway, or its absence.
type Instance struct {
	// Addr is host:port, the same after every start.
	Addr string

	settings []string
	out      *os.File

	process *exec.Cmd // nil when there is none
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
		i.examine(t)
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

// Command prepares a command of the gateway, with the settings of the instance. The
// end of ctx kills it.
func (i *Instance) Command(ctx context.Context, args ...string) *exec.Cmd {
	name, err := binary()
	cmd := exec.CommandContext(ctx, name, args...)
	if err != nil {
		cmd.Err = err
	}
	cmd.Env = i.settings
	return cmd
}

// Run runs such a command, which must succeed.
func (i *Instance) Run(t *testing.T, args ...string) {
	t.Helper()
	if out, err := i.Command(t.Context(), args...).CombinedOutput(); err != nil {
		t.Fatalf("gateway %v: %v:\n%s", args, err, out)
	}
}

// Start begins to serve, and returns when the instance is ready.
func (i *Instance) Start(t *testing.T) {
	t.Helper()
	process := i.Command(context.Background(), "serve") // it ends by Stop or Kill
	process.Stdout, process.Stderr, process.SysProcAttr = i.out, i.out, tied()
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

// Kill ends the process without warning.
func (i *Instance) Kill(t *testing.T) {
	t.Helper()
	i.signal(t, syscall.SIGKILL)
	_ = <-i.exited // killed: that is its error
	i.process = nil
}

// Freeze stops the process where it is. It keeps its connections, and thinks no
// time has passed when it is thawed.
func (i *Instance) Freeze(t *testing.T) { t.Helper(); i.signal(t, syscall.SIGSTOP) }

// Thaw lets a frozen process go on.
func (i *Instance) Thaw(t *testing.T) { t.Helper(); i.signal(t, syscall.SIGCONT) }

// Stop ends the process as an operator would, if there is one.
func (i *Instance) Stop(t *testing.T) {
	t.Helper()
	if i.process == nil {
		return
	}
	_ = i.process.Process.Signal(syscall.SIGCONT) // a failed test may leave it frozen, or gone
	_ = i.process.Process.Signal(syscall.SIGTERM)
	select {
	case err := <-i.exited:
		if err != nil {
			t.Errorf("an instance ended with %v", err)
		}
	case <-time.After(stopsWithin):
		t.Errorf("an instance did not stop within %v of SIGTERM", stopsWithin)
		i.Kill(t)
	}
	i.process = nil
}
