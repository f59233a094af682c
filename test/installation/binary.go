package installation

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"go.uber.org/goleak"

	// Not called: results that go test remembers are then forgotten when the gateway
	// that is built here changes.
	_ "gateway/cmd/gateway/app"
)

// binary is the gateway, compiled once per test binary. It has the race detector in
// it when the tests have, or with RACE in the environment.
var binary = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "gateway-installation-")
	if err != nil {
		return "", err
	}
	name := filepath.Join(dir, "gateway")
	args := []string{"build", "-buildvcs=false", "-o", name}
	if raceEnabled || os.Getenv("RACE") != "" {
		args = append(args, "-race")
	}
	out, err := exec.Command("go", append(args, "gateway/cmd/gateway")...).CombinedOutput()
	if err != nil {
		return "", errors.Join(fmt.Errorf("build the gateway: %w: %s", err, out), os.RemoveAll(dir))
	}
	return name, nil
})

// Main is what TestMain of a package with installations does: it runs the tests,
// looks for goroutines that they left behind, and removes what was built for them.
func Main(m *testing.M) {
	code := m.Run()
	if name, err := binary(); err == nil {
		_ = os.RemoveAll(filepath.Dir(name))
	}
	web.CloseIdleConnections()
	impatient.CloseIdleConnections()
	if err := goleak.Find(); err != nil && code == 0 {
		fmt.Fprintf(os.Stderr, "left running: %v\n", err)
		code = 1
	}
	os.Exit(code)
}
