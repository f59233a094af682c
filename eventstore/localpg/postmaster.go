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

// postmaster is what a cluster's postmaster.pid says. The zero value is none.
type postmaster struct {
	pid   int
	ready bool // it takes connections
}

// readPostmaster reads the file that PostgreSQL keeps while it runs, and that a
// killed one leaves behind. Its first line is the pid, its eighth the state.
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

// alive tells whether the process is there and is a PostgreSQL.
func (p postmaster) alive() bool { return p.exists() && p.isPostgres() }

func (p postmaster) exists() bool {
	if p.pid == 0 {
		return false
	}
	// PostgreSQL is nobody's child but init's, which is us in a container that
	// runs the gateway alone. A dead one counts as existing until it is reaped.
	_, _ = syscall.Wait4(p.pid, nil, syscall.WNOHANG, nil)
	err := syscall.Kill(p.pid, 0)
	return err == nil || errors.Is(err, syscall.EPERM)
}

// isPostgres believes the file where the system does not tell: without /proc, or
// with that of another pid namespace.
func (p postmaster) isPostgres() bool {
	self, err := os.Readlink("/proc/self")
	if err != nil || self != strconv.Itoa(os.Getpid()) {
		return true
	}
	name, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(p.pid), "comm"))
	return err != nil || strings.HasPrefix(string(name), "post")
}

// disown removes a file whose pid now belongs to another program, in a container
// often one of our own threads: PostgreSQL would take it for its elder and refuse
// to start. Any other leftover it judges better itself.
func (p postmaster) disown(data string) error {
	if !p.exists() || p.isPostgres() {
		return nil
	}
	err := os.Remove(filepath.Join(data, "postmaster.pid"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
