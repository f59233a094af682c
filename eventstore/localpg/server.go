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

	_ "github.com/lib/pq" // the driver that asks whether PostgreSQL answers
)

const (
	pollInterval = 50 * time.Millisecond
	pingLimit    = 5 * time.Second
	// orphansLimit is how long the sessions of a killed postmaster may take to end.
	orphansLimit = 30 * time.Second
)

// up returns once PostgreSQL answers, whoever started it.
func (c *Cluster) up(ctx context.Context) error {
	for {
		running := readPostmaster(c.data)
		switch {
		case !running.alive():
			return c.start(ctx, running)
		case running.ready:
			err := c.ping(ctx)
			if err == nil {
				c.logf("adopted the PostgreSQL that is already running, pid %d", running.pid)
				return nil
			}
			// Such as when something swept its socket away.
			c.logf("PostgreSQL runs but does not answer, starting it anew: %v", err)
			if err := c.down(ctx, "fast"); err != nil {
				return err
			}
		}
		// Until then it is starting, recovering or stopping.
		if err := pause(ctx); err != nil {
			return fmt.Errorf("wait for PostgreSQL (pid %d): %w", running.pid, err)
		}
	}
}

func (c *Cluster) start(ctx context.Context, stale postmaster) error {
	if err := stale.disown(c.data); err != nil {
		return err
	}
	if err := c.writeSettings(); err != nil {
		return fmt.Errorf("PostgreSQL settings: %w", err)
	}
	giveUp := time.Now().Add(orphansLimit)
	for {
		said, err := c.launch(ctx)
		if err == nil {
			return nil
		}
		orphans := strings.Contains(said, "pre-existing shared memory block")
		if !orphans || time.Now().After(giveUp) {
			return fmt.Errorf("start PostgreSQL: %w: %s", err, said)
		}
		if err := pause(ctx); err != nil {
			return fmt.Errorf("wait for the sessions of a killed PostgreSQL: %w", err)
		}
	}
}

// launch starts PostgreSQL and waits until it answers, however long recovery
// takes. When that fails, it gives what PostgreSQL said.
func (c *Cluster) launch(ctx context.Context) (said string, err error) {
	log := filepath.Join(c.data, "postgres.log")
	before := fileSize(log)
	out, err := c.ctl(ctx, "start", "--log", log)
	if err == nil {
		return "", nil
	}
	if text, _ := os.ReadFile(log); int64(len(text)) > before {
		out = text[before:]
	}
	return string(bytes.TrimSpace(out)), err
}

// down stops PostgreSQL in the given mode of pg_ctl and waits until it is gone.
func (c *Cluster) down(ctx context.Context, mode string) error {
	if !readPostmaster(c.data).alive() {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, stopLimit)
	defer cancel()
	out, err := c.ctl(ctx, "stop", "--mode", mode)
	if err != nil && readPostmaster(c.data).alive() {
		return fmt.Errorf("stop PostgreSQL (%s): %w: %s", mode, err, bytes.TrimSpace(out))
	}
	return nil
}

// ctl runs pg_ctl, which waits for the outcome until ctx ends.
func (c *Cluster) ctl(ctx context.Context, action string, args ...string) ([]byte, error) {
	limit := time.Hour
	if deadline, ok := ctx.Deadline(); ok {
		limit = time.Until(deadline)
	}
	seconds := strconv.Itoa(int(limit.Seconds()) + 1)
	args = append([]string{action, "--pgdata", c.data, "--wait", "--silent", "--timeout", seconds}, args...)
	return c.account.command(ctx, filepath.Join(c.binDir, "pg_ctl"), args...).CombinedOutput()
}

func (c *Cluster) ping(ctx context.Context) (err error) {
	ctx, cancel := context.WithTimeout(ctx, pingLimit)
	defer cancel()
	db, err := sql.Open("postgres", c.DSN("postgres"))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	return db.PingContext(ctx)
}

func pause(ctx context.Context) error {
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
