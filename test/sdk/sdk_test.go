// Package sdk checks the simulator and the gateway's callbacks from outside. The provider's official packages
// for Node call the simulator, and must get the answers that they expect. Their versions are the last one with
// the classic API, and one with the API that followed. The packages of DOKU, Midtrans and DANA call the simulated
// companies of the national standard, and verify what these send. The official libraries of Standard Webhooks verify a
// callback. Without node and npm the tests are skipped.
package sdk

import (
	"context"
	_ "embed"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"gateway/http/simulator"
	"gateway/test/testdb"

	"github.com/jmoiron/sqlx"
	_ "github.com/lib/pq"
)

//go:embed package.json
var packages []byte

//go:embed package-lock.json
var lockfile []byte

//go:embed calls.js
var calls []byte

//go:embed verify.js
var verify []byte

func TestTheProvidersOwnPackagesFindTheirAnswers(t *testing.T) {
	t.Parallel()
	needNode(t)
	dir := install(t)
	db, err := sqlx.Open("postgres", testdb.New(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	s, err := simulator.New(t.Context(), simulator.Options{DB: db, SecretKey: "xnd_development_key", Fees: simulator.UsualFees, Clock: beforeCutOff})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	out, err := run(t, dir, []string{"SIMULATOR_URL=" + server.URL, "SIMULATOR_KEY=xnd_development_key"}, "node", "calls.js")
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Logf("%s", out)
}

// beforeCutOff is the time, but never after the cut-off of voids in Jakarta: then it is an hour ago.
func beforeCutOff() time.Time {
	now := time.Now().In(time.FixedZone("WIB", 7*60*60))
	if now.Hour() == 23 && now.Minute() >= 45 {
		return now.Add(-time.Hour)
	}
	return now
}

func needNode(t *testing.T) {
	t.Helper()
	for _, program := range []string{"node", "npm"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("without %s the packages can't run", program)
		}
	}
}

// install installs the packages into a temporary folder, exactly as in the lockfile.
func install(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, content := range map[string][]byte{"package.json": packages, "package-lock.json": lockfile, "calls.js": calls, "verify.js": verify} {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if out, err := run(t, dir, nil, "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"); err != nil {
		t.Skipf("without a registry of npm packages the provider's packages can't run: %v\n%s", err, out)
	}
	return dir
}

func run(t *testing.T, dir string, env []string, name string, args ...string) ([]byte, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	command := exec.CommandContext(ctx, name, args...)
	command.Dir, command.Env = dir, append(os.Environ(), env...)
	return command.CombinedOutput()
}
