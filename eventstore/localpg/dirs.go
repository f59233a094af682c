package localpg

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"syscall"
	"time"
)

// fallbackRoot holds the clusters of data directories that the user postgres can't enter, such as those under
// /root.
const fallbackRoot = "/var/lib/gateway"

// ErrInUse says that another process has the data directory.
var ErrInUse = errors.New("the data directory is in use by another gateway")

// ensureDir creates a directory if it is missing and returns its absolute name without
// links, so that every path to it leads to the same cluster.
func ensureDir(dir string) (string, error) {
	if dir == "" {
		return "", errors.New("not given")
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(abs, 0o755); err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(abs)
}

// lockDir takes a lock that the kernel releases when this process ends. PostgreSQL does
// not inherit it. Error: ErrInUse.
func lockDir(dir string) (*os.File, error) {
	f, err := os.OpenFile(filepath.Join(dir, "lock"), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		f.Close()
		if errors.Is(err, syscall.EWOULDBLOCK) {
			return nil, fmt.Errorf("%w: %s", ErrInUse, dir)
		}
		return nil, fmt.Errorf("lock %s: %w", dir, err)
	}
	return f, nil
}

// unlock releases the lock at once. A close alone would not: a program that this process is starting has a
// copy of the open file between fork and exec, and would keep the lock for that moment.
func unlock(f *os.File) error {
	return errors.Join(syscall.Flock(int(f.Fd()), syscall.LOCK_UN), f.Close())
}

// resolveCluster returns the folder of the cluster: pointer itself or the folder that it links to, "" if
// there is none yet.
func resolveCluster(pointer string) (string, error) {
	if _, err := os.Lstat(pointer); errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	data, err := filepath.EvalSymlinks(pointer)
	if errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("%s leads to a PostgreSQL cluster that is gone: bring it back, or remove the link to start empty", pointer)
	}
	return data, err
}

// fallbackDir returns the folder for the cluster of a data directory that the account
// can't enter.
func fallbackDir(dataDir string) (string, error) {
	if err := os.MkdirAll(fallbackRoot, 0o755); err != nil {
		return "", err
	}
	// MkdirAll applied the umask to the mode.
	if err := os.Chmod(fallbackRoot, 0o755); err != nil {
		return "", err
	}
	return filepath.Join(fallbackRoot, shortHash(dataDir)), nil
}

// renameOld renames the folder data, if it exists, and returns the new name.
func renameOld(data string) (kept string, err error) {
	if _, err := os.Lstat(data); errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	kept = data + ".old-" + strconv.FormatInt(time.Now().UnixNano(), 36)
	return kept, os.Rename(data, kept)
}

// plainPath matches paths that need no quoting in a DSN or a settings file. lib/pq treats a comma as the end
// of a host.
var plainPath = regexp.MustCompile(`^[\w./-]+$`)

// socketDir returns the data directory, or a short path in /tmp if the data directory's name is too long or
// needs quoting.
func socketDir(data string, owner account) (string, error) {
	const longest = 103 // of sun_path without the NUL, on the system with the shortest limit
	if plainPath.MatchString(data) && len(filepath.Join(data, ".s.PGSQL."+socketPort)) <= longest {
		return data, nil
	}
	dir := filepath.Join("/tmp", "gateway-"+shortHash(data))
	if err := os.Mkdir(dir, 0o700); err == nil {
		return dir, owner.giveDir(dir)
	} else if !errors.Is(err, fs.ErrExist) {
		return "", err
	}
	// In /tmp, any user may have created it.
	info, err := os.Lstat(dir)
	if err != nil {
		return "", err
	}
	if info.Mode() != fs.ModeDir|0o700 || ownerOf(info) != owner.uid {
		return "", fmt.Errorf("%s is not ours: remove it", dir)
	}
	return dir, nil
}

func shortHash(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:8])
}
