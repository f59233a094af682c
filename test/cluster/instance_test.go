package cluster

import (
	"bufio"
	"context"
	"errors"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

const (
	adminEmail    = "admin@example.com"
	adminPassword = "cluster-admin-password"
	// readyWithin is how long a start may take.
	readyWithin = 60 * time.Second
)

// instance is one gateway process.
type instance struct {
	addr   string
	env    []string
	out    *os.File
	cmd    *exec.Cmd
	exited chan error
}

var buildOnce = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "gateway-cluster-")
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
	if binary, err := buildOnce(); err == nil {
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

func (i *instance) start(t *testing.T) {
	t.Helper()
	binary, err := buildOnce()
	if err != nil {
		t.Fatal(err)
	}
	i.cmd = exec.Command(binary, "serve")
	i.cmd.Env, i.cmd.Stdout, i.cmd.Stderr = i.env, i.out, i.out
	if err := i.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	i.exited = make(chan error, 1)
	go func(cmd *exec.Cmd, exited chan error) { exited <- cmd.Wait() }(i.cmd, i.exited)
	eventually(t, readyWithin, i.addr+" is ready", func() bool {
		status, _ := i.get("/readyz")
		return status == http.StatusOK
	})
}

func (i *instance) signal(t *testing.T, s syscall.Signal) {
	t.Helper()
	if err := i.cmd.Process.Signal(s); err != nil {
		t.Fatal(err)
	}
}

// kill ends the process without warning.
func (i *instance) kill(t *testing.T) {
	t.Helper()
	i.signal(t, syscall.SIGKILL)
	_ = <-i.exited // killed: that is its error
}

func (i *instance) freeze(t *testing.T) { t.Helper(); i.signal(t, syscall.SIGSTOP) }

func (i *instance) thaw(t *testing.T) { t.Helper(); i.signal(t, syscall.SIGCONT) }

// stop ends the process as an operator would.
func (i *instance) stop(t *testing.T) {
	if i.cmd == nil {
		return
	}
	_ = i.cmd.Process.Signal(syscall.SIGCONT) // a failed test may leave it frozen, or killed
	_ = i.cmd.Process.Signal(syscall.SIGTERM)
	select {
	case _ = <-i.exited:
	case <-time.After(10 * time.Second):
		t.Error("an instance did not stop within 10 s of SIGTERM")
		_ = i.cmd.Process.Kill()
	}
}

// impatient asks an instance that may be frozen.
var impatient = &http.Client{Timeout: time.Second}

func (i *instance) get(path string) (status int, lines []string) {
	res, err := impatient.Get("http://" + i.addr + path)
	if err != nil {
		return 0, nil
	}
	defer func() { _ = res.Body.Close() }()
	for text := bufio.NewScanner(res.Body); text.Scan(); {
		lines = append(lines, text.Text())
	}
	return res.StatusCode, lines
}

// leads reads the instance's own metric. One that does not answer is not known to.
func (i *instance) leads() (leads, known bool) {
	_, lines := i.get("/metrics")
	for _, line := range lines {
		if value, ok := strings.CutPrefix(line, "gateway_leader "); ok {
			return value == "1", true
		}
	}
	return false, false
}

// eventually polls until it holds.
func eventually(t *testing.T, within time.Duration, what string, holds func() bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), within)
	defer cancel()
	for !holds() {
		select {
		case <-time.After(20 * time.Millisecond):
		case <-ctx.Done():
			t.Fatalf("not within %v: %s", within, what)
		}
	}
}
