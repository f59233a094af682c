package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"syscall"
	"time"

	"gateway/eventstore/localpg"
)

// callbackToken is the token of the provider's notifications.
const callbackToken = "bench-callback-token"

// readyLimit is far longer than a start takes, even one that builds the read models of a long log.
const readyLimit = time.Hour

// gateway is the gateway as a child process.
type gateway struct {
	binary string
	env    []string
	addr   string
	debug  string
	cmd    *exec.Cmd
}

func newGateway(binary string, pg *localpg.Cluster) (*gateway, error) {
	addr, err := freeAddress()
	if err != nil {
		return nil, err
	}
	debug, err := freeAddress()
	if err != nil {
		return nil, err
	}
	return &gateway{binary: binary, addr: addr, debug: debug, env: append(os.Environ(),
		"HTTP_ADDR="+addr, "DEBUG_ADDR="+debug, "ENVIRONMENT=sandbox", "PROVIDER_CALLBACK_TOKEN="+callbackToken,
		"ADMIN_EMAIL=admin@bench.example", "ADMIN_PASSWORD=bench-password",
		"DATABASE_URL="+pg.DSN(readDatabase), "EVENTSTORE_URL="+pg.DSN(eventDatabase),
	)}, nil
}

func freeAddress() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return l.Addr().String(), l.Close()
}

// start starts the gateway and returns the time until /readyz answers 200.
func (g *gateway) start(ctx context.Context) (time.Duration, error) {
	g.cmd = exec.Command(g.binary, "serve")
	g.cmd.Env, g.cmd.Stderr = g.env, os.Stderr
	began := time.Now()
	if err := g.cmd.Start(); err != nil {
		return 0, err
	}
	for time.Since(began) < readyLimit {
		if answer, err := http.Get("http://" + g.addr + "/readyz"); err == nil {
			answer.Body.Close()
			if answer.StatusCode == http.StatusOK {
				return time.Since(began), nil
			}
		}
		if err := pause(ctx, 2*time.Millisecond); err != nil {
			return 0, err
		}
	}
	return 0, errors.New("the gateway does not get ready")
}

// stop stops the gateway as an operator does (SIGTERM).
func (g *gateway) stop(ctx context.Context) error {
	if g.cmd == nil || g.cmd.Process == nil {
		return nil
	}
	cmd := g.cmd
	g.cmd = nil
	kill := context.AfterFunc(ctx, func() { _ = cmd.Process.Kill() })
	defer kill()
	// It may know already, because Ctrl-C reaches children, too.
	_ = cmd.Process.Signal(syscall.SIGTERM)
	if err := cmd.Wait(); err != nil {
		return fmt.Errorf("the gateway's end: %w", err)
	}
	return nil
}

// restart stops the gateway and starts it again.
func (g *gateway) restart(ctx context.Context) (ready time.Duration, err error) {
	if err := g.stop(ctx); err != nil {
		return 0, err
	}
	return g.start(ctx)
}

func (g *gateway) pid() int { return g.cmd.Process.Pid }
