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
)

// binary builds the gateway once per test binary. It uses the race detector if the tests do or RACE is set.
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

// Main is the TestMain of a package with installations: it runs the tests, checks that no goroutine is left
// behind, and removes the built gateway.
func Main(m *testing.M) {
	code := m.Run()
	if name, err := binary(); err == nil {
		_ = os.RemoveAll(filepath.Dir(name))
	}
	client.CloseIdleConnections()
	quickClient.CloseIdleConnections()
	// Both end by themselves some seconds later: the clock of the filters' expressions, and a listener's last
	// message to a server that is gone.
	err := goleak.Find(goleak.IgnoreAnyFunction("github.com/dlclark/regexp2.runClock"),
		goleak.IgnoreAnyFunction("github.com/centrifugal/centrifuge-go.(*Client).sendAsync.func1"))
	if err != nil && code == 0 {
		fmt.Fprintf(os.Stderr, "left running: %v\n", err)
		code = 1
	}
	os.Exit(code)
}
