// Command gateway is the payment gateway and ledger: one binary that serves the
// API, builds the read models and runs the reactors.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"gateway/cmd/gateway/logging"

	"github.com/spf13/cobra"
)

// version is set by the Makefile.
var version = "dev"

func main() {
	os.Exit(run())
}

// run executes the command given by the process's arguments and returns the exit code.
func run() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	// A stop may take a minute. A second Ctrl-C ends the process at once.
	context.AfterFunc(ctx, func() { signal.Reset(os.Interrupt) })
	cmd, err := rootCommand().ExecuteContextC(ctx)
	if err != nil && !logging.LogFailure(os.Getenv("LOG_FORMAT"), err) {
		fmt.Fprintln(os.Stderr, "gateway:", err)
	}
	return exitCode(cmd, err)
}

func rootCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "gateway",
		Short: "An event-sourced payment gateway and ledger for Indonesian merchants",
		Long: "An event-sourced payment gateway and ledger for Indonesian merchants.\n\n" +
			"All configuration comes from environment variables: deploy/OPERATIONS.md lists them.",
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	cmd.AddCommand(serveCommand(), healthCommand(), configCommand(), migrateCommand(), adminCommand(), secretsCommand(), auditCommand(),
		projectionsCommand(), eventsCommand(), providerCommand(), whyCommand(), timelineCommand(), versionCommand())
	return cmd
}

func versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  cobra.NoArgs,
		Run:   func(cmd *cobra.Command, _ []string) { fmt.Fprintln(cmd.OutOrStdout(), version) },
	}
}
