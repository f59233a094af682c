package localpg

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// ErrNotInstalled says that there is no PostgreSQL to run. Its text tells the operator
// what to do.
var ErrNotInstalled = errors.New("PostgreSQL is not installed: apt-get install postgresql, or set DATABASE_URL")

// oldestMajor is the lowest major version that the gateway's SQL works with.
const oldestMajor = 13

// packageDirs lists the folders, not on the PATH, where packages of Debian, Red Hat and Homebrew put the
// programs.
var packageDirs = []string{
	"/usr/lib/postgresql/*/bin",
	"/usr/pgsql-*/bin",
	"/opt/homebrew/opt/postgresql@*/bin",
	"/usr/local/opt/postgresql@*/bin",
}

var versionLine = regexp.MustCompile(`\(PostgreSQL\) (\d+)`)

// findBinDir returns the folder of the PostgreSQL programs: those of the version that created the cluster in
// data, or the newest ones if data is "". If none are installed and the user is not root, it downloads them
// into the folder downloaded. Errors: ErrNotInstalled, or an error saying that the cluster's version is not
// installed.
func findBinDir(ctx context.Context, downloaded, data string) (string, error) {
	installed := findInstalled(ctx, filepath.Join(downloaded, "bin"))
	if data != "" {
		return binDirForCluster(installed, data)
	}
	if dir := installed[newest(installed)]; dir != "" {
		return dir, nil
	}
	if os.Geteuid() == 0 {
		return "", ErrNotInstalled
	}
	if err := download(downloaded, ""); err != nil {
		return "", notInstalled(err)
	}
	return filepath.Join(downloaded, "bin"), nil
}

// notInstalled returns ErrNotInstalled with the first line of the download's error.
func notInstalled(err error) error {
	reason, _, _ := strings.Cut(err.Error(), "\n")
	return fmt.Errorf("%w (no copy to be had either: %s)", ErrNotInstalled, reason)
}

// findInstalled returns the folders of the programs by major version. Folders on the PATH
// come first.
func findInstalled(ctx context.Context, downloaded string) map[int]string {
	dirs := filepath.SplitList(os.Getenv("PATH"))
	for _, pattern := range packageDirs {
		found, _ := filepath.Glob(pattern)
		dirs = append(dirs, found...)
	}
	installed := map[int]string{}
	for _, dir := range append(dirs, downloaded) {
		dir, err := programDir(dir)
		if err != nil {
			continue
		}
		out, err := exec.CommandContext(ctx, filepath.Join(dir, "postgres"), "--version").Output()
		line := versionLine.FindSubmatch(out)
		if err != nil || line == nil {
			continue
		}
		if major, _ := strconv.Atoi(string(line[1])); major >= oldestMajor && installed[major] == "" {
			installed[major] = dir
		}
	}
	return installed
}

// programDir follows the links from a folder on the PATH to the folder that holds all three programs.
func programDir(dir string) (string, error) {
	postgres, err := filepath.EvalSymlinks(filepath.Join(dir, "postgres"))
	if err != nil {
		return "", err
	}
	dir = filepath.Dir(postgres)
	_, noInitdb := os.Stat(filepath.Join(dir, "initdb"))
	_, noCtl := os.Stat(filepath.Join(dir, "pg_ctl"))
	return dir, errors.Join(noInitdb, noCtl)
}

// newest returns the highest major version, 0 if there is none.
func newest(installed map[int]string) int {
	best := 0
	for major := range installed {
		best = max(best, major)
	}
	return best
}

// binDirForCluster returns the folder of the version that created the cluster.
func binDirForCluster(installed map[int]string, data string) (string, error) {
	text, err := os.ReadFile(filepath.Join(data, "PG_VERSION"))
	if err != nil {
		return "", fmt.Errorf("version of the PostgreSQL cluster: %w", err)
	}
	version := strings.TrimSpace(string(text))
	major, err := strconv.Atoi(version)
	if err != nil {
		return "", fmt.Errorf("%s: version %q is not known", data, version)
	}
	if dir := installed[major]; dir != "" {
		return dir, nil
	}
	if len(installed) == 0 {
		return "", ErrNotInstalled
	}
	return "", fmt.Errorf("the cluster in %s was made by PostgreSQL %d, which is not installed (found: %d): "+
		"install postgresql-%d, or convert the cluster with pg_upgrade",
		data, major, newest(installed), major)
}
