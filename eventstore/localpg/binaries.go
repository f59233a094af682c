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

// ErrNotInstalled is returned by Start when there is no PostgreSQL to run. Its
// text is the advice to give.
var ErrNotInstalled = errors.New("PostgreSQL is not installed: apt-get install postgresql, or set DATABASE_URL")

// oldest is the lowest major version the gateway's SQL is written for.
const oldest = 13

// usualPlaces hold the programs where the packages keep them off the PATH:
// Debian, Red Hat, Homebrew.
var usualPlaces = []string{
	"/usr/lib/postgresql/*/bin",
	"/usr/pgsql-*/bin",
	"/opt/homebrew/opt/postgresql@*/bin",
	"/usr/local/opt/postgresql@*/bin",
}

var versionLine = regexp.MustCompile(`\(PostgreSQL\) (\d+)`)

// binaries returns the folder of the programs: the newest, or those of the version
// that made the cluster in data. An ordinary user who has none gets a copy in the
// folder fetched.
func binaries(ctx context.Context, fetched, data string) (string, error) {
	installed := installations(ctx, filepath.Join(fetched, "bin"))
	if data != "" {
		return matching(installed, data)
	}
	if dir := installed[newest(installed)]; dir != "" {
		return dir, nil
	}
	if os.Geteuid() == 0 {
		return "", ErrNotInstalled
	}
	if err := fetch(fetched, ""); err != nil {
		return "", noCopy(err)
	}
	return filepath.Join(fetched, "bin"), nil
}

// noCopy keeps to one line, however much the download said.
func noCopy(err error) error {
	reason, _, _ := strings.Cut(err.Error(), "\n")
	return fmt.Errorf("%w (no copy to be had either: %s)", ErrNotInstalled, reason)
}

// installations maps major versions to the folders of their programs; those on the
// PATH come first.
func installations(ctx context.Context, fetched string) map[int]string {
	dirs := filepath.SplitList(os.Getenv("PATH"))
	for _, pattern := range usualPlaces {
		found, _ := filepath.Glob(pattern)
		dirs = append(dirs, found...)
	}
	installed := map[int]string{}
	for _, dir := range append(dirs, fetched) {
		dir, err := home(dir)
		if err != nil {
			continue
		}
		out, err := exec.CommandContext(ctx, filepath.Join(dir, "postgres"), "--version").Output()
		line := versionLine.FindSubmatch(out)
		if err != nil || line == nil {
			continue
		}
		if major, _ := strconv.Atoi(string(line[1])); major >= oldest && installed[major] == "" {
			installed[major] = dir
		}
	}
	return installed
}

// home follows the links that lead from a folder on the PATH to the folder where
// all three programs really are.
func home(dir string) (string, error) {
	postgres, err := filepath.EvalSymlinks(filepath.Join(dir, "postgres"))
	if err != nil {
		return "", err
	}
	dir = filepath.Dir(postgres)
	_, noInitdb := os.Stat(filepath.Join(dir, "initdb"))
	_, noCtl := os.Stat(filepath.Join(dir, "pg_ctl"))
	return dir, errors.Join(noInitdb, noCtl)
}

func newest(installed map[int]string) int {
	best := 0
	for major := range installed {
		best = max(best, major)
	}
	return best
}

func matching(installed map[int]string, data string) (string, error) {
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
	return "", fmt.Errorf("the cluster in %s was made by PostgreSQL %d, which is not installed (found: %d): install postgresql-%d, or convert the cluster with pg_upgrade",
		data, major, newest(installed), major)
}
