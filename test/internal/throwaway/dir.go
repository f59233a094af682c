package throwaway

import (
	"os"
	"os/exec"
	"sync"
	"syscall"
)

// memory is a file system in memory, where fsync costs nothing. fsync stays on, because the event store refuses
// to run without it.
const memory = "/dev/shm"

// roomNeeded is the free space that memory must have.
const roomNeeded = 1 << 30

// reaper waits for the end of its input, then kills the cluster in $0 and removes
// the directory.
const reaper = `
read -r _
pid=$(head -n 1 "$0/cluster/postmaster.pid" 2>/dev/null) && kill -QUIT "$pid" 2>/dev/null &&
	while kill -0 "$pid" 2>/dev/null; do sleep 0.05; done
target=$(readlink "$0/cluster") && rm -rf -- "$target"
rm -rf -- "$0"
`

// leashes keeps the write ends of the pipes from the garbage collector, which
// would close them.
var leashes sync.Map

// Dir makes a directory for a cluster. It returns the directory, and a function that kills the cluster in it
// and removes both. The end of the process does the same.
func Dir() (dir string, remove func(), err error) {
	dir, err = os.MkdirTemp(base(), "gateway-test-")
	if err != nil {
		return "", nil, err
	}
	// The user postgres must be able to enter it.
	if err := os.Chmod(dir, 0o755); err != nil {
		return "", nil, err
	}
	input, leash, err := os.Pipe()
	if err != nil {
		return "", nil, err
	}
	defer input.Close()
	cmd := exec.Command("/bin/sh", "-c", reaper, dir)
	cmd.Stdin = input
	// A session of its own, because Ctrl-C must end the tests first and the cluster afterwards.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := cmd.Start(); err != nil {
		return "", nil, err
	}
	leashes.Store(dir, leash)
	return dir, func() {
		leashes.Delete(dir)
		leash.Close()
		_ = cmd.Wait()
	}, nil
}

func base() string {
	var fs syscall.Statfs_t
	if syscall.Statfs(memory, &fs) == nil && uint64(fs.Bavail)*uint64(fs.Bsize) > roomNeeded {
		return memory
	}
	return os.TempDir()
}
