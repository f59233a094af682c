package localpg

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	_ "github.com/lib/pq" // for ping
)

const (
	pollInterval = 50 * time.Millisecond
	pingTimeout  = 5 * time.Second
	// orphanTimeout is how long the sessions of a killed postmaster may take to end.
	orphanTimeout = 30 * time.Second
)

// ensureRunning returns once PostgreSQL answers, whether this process or another one started it.
func (c *Cluster) ensureRunning(ctx context.Context) error {
	for {
		running := readPostmaster(c.data)
		switch {
		case !running.alive():
			return c.startServer(ctx, running)
		case running.ready:
			err := c.ping(ctx)
			if err == nil {
				c.logf("adopted the PostgreSQL that is already running, pid %d", running.pid)
				return nil
			}
			// This happens, for example, after its socket was removed.
			c.logf("PostgreSQL runs but does not answer, starting it anew: %v", err)
			if err := c.stopServer(ctx, "fast"); err != nil {
				return err
			}
		}
		// It is starting, recovering or stopping.
		if err := waitToPoll(ctx); err != nil {
			return fmt.Errorf("wait for PostgreSQL (pid %d): %w", running.pid, err)
		}
	}
}

// startServer starts PostgreSQL. It tries again while the sessions of a killed postmaster end.
func (c *Cluster) startServer(ctx context.Context, stale postmaster) error {
	if err := stale.removeStaleFile(c.data); err != nil {
		return err
	}
	if err := c.writeSettings(); err != nil {
		return fmt.Errorf("PostgreSQL settings: %w", err)
	}
	giveUp := time.Now().Add(orphanTimeout)
	for {
		output, err := c.startOnce(ctx)
		if err == nil {
			return nil
		}
		orphans := strings.Contains(output, "pre-existing shared memory block")
		if !orphans || time.Now().After(giveUp) {
			return fmt.Errorf("start PostgreSQL: %w: %s", err, output)
		}
		if err := waitToPoll(ctx); err != nil {
			return fmt.Errorf("wait for the sessions of a killed PostgreSQL: %w", err)
		}
	}
}

// startOnce starts PostgreSQL and waits until it answers, however long recovery takes. On an error it also
// returns PostgreSQL's own output.
func (c *Cluster) startOnce(ctx context.Context) (output string, err error) {
	log := filepath.Join(c.data, "postgres.log")
	before := fileSize(log)
	out, err := c.runPgCtl(ctx, "start", "--log", log)
	if err == nil {
		return "", nil
	}
	if text, _ := os.ReadFile(log); int64(len(text)) > before {
		out = text[before:]
	}
	return string(bytes.TrimSpace(out)), err
}

// stopServer stops PostgreSQL in the given mode of pg_ctl (fast, immediate) and waits
// until it is gone.
func (c *Cluster) stopServer(ctx context.Context, mode string) error {
	if !readPostmaster(c.data).alive() {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, stopTimeout)
	defer cancel()
	out, err := c.runPgCtl(ctx, "stop", "--mode", mode)
	if err != nil && readPostmaster(c.data).alive() {
		return fmt.Errorf("stop PostgreSQL (%s): %w: %s", mode, err, bytes.TrimSpace(out))
	}
	return nil
}

// runPgCtl runs pg_ctl and waits for the outcome until ctx ends.
func (c *Cluster) runPgCtl(ctx context.Context, action string, args ...string) ([]byte, error) {
	limit := time.Hour
	if deadline, ok := ctx.Deadline(); ok {
		limit = time.Until(deadline)
	}
	seconds := strconv.Itoa(int(limit.Seconds()) + 1)
	args = append([]string{action, "--pgdata", c.data, "--wait", "--silent", "--timeout", seconds}, args...)
	return c.account.command(ctx, filepath.Join(c.binDir, "pg_ctl"), args...).CombinedOutput()
}

// ping returns an error if PostgreSQL does not answer.
func (c *Cluster) ping(ctx context.Context) (err error) {
	ctx, cancel := context.WithTimeout(ctx, pingTimeout)
	defer cancel()
	db, err := sql.Open("postgres", c.DSN("postgres"))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	return db.PingContext(ctx)
}

func waitToPoll(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(pollInterval):
		return nil
	}
}

func fileSize(name string) int64 {
	info, err := os.Stat(name)
	if err != nil {
		return 0
	}
	return info.Size()
}
