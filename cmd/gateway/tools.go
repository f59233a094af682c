package main

import (
	"context"
	"errors"
	"os"
	"runtime/debug"

	"gateway/cmd/gateway/config"
	"gateway/cmd/gateway/wiring"

	"github.com/spf13/cobra"
)

// withTools makes the RunE of a command that needs the installation: it opens the configured installation,
// runs the command, and closes it. If there is no installation, the command fails and creates none.
func withTools(run func(cmd *cobra.Command, t *wiring.Tools, args []string) error) func(*cobra.Command, []string) error {
	return withOpened(wiring.OpenTools, run)
}

// withOpened is withTools with the function that opens the installation.
func withOpened(
	open func(context.Context, config.Config) (*wiring.Tools, error), run func(cmd *cobra.Command, t *wiring.Tools, args []string) error,
) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) (err error) {
		config, err := config.Load()
		if err != nil {
			return err
		}
		collectLessOften()
		t, err := open(cmd.Context(), config)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, t.Close(cmd.Context())) }()
		return run(cmd, t, args)
	}
}

// batchGCPercent is how much garbage, in percent of the live data, may accumulate. A command that reads the
// log has little live data, so Go's default of 100 would collect every few megabytes, which took a tenth of
// the CPU time of a verify.
const batchGCPercent = 400

// collectLessOften sets batchGCPercent, unless the environment's GOGC says otherwise.
func collectLessOften() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(batchGCPercent)
	}
}

// withReadModels is withTools for commands that also query the read models. It refuses read models that were
// built from another log.
func withReadModels(run func(cmd *cobra.Command, t *wiring.Tools, args []string) error) func(*cobra.Command, []string) error {
	return withTools(func(cmd *cobra.Command, t *wiring.Tools, args []string) error {
		if err := t.CheckReadModels(cmd.Context()); err != nil {
			return err
		}
		return run(cmd, t, args)
	})
}
