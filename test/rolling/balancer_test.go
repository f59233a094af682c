package rolling

import (
	"bytes"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"gateway/test/installation"
	"gateway/test/poll"
)

// balancer is HAProxy with the shipped configuration. Only addresses are replaced, and a socket for queries is added.
type balancer struct {
	url, socket string
}

func startBalancer(t *testing.T, in *installation.Installation, addr string) *balancer {
	t.Helper()
	program, err := exec.LookPath("haproxy")
	if err != nil {
		t.Skip("there is no HAProxy: install Debian's package haproxy")
	}
	dir := t.TempDir()
	b := &balancer{url: "http://" + addr, socket: filepath.Join(dir, "haproxy.sock")}
	file := filepath.Join(dir, "haproxy.cfg")
	if err := os.WriteFile(file, b.configuration(t, in, addr), 0o600); err != nil {
		t.Fatal(err)
	}
	var said bytes.Buffer
	process := exec.Command(program, "-db", "-f", file)
	process.Stdout, process.Stderr = &said, &said
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = process.Process.Signal(syscall.SIGTERM) // it may be gone
		_ = process.Wait()                          // it ends by a signal
		if t.Failed() {
			t.Logf("haproxy said:\n%s", said.String())
		}
	})
	for n := range in.Instances {
		b.awaitServer(t, n, "UP")
	}
	return b
}

func (b *balancer) configuration(t *testing.T, in *installation.Installation, addr string) []byte {
	t.Helper()
	shipped, err := os.ReadFile("../../deploy/haproxy.cfg")
	if err != nil {
		t.Fatal(err)
	}
	text := replaceOnce(t, string(shipped), "bind :8080", "bind "+addr)
	text = replaceOnce(t, text, "\nglobal\n", "\nglobal\n    stats socket "+b.socket+"\n")
	text = replaceOnce(t, text, "maxconn 50000", "maxconn 2000") // the limit of open files may be low on this machine
	for n, i := range in.Instances {
		text = replaceOnce(t, text, fmt.Sprintf("gateway%d:8080 init-addr last,libc,none resolvers docker", n+1), i.Addr)
	}
	return []byte(text)
}

func replaceOnce(t *testing.T, text, part, by string) string {
	t.Helper()
	if strings.Count(text, part) != 1 {
		t.Fatalf("haproxy.cfg has %d times %q", strings.Count(text, part), part)
	}
	return strings.Replace(text, part, by, 1)
}

// awaitServer waits until HAProxy shows this status for an instance, as an operator does between two restarts.
func (b *balancer) awaitServer(t *testing.T, n int, status string) {
	t.Helper()
	poll.Within(t, installation.ReadyWithin, fmt.Sprintf("haproxy calls instance %d %s", n+1, status), func() (bool, any) {
		got, err := b.status(n)
		return err == nil && strings.HasPrefix(got, status), fmt.Sprint(got, err)
	})
}

func (b *balancer) status(n int) (string, error) {
	conn, err := net.Dial("unix", b.socket)
	if err != nil {
		return "", err
	}
	defer func() { _ = conn.Close() }()
	if _, err := conn.Write([]byte("show stat\n")); err != nil {
		return "", err
	}
	var said bytes.Buffer
	if _, err := said.ReadFrom(conn); err != nil {
		return "", err
	}
	const statusColumn = 17
	for line := range strings.Lines(said.String()) {
		if columns := strings.Split(line, ","); columns[0] == "gateways" && columns[1] == fmt.Sprintf("gateway%d", n+1) {
			return columns[statusColumn], nil
		}
	}
	return "", fmt.Errorf("haproxy does not name it: %s", said.String())
}

// freeAddr returns an address of this machine that is free now.
func freeAddr(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	return l.Addr().String()
}

// client keeps its connections, as the libraries of merchants do.
func client() *http.Client {
	return &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}}
}
