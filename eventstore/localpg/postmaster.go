package localpg

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// postmaster is the content of a cluster's postmaster.pid. The zero value stands for no
// file.
type postmaster struct {
	pid   int
	ready bool // it accepts connections
}

// readPostmaster reads the file that PostgreSQL keeps while it runs, and leaves behind if it is killed. The
// first line is the pid, the eighth the state.
func readPostmaster(data string) postmaster {
	text, err := os.ReadFile(filepath.Join(data, "postmaster.pid"))
	if err != nil {
		return postmaster{}
	}
	lines := strings.Split(string(text), "\n")
	pid, err := strconv.Atoi(strings.TrimSpace(lines[0]))
	if err != nil || pid <= 1 {
		return postmaster{}
	}
	return postmaster{pid: pid, ready: len(lines) > 7 && strings.TrimSpace(lines[7]) == "ready"}
}

// alive reports whether the process exists and is a PostgreSQL.
func (p postmaster) alive() bool { return p.exists() && p.isPostgres() }

func (p postmaster) exists() bool {
	if p.pid == 0 {
		return false
	}
	// PostgreSQL is a child of init. In a container the gateway may be init, and a dead
	// process exists until init has waited for it.
	_, _ = syscall.Wait4(p.pid, nil, syscall.WNOHANG, nil)
	err := syscall.Kill(p.pid, 0)
	return err == nil || errors.Is(err, syscall.EPERM)
}

// isPostgres reports whether the process is a PostgreSQL. It returns true if the system does not tell:
// without /proc, or with the /proc of another pid namespace.
func (p postmaster) isPostgres() bool {
	self, err := os.Readlink("/proc/self")
	if err != nil || self != strconv.Itoa(os.Getpid()) {
		return true
	}
	name, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(p.pid), "comm"))
	return err != nil || strings.HasPrefix(string(name), "post")
}

// removeStaleFile removes postmaster.pid if its pid now belongs to another program (in a container often a
// thread of the gateway): PostgreSQL would refuse to start. PostgreSQL handles other stale files itself.
func (p postmaster) removeStaleFile(data string) error {
	if !p.exists() || p.isPostgres() {
		return nil
	}
	err := os.Remove(filepath.Join(data, "postmaster.pid"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// Exists reports whether the data directory holds a cluster. It creates nothing. It returns an error if the
// directory's link leads to a cluster that is gone.
func Exists(dataDir string) (bool, error) {
	abs, err := filepath.Abs(dataDir)
	if err != nil {
		return false, fmt.Errorf("data directory: %w", err)
	}
	data, err := resolveCluster(filepath.Join(abs, "cluster"))
	return data != "", err
}

// StartOrAttach is Start for a command-line tool. While a gateway uses the directory, the tool uses the
// gateway's PostgreSQL and Stop leaves it running. Otherwise it starts the cluster, and Stop stops it.
func StartOrAttach(ctx context.Context, opts Options) (*Cluster, error) {
	c, err := Start(ctx, opts)
	if !errors.Is(err, ErrInUse) {
		return c, err
	}
	dir, err := ensureDir(opts.DataDir)
	if err != nil {
		return nil, fmt.Errorf("data directory: %w", err)
	}
	c = &Cluster{settings: opts.Settings, logf: func(string, ...any) {}, attached: true}
	if err := c.locate(ctx, dir); err != nil {
		return nil, err
	}
	if running := readPostmaster(c.data); !running.alive() || !running.ready {
		return nil, fmt.Errorf("the gateway at work in %s has no PostgreSQL running: wait until it is up", dir)
	}
	return c, c.ping(ctx)
}
