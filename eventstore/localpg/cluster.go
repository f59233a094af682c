package localpg

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"time"
)

const (
	// superuser is the role that initdb creates, whatever the system user is called.
	superuser = "postgres"
	// socketPort only names the socket file, since nothing listens on TCP. It is
	// always given, or PGPORT of the environment would be used.
	socketPort = "5432"
	// watchInterval is how long a killed PostgreSQL may stay unnoticed.
	watchInterval = 500 * time.Millisecond
	// stopLimit bounds a stop whose context has no deadline, and the immediate
	// stop that follows a fast one that came to nothing.
	stopLimit = 30 * time.Second
)

// Options say where a cluster lies and how it runs.
type Options struct {
	// DataDir is created when it is missing. Relative paths count from the
	// working directory.
	DataDir string
	// Settings are postgresql.conf values on top of the defaults, unquoted.
	Settings map[string]string
	// Logf is told of the rare events: creation, adoption, restart. Nil is silence.
	Logf func(format string, args ...any)
}

// Cluster is a running PostgreSQL. Its methods are safe for concurrent use.
type Cluster struct {
	account  account
	binDir   string
	data     string // PGDATA, never a symbolic link
	socket   string // directory of the socket
	settings map[string]string
	logf     func(format string, args ...any)
	lock     *os.File
	// guest: another process started the cluster, and stops it.
	guest bool

	mu      sync.Mutex // start and stop take turns
	stopped bool
}

// Start brings up the cluster of opts.DataDir: it creates it the first time,
// adopts it when it is still running, and otherwise starts it. It returns once
// PostgreSQL answers, which after a crash includes recovery; ctx bounds the wait.
//
// It fails with ErrInUse when another process has the directory, and with
// ErrNotInstalled where there is no PostgreSQL and none could be fetched.
func Start(ctx context.Context, opts Options) (*Cluster, error) {
	dir, err := ensureDir(opts.DataDir)
	if err != nil {
		return nil, fmt.Errorf("data directory: %w", err)
	}
	lock, err := lockDir(dir)
	if err != nil {
		return nil, err
	}
	c, err := open(ctx, dir, opts)
	if err != nil {
		return nil, errors.Join(err, lock.Close())
	}
	c.lock = lock
	return c, nil
}

// StartOrAttach is Start for a tool that may find a gateway at work: it then uses the
// gateway's PostgreSQL, and leaves it running. Where nobody is at work it starts
// the cluster, and Stop stops it again.
func StartOrAttach(ctx context.Context, opts Options) (*Cluster, error) {
	c, err := Start(ctx, opts)
	if !errors.Is(err, ErrInUse) {
		return c, err
	}
	dir, err := ensureDir(opts.DataDir)
	if err != nil {
		return nil, fmt.Errorf("data directory: %w", err)
	}
	c = &Cluster{settings: opts.Settings, logf: func(string, ...any) {}, guest: true}
	if err := c.settle(ctx, dir); err != nil {
		return nil, err
	}
	if running := readPostmaster(c.data); !running.alive() || !running.ready {
		return nil, fmt.Errorf("the gateway at work in %s has no PostgreSQL running: wait until it is up", dir)
	}
	return c, c.ping(ctx)
}

func open(ctx context.Context, dir string, opts Options) (*Cluster, error) {
	c := &Cluster{settings: opts.Settings, logf: opts.Logf}
	if c.logf == nil {
		c.logf = func(string, ...any) {}
	}
	if err := c.settle(ctx, dir); err != nil {
		return nil, err
	}
	if err := c.up(ctx); err != nil {
		// A start that was given up must not leave a server in recovery behind.
		return nil, errors.Join(err, c.down(context.WithoutCancel(ctx), "immediate"))
	}
	return c, nil
}

// settle finds the place, the account and the binaries, and creates the cluster
// when there is none.
func (c *Cluster) settle(ctx context.Context, dir string) error {
	pointer := filepath.Join(dir, "cluster")
	data, err := existing(pointer)
	if err != nil {
		return err
	}
	if c.account, err = accountFor(data); err != nil {
		return err
	}
	if c.binDir, err = binaries(ctx, filepath.Join(dir, "postgresql"), data); err != nil {
		return err
	}
	if data == "" {
		if data, err = c.create(ctx, pointer); err != nil {
			return fmt.Errorf("create a PostgreSQL cluster: %w", err)
		}
	}
	reachable, err := c.account.canEnter(ctx, data)
	if err != nil {
		return err
	}
	if !reachable {
		return fmt.Errorf("the PostgreSQL cluster %s lies where its owner cannot go: move it, or open the folders above it", data)
	}
	c.data = data
	c.socket, err = socketDir(c.data, c.account)
	return err
}

// DSN is the URL, for lib/pq and psql alike, of a database of the cluster, as its
// superuser. It holds no secret. The database need not exist.
func (c *Cluster) DSN(database string) string {
	q := url.Values{"host": {c.socket}, "port": {socketPort}, "sslmode": {"disable"}}
	u := url.URL{Scheme: "postgres", User: url.User(superuser), Path: "/" + database, RawQuery: q.Encode()}
	return u.String()
}

// BinDir is the folder of the PostgreSQL programs in use.
func (c *Cluster) BinDir() string { return c.binDir }

// PID is the process id of the postmaster, 0 when it is not running.
func (c *Cluster) PID() int {
	if p := readPostmaster(c.data); p.alive() {
		return p.pid
	}
	return 0
}

// Watch starts PostgreSQL again whenever it has died, until ctx ends or Stop is
// called. It returns an error only when PostgreSQL could not be brought back.
func (c *Cluster) Watch(ctx context.Context) error {
	tick := time.NewTicker(watchInterval)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
		if done, err := c.revive(ctx); done || err != nil {
			return err
		}
	}
}

func (c *Cluster) revive(ctx context.Context) (done bool, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.stopped || c.PID() != 0 {
		return c.stopped, nil
	}
	c.logf("PostgreSQL is gone, starting it again")
	if err := c.up(ctx); err != nil && ctx.Err() == nil {
		return true, err
	}
	return false, nil
}

// Stop shuts PostgreSQL down and gives up the data directory. It ends open
// sessions at once; when ctx ends before PostgreSQL has (or after 30 s), it is
// stopped without a checkpoint, which loses nothing and is recovered by the next
// start. Calling it again does nothing.
func (c *Cluster) Stop(ctx context.Context) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.stopped || c.guest {
		return nil
	}
	c.stopped = true
	err := c.down(ctx, "fast")
	if err != nil {
		err = c.down(context.WithoutCancel(ctx), "immediate")
	}
	if err == nil && c.socket != c.data {
		err = os.Remove(c.socket)
	}
	return errors.Join(err, c.lock.Close())
}
