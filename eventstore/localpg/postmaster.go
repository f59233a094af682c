package localpg

import (
	"errors"
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
