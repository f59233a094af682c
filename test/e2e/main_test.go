package e2e

import (
	"context"
	"flag"
	"fmt"
	"os"
	"slices"
	"testing"
	"time"

	"gateway/test/inprocess"

	"go.uber.org/goleak"
)

// shared is the gateway of all tests that need no configuration of their own.
var shared *gateway

func TestMain(m *testing.M) {
	flag.Parse()
	p := &process{}
	shared = startGateway(p, nil)
	code := m.Run()
	// With -run or -skip not everything is called.
	if code == 0 && flag.Lookup("test.run").Value.String()+flag.Lookup("test.skip").Value.String() == "" {
		checkCoverage(p)
		checkDescription(p)
	}
	checkBalances(p, shared)
	p.end()
	if err := left(); err != nil {
		p.Errorf("left running: %v", err)
	}
	if p.failed {
		code = 1
	}
	os.Exit(code)
}

// left gives what runs on. The realtime libraries take seconds to end their last
// goroutines, and leave the one that sums up the node's metrics.
func left() (err error) {
	for end := time.Now().Add(inprocess.StopLimit); time.Now().Before(end); {
		if err = goleak.Find(goleak.IgnoreTopFunction("github.com/FZambia/eagle.(*Eagle).aggregate")); err == nil {
			return nil
		}
	}
	return err
}

// process is the test of what lives as long as the test binary: the shared
// gateway and its databases.
type process struct {
	testing.TB // nil: of its methods only those below are called
	cleanups   []func()
	failed     bool
}

func (p *process) end() {
	for _, clean := range slices.Backward(p.cleanups) {
		clean()
	}
}

func (p *process) Helper()                  {}
func (p *process) Cleanup(f func())         { p.cleanups = append(p.cleanups, f) }
func (p *process) Context() context.Context { return context.Background() }

func (p *process) Errorf(format string, args ...any) {
	p.failed = true
	fmt.Fprintf(os.Stderr, "--- FAIL: "+format+"\n", args...)
}

func (p *process) Fatalf(format string, args ...any) {
	p.Errorf(format, args...)
	os.Exit(1)
}

func (p *process) Fatal(args ...any) { p.Fatalf("%s", fmt.Sprint(args...)) }

func (p *process) Skip(args ...any) {
	fmt.Fprintln(os.Stderr, "--- SKIP:", fmt.Sprint(args...))
	os.Exit(0)
}
