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
	// superuser is the role that initdb creates, independent of the name of the system user.
	superuser = "postgres"
	// socketPort is only part of the socket file's name, because nothing listens on TCP. It is always given,
	// because otherwise PGPORT from the environment would apply.
	socketPort = "5432"
	// watchInterval is how long a dead PostgreSQL may go unnoticed.
	watchInterval = 500 * time.Millisecond
	// stopTimeout limits a stop whose context has no deadline, and the immediate stop
	// after a fast one that failed.
	stopTimeout = 30 * time.Second
)

// Cluster is a running PostgreSQL. Its methods are safe for concurrent use.
type Cluster struct {
	account  account
	binDir   string
	data     string // PGDATA, never a symbolic link
	socket   string // directory of the socket
	settings map[string]string
	logf     func(format string, args ...any)
	lock     *os.File
	// attached is true if another process started the cluster and will stop it.
	attached bool

	mu      sync.Mutex // held during a start or a stop
	stopped bool
}

// Start starts the cluster of opts.DataDir: it creates the cluster the first time, and adopts a cluster that
// is still running. It returns once PostgreSQL answers; after a crash, once it has recovered. ctx limits the
// wait. Errors: ErrInUse if another process has the directory; ErrNotInstalled if there is no PostgreSQL and
// none could be downloaded.
func Start(ctx context.Context, opts Options) (*Cluster, error) {
	dir, err := ensureDir(opts.DataDir)
	if err != nil {
		return nil, fmt.Errorf("data directory: %w", err)
	}
	lock, err := lockDir(dir)
	if err != nil {
		return nil, err
	}
	c, err := openCluster(ctx, dir, opts)
	if err != nil {
		return nil, errors.Join(err, unlock(lock))
	}
	c.lock = lock
	return c, nil
}

// openCluster finds or creates the cluster in the directory and starts it.
func openCluster(ctx context.Context, dir string, opts Options) (*Cluster, error) {
	c := &Cluster{settings: opts.Settings, logf: opts.Logf}
	if c.logf == nil {
		c.logf = func(string, ...any) {}
	}
	if err := c.locate(ctx, dir); err != nil {
		return nil, err
	}
	if err := c.ensureRunning(ctx); err != nil {
		// After an interrupted start the server may still be in recovery: stop it.
		return nil, errors.Join(err, c.stopServer(context.WithoutCancel(ctx), "immediate"))
	}
	return c, nil
}

// locate finds the cluster's place, its account and the programs. It creates the cluster
// if there is none.
func (c *Cluster) locate(ctx context.Context, dir string) error {
	pointer := filepath.Join(dir, "cluster")
	data, err := resolveCluster(pointer)
	if err != nil {
		return err
	}
	if c.account, err = accountFor(data); err != nil {
		return err
	}
	if c.binDir, err = findBinDir(ctx, filepath.Join(dir, "postgresql"), data); err != nil {
		return err
	}
	if data == "" {
		if data, err = c.createCluster(ctx, pointer); err != nil {
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

// DSN returns the URL of a database of the cluster, with the superuser and without a
// secret, for lib/pq and psql. The database need not exist.
func (c *Cluster) DSN(database string) string {
	q := url.Values{"host": {c.socket}, "port": {socketPort}, "sslmode": {"disable"}}
	u := url.URL{Scheme: "postgres", User: url.User(superuser), Path: "/" + database, RawQuery: q.Encode()}
	return u.String()
}

// BinDir returns the folder of the PostgreSQL programs in use.
func (c *Cluster) BinDir() string { return c.binDir }

// PID returns the process id of the postmaster, 0 if it is not running.
func (c *Cluster) PID() int {
	if p := readPostmaster(c.data); p.alive() {
		return p.pid
	}
	return 0
}
