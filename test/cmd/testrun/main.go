// Command testrun runs `go test` and reports the outcome, for people who wait and for those who read the log later:
//
//	testrun go test ./...
//
// It prints a line when a package ends, everything that a failed test printed, a line now and then while
// nothing ends, and at the end the skipped tests with their reasons and the counts. With -v, -bench or -list
// among the arguments it prints all output as it comes.
//
// The exit status is that of `go test`, or 1 if a test was skipped that should have run (see skips.go).
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"
)

// silence is the longest time without a line of output.
const silence = 30 * time.Second

func main() {
	at := slices.Index(os.Args, "test")
	if at < 2 {
		fmt.Fprintln(os.Stderr, "usage: testrun go test [arguments of go test]")
		os.Exit(2)
	}
	command, args := os.Args[1:at], os.Args[at+1:]
	r := newReport(os.Stdout, verbose(args))
	status, err := run(r, slices.Concat(command, []string{"test", "-json"}, args))
	if err != nil {
		fmt.Fprintln(os.Stderr, "testrun:", err)
	}
	if !r.conclude(mustNotSkip()) {
		status = max(status, 1)
	}
	os.Exit(status)
}

// verbose reports whether the arguments ask for all output.
func verbose(args []string) bool {
	return slices.ContainsFunc(args, func(arg string) bool {
		name, value, _ := strings.Cut(strings.TrimLeft(arg, "-"), "=")
		return strings.HasPrefix(arg, "-") && slices.Contains([]string{"v", "bench", "list"}, name) && value != "false"
	})
}

// run runs the command, reports its events, and returns its exit status.
func run(r *report, command []string) (status int, err error) {
	// Ctrl-C ends `go test`, but not the report.
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Stderr = os.Stderr
	output, err := cmd.StdoutPipe()
	if err != nil {
		return 2, err
	}
	if err := cmd.Start(); err != nil {
		return 2, err
	}
	go func() {
		for s := range signals {
			_ = cmd.Process.Signal(s)
		}
	}()
	err = follow(r, output)
	ended := cmd.Wait()
	var failed *exec.ExitError
	if errors.As(ended, &failed) {
		return max(failed.ExitCode(), 1), err
	}
	return 0, errors.Join(err, ended)
}

// follow hands all events to the report until the output ends.
func follow(r *report, output io.Reader) error {
	events, ended := make(chan event), make(chan error, 1)
	go func() {
		ended <- decode(output, events)
		close(events)
	}()
	quiet := time.NewTicker(silence)
	defer quiet.Stop()
	for {
		select {
		case e, more := <-events:
			if !more {
				return <-ended
			}
			if r.add(e) {
				quiet.Reset(silence)
			}
		case now := <-quiet.C:
			r.stillRunning(now)
		}
	}
}
