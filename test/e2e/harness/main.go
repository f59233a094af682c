package harness

import (
	"context"
	"flag"
	"fmt"
	"os"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"gateway/test/inprocess"

	"go.uber.org/goleak"
)

// binary stands for the test binary. What it owns, such as the shared gateway, lives as long as its tests.
var binary = &process{}

var shared struct {
	once    sync.Once
	gateway *Gateway
}

// Shared returns the gateway of all tests that need no settings of their own. The first call starts it.
func Shared(tb testing.TB) *Gateway {
	tb.Helper()
	shared.once.Do(func() {
		binary.do(func() { shared.gateway = Start(binary, nil) })
	})
	if binary.skipped != "" {
		tb.Skip(binary.skipped)
	}
	if shared.gateway == nil {
		tb.Fatal("the shared gateway did not start")
	}
	return shared.gateway
}

// Main is the TestMain of a package of end-to-end tests: it runs the tests, then audits the log of the shared
// gateway, checks that all answers of the package's operations were seen, and looks for goroutines that were
// left behind. name is the name of the package.
func Main(m *testing.M, name string) {
	flag.Parse()
	code := m.Run()
	binary.do(func() {
		// With -run or -skip not every operation is called.
		complete := flag.Lookup("test.run").Value.String()+flag.Lookup("test.skip").Value.String() == ""
		if d := Client.Transport.(*checkingTransport).api; d != nil && (writeExamples || code == 0) {
			checkExamples(binary, d, name, complete)
			checkErrorExamples(binary, d, name, complete)
		}
		checkDescribed(binary)
		if code == 0 && complete {
			checkCoverage(binary, name)
		}
		if shared.gateway != nil {
			checkBalances(binary, shared.gateway)
		}
	})
	binary.end()
	if err := leftRunning(); err != nil {
		binary.Errorf("left running: %v", err)
	}
	if binary.failed {
		code = 1
	}
	os.Exit(code)
}

// leftRunning returns the goroutines that did not end. The realtime libraries take seconds to end their last
// ones, and leave the one that sums up the node's metrics. The clock of the filters' expressions ends by
// itself, some seconds after its last use.
func leftRunning() (err error) {
	ignored := []goleak.Option{
		goleak.IgnoreTopFunction("github.com/FZambia/eagle.(*Eagle).aggregate"),
		goleak.IgnoreAnyFunction("github.com/dlclark/regexp2.runClock"),
	}
	for end := time.Now().Add(inprocess.StopLimit); time.Now().Before(end); {
		if err = goleak.Find(ignored...); err == nil {
			return nil
		}
	}
	return err
}

// process is a testing.TB that lives as long as the test binary.
type process struct {
	testing.TB // nil, because only the methods below are called
	cleanups   []func()
	failed     bool
	skipped    string
}

// do runs a function that may call Fatalf or Skip.
func (p *process) do(f func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		f()
	}()
	<-done
}

func (p *process) end() {
	p.do(func() {
		for _, clean := range slices.Backward(p.cleanups) {
			clean()
		}
	})
}

func (p *process) Helper()                  {}
func (p *process) Cleanup(f func())         { p.cleanups = append(p.cleanups, f) }
func (p *process) Context() context.Context { return context.Background() }

func (p *process) Errorf(format string, args ...any) {
	p.failed = true
	fmt.Fprintf(os.Stderr, "--- FAIL: "+format+"\n", args...)
}

func (p *process) Error(args ...any) { p.Errorf("%s", fmt.Sprint(args...)) }

func (p *process) Fatalf(format string, args ...any) {
	p.Errorf(format, args...)
	runtime.Goexit()
}

func (p *process) Fatal(args ...any) { p.Fatalf("%s", fmt.Sprint(args...)) }

func (p *process) Skip(args ...any) {
	p.skipped = fmt.Sprint(args...)
	runtime.Goexit()
}
