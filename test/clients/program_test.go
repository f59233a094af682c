package clients

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// patience is the time limit of one program. Compilers are slow on a busy machine.
const patience = 8 * time.Minute

// copied copies a folder of this package into a throw-away one.
func copied(t *testing.T, name string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), name)
	if err := os.CopyFS(dir, os.DirFS(name)); err != nil {
		t.Fatal(err)
	}
	return dir
}

func mustMake(t *testing.T, dir string) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
}

// run runs a program that must succeed.
func run(t *testing.T, dir string, env []string, name string, args ...string) {
	t.Helper()
	if out, err := output(t, dir, env, name, args...); err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
}

// needs runs a program that has to be fetched first. If it can't be fetched, the test is skipped for the
// reason; if it runs and fails, the test fails.
func needs(t *testing.T, dir string, env []string, reason, name string, args ...string) {
	t.Helper()
	out, err := output(t, dir, env, name, args...)
	if err == nil {
		return
	}
	if text := string(out); strings.Contains(text, "dial tcp") || strings.Contains(text, "proxy") || strings.Contains(text, "module lookup disabled") {
		t.Skipf("%s: %v\n%s", reason, err, out)
	}
	t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
}

func output(t *testing.T, dir string, env []string, name string, args ...string) ([]byte, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	command := exec.CommandContext(ctx, name, args...)
	command.Dir = dir
	command.Env = append(append(os.Environ(), "GOFLAGS=-mod=mod -trimpath", "GOWORK=off"), env...)
	return command.CombinedOutput()
}

// packages returns a folder with the npm packages of the lockfile. It is filled once per lockfile, and kept in
// the user's cache.
func packages(t *testing.T) string {
	t.Helper()
	for _, program := range []string{"node", "npm"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("without %s the clients in TypeScript can't run", program)
		}
	}
	lockfile, err := os.ReadFile("typescript/package-lock.json")
	if err != nil {
		t.Fatal(err)
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		cache = os.TempDir()
	}
	sum := sha256.Sum256(lockfile)
	dir := filepath.Join(cache, "gateway-test-clients", hex.EncodeToString(sum[:8]))
	if _, err := os.Stat(dir); err == nil {
		return dir
	}
	mustMake(t, filepath.Dir(dir))
	fresh, err := os.MkdirTemp(filepath.Dir(dir), "new-")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(fresh)
	if err := os.CopyFS(fresh, os.DirFS("typescript")); err != nil {
		t.Fatal(err)
	}
	if out, err := output(t, fresh, nil, "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"); err != nil {
		t.Skipf("without a registry of npm packages the clients in TypeScript can't run: %v\n%s", err, out)
	}
	if err := os.Rename(fresh, dir); err != nil && !isThere(dir) { // another run was faster
		t.Fatal(err)
	}
	return dir
}

func isThere(dir string) bool {
	_, err := os.Stat(dir)
	return err == nil
}
