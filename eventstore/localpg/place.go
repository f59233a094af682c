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

// elsewhere holds the clusters of data directories that the user postgres cannot
// enter, such as those under /root.
const elsewhere = "/var/lib/gateway"

// ErrInUse is returned by Start when another process has the data directory.
var ErrInUse = errors.New("the data directory is in use by another gateway")

// ensureDir returns the one absolute name of a directory that it creates when
// missing, so that every path to it leads to the same cluster.
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

// lockDir takes the lock that the kernel releases when this process ends, however
// it ends. PostgreSQL does not inherit it.
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

// existing returns where the cluster behind the pointer lies: the pointer itself
// or what it links to, "" when there is none yet.
func existing(pointer string) (string, error) {
	if _, err := os.Lstat(pointer); errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	data, err := filepath.EvalSymlinks(pointer)
	if errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("%s leads to a PostgreSQL cluster that is gone: bring it back, or remove the link to start empty", pointer)
	}
	return data, err
}

// detour returns the place of the cluster of a data directory that postgres
// cannot enter.
func detour(dataDir string) (string, error) {
	if err := os.MkdirAll(elsewhere, 0o755); err != nil {
		return "", err
	}
	// The mode of MkdirAll went through the umask.
	if err := os.Chmod(elsewhere, 0o755); err != nil {
		return "", err
	}
	return filepath.Join(elsewhere, shortHash(dataDir)), nil
}

// keepAside renames what lies at data, if anything, and tells its new name.
func keepAside(data string) (kept string, err error) {
	if _, err := os.Lstat(data); errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	kept = data + ".old-" + strconv.FormatInt(time.Now().UnixNano(), 36)
	return kept, os.Rename(data, kept)
}

// plainPath matches what needs no quoting in any DSN or settings file; lib/pq takes
// a comma for the end of a host.
var plainPath = regexp.MustCompile(`^[\w./-]+$`)

// socketDir is the data directory itself, or a short path in /tmp where the name of
// the data directory does not suit a socket.
func socketDir(data string, who account) (string, error) {
	const longest = 103 // of sun_path, on the stingiest system, without the NUL
	if plainPath.MatchString(data) && len(filepath.Join(data, ".s.PGSQL."+socketPort)) <= longest {
		return data, nil
	}
	dir := filepath.Join("/tmp", "gateway-"+shortHash(data))
	if err := os.Mkdir(dir, 0o700); err == nil {
		return dir, who.own(dir)
	} else if !errors.Is(err, fs.ErrExist) {
		return "", err
	}
	// In /tmp anybody may have made it.
	info, err := os.Lstat(dir)
	if err != nil {
		return "", err
	}
	if info.Mode() != fs.ModeDir|0o700 || ownerOf(info) != who.uid {
		return "", fmt.Errorf("%s is not ours: remove it", dir)
	}
	return dir, nil
}

func shortHash(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:8])
}
