package main

import (
	"bufio"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"
)

// The databases of the second gateway, whose log is served by EventStoreDB's protocol.
const (
	remoteReadDatabase  = "remote"
	remoteEventDatabase = "remote_events"
)

// measureEventStoreDB compares a gateway with an embedded log to one whose log another process (`gateway events
// serve`) serves by EventStoreDB's protocol, on the same disk and cores. Both carry out the same movements. The
// order of the rounds is embedded, remote, remote, embedded, so that a machine that gets slower or faster
// favours neither.
func measureEventStoreDB(ctx context.Context, r *bench) (err error) {
	log, url, err := r.serveLog(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, log.stop(ctx)) }()
	remote := *r
	remote.merchants, remote.histories = nil, make(map[int]merchant)
	remote.logDatabase, remote.logServer = remoteEventDatabase, log
	if remote.gateway, err = newGateway(r.gateway.binary, r.pg); err != nil {
		return err
	}
	remote.gateway.env = append(remote.gateway.env, "DATABASE_URL="+r.pg.DSN(remoteReadDatabase),
		"EVENTSTORE_URL="+url, "STATE_URL="+r.pg.DSN(remoteEventDatabase))
	defer func() { err = errors.Join(err, remote.gateway.stop(ctx)) }()
	if _, err := remote.gateway.start(ctx); err != nil {
		return err
	}
	if remote.read, err = sql.Open("postgres", r.pg.DSN(remoteReadDatabase)); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, remote.read.Close()) }()
	return compareStores(ctx, r, &remote)
}

func compareStores(ctx context.Context, embedded, remote *bench) error {
	here, err := embedded.spreadLoad(ctx, "embedded")
	if err != nil {
		return err
	}
	there, err := remote.spreadLoad(ctx, "EventStoreDB")
	if err != nil {
		return err
	}
	for _, turn := range []struct {
		on   *bench
		load *movementLoad
		n    int
	}{{embedded, here, 0}, {remote, there, 0}, {remote, there, 1}, {embedded, here, 1}} {
		if err := turn.on.move(ctx, turn.load, turn.n); err != nil {
			return err
		}
	}
	a, b := here.done.perSecond(), there.done.perSecond()
	embedded.report.add("movements, the log embedded", a, "/s", percentiles(here.done))
	embedded.report.add("movements, the log on EventStoreDB's protocol", b, "/s", percentiles(there.done))
	embedded.report.atLeast("movements, EventStoreDB's protocol to embedded", b/a, 0.6, "", "64 connections")
	embedded.report.add("movements, EventStoreDB's protocol to embedded, by CPU time",
		float64(here.done.cpu())/float64(there.done.cpu()), "", fmt.Sprintf("%d us to %d us, its server's included",
			here.done.cpu().Microseconds(), there.done.cpu().Microseconds()))
	return nil
}

// spreadLoad prepares two rounds of payments, spread over all clients.
func (r *bench) spreadLoad(ctx context.Context, name string) (*movementLoad, error) {
	people, err := r.clients(ctx)
	if err != nil {
		return nil, err
	}
	load := &movementLoad{name: name, owners: people}
	err = r.seed(ctx, func(ctx context.Context, s seeder) error {
		payments, err := s.seedPayments(ctx, people, r.options.movements/2)
		if err != nil {
			return err
		}
		half := len(payments) / 2
		load.rounds = [2]round{newRound(payments[:half], s.at), newRound(payments[half:], s.at)}
		return nil
	})
	return load, err
}

// logServer is a child process that runs `gateway events serve`.
type logServer struct{ cmd *exec.Cmd }

// serveLog starts a server for a new, empty log, and returns its connection string.
func (r *bench) serveLog(ctx context.Context) (*logServer, string, error) {
	cmd := exec.Command(r.gateway.binary, "events", "serve", "--writable", "--addr", "127.0.0.1:0")
	cmd.Env = append(os.Environ(),
		"DATABASE_URL="+r.pg.DSN(remoteReadDatabase), "EVENTSTORE_URL="+r.pg.DSN(remoteEventDatabase), "STATE_URL=")
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, "", err
	}
	if err := cmd.Start(); err != nil {
		return nil, "", err
	}
	s := &logServer{cmd}
	line, err := bufio.NewReader(out).ReadString('\n')
	url, told := strings.CutPrefix(strings.TrimSpace(line), "Serving the log at ")
	if err != nil || !told {
		return nil, "", errors.Join(fmt.Errorf("the log is not served: %q: %w", line, err), s.stop(ctx))
	}
	return s, url, nil
}

// time returns the CPU time that the process has used so far.
func (s *logServer) time() time.Duration {
	if s == nil {
		return 0
	}
	return processTime(s.cmd.Process.Pid).own
}

func (s *logServer) stop(ctx context.Context) error {
	kill := context.AfterFunc(ctx, func() { _ = s.cmd.Process.Kill() })
	defer kill()
	_ = s.cmd.Process.Signal(syscall.SIGTERM) // fails if it has already ended
	return s.cmd.Wait()
}
