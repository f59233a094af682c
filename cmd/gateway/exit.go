package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// The exit codes. Commands of `gateway audit` and `gateway provider` distinguish a fault that they found from
// a check that they could not make. All other commands exit with 0 or 1.
const (
	exitFound     = 1
	exitUnchecked = 2
)

// foundError says that a check completed and found a fault.
type foundError struct{ text string }

func (e foundError) Error() string { return e.text }

// found returns the error of a command that has found a fault.
func found(format string, args ...any) error { return foundError{fmt.Sprintf(format, args...)} }

// exitCode returns the exit code for the command that ran, or for an unknown command.
func exitCode(cmd *cobra.Command, err error) int {
	var fault foundError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &fault):
		return exitFound
	case strings.HasPrefix(cmd.CommandPath()+" ", "gateway audit "), strings.HasPrefix(cmd.CommandPath()+" ", "gateway provider "):
		return exitUnchecked
	}
	return 1
}

// requireSubcommand makes a command that only groups others fail when it is called without a subcommand or
// with a misspelt one. cobra would print the help and exit with 0.
func requireSubcommand(cmd *cobra.Command) {
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return fmt.Errorf("%s needs one of its commands: %s --help lists them", cmd.CommandPath(), cmd.CommandPath())
		}
		return fmt.Errorf("unknown command %q for %q: %s --help lists them", args[0], cmd.CommandPath(), cmd.CommandPath())
	}
}
