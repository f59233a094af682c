// Command withdb runs another command with a PostgreSQL for tests. It starts a temporary server, names it in
// TEST_DATABASE_URL, and removes it when the command has ended, in whatever way. Its exit status is the
// command's.
//
//	withdb go test ./...
//
// If TEST_DATABASE_URL is already set, that server is used.
package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"syscall"

	"gateway/test/internal/throwaway"
)

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: withdb COMMAND [ARGUMENT ...]")
		os.Exit(2)
	}
	status, err := run(os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "withdb:", err)
	}
	os.Exit(status)
}

func run(args []string) (status int, err error) {
	// Listens from the first moment on, so that no Ctrl-C leaves a server behind.
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	if os.Getenv(throwaway.Env) == "" {
		cluster, stop, err := throwaway.Start()
		if err != nil {
			return 2, err
		}
		defer stop()
		if err := os.Setenv(throwaway.Env, cluster.DSN("postgres")); err != nil {
			return 2, err
		}
	}
	return command(args, signals)
}

func command(args []string, signals <-chan os.Signal) (status int, err error) {
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	if err := cmd.Start(); err != nil {
		return 2, err
	}
	go func() {
		for s := range signals {
			_ = cmd.Process.Signal(s)
		}
	}()
	err = cmd.Wait()
	var failed *exec.ExitError
	if errors.As(err, &failed) {
		return max(failed.ExitCode(), 1), nil
	}
	return 0, err
}
