package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"gateway/cmd/gateway/config"
	"gateway/cmd/gateway/wiring"
	"gateway/eventstore/postgres"

	"github.com/spf13/cobra"
)

// withRanges makes the RunE of a command that works on the log's ranges with the login of the log's owner.
func withRanges(run func(cmd *cobra.Command, t *wiring.Tools, r *postgres.Ranges) error) func(*cobra.Command, []string) error {
	return withOpened(wiring.OpenOwnerTools, func(cmd *cobra.Command, t *wiring.Tools, _ []string) error {
		r, err := t.Ranges()
		if err != nil {
			return err
		}
		return run(cmd, t, r)
	})
}

// withLogJob is withRanges for a log maintenance command. It records how the command ended for the gateways'
// metrics.
func withLogJob(job string, run func(cmd *cobra.Command, t *wiring.Tools, r *postgres.Ranges) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		began, opened := time.Now(), false
		err := withRanges(func(cmd *cobra.Command, t *wiring.Tools, r *postgres.Ranges) error {
			opened = true
			err := run(cmd, t, r)
			if errors.Is(err, postgres.ErrNotOwner) {
				err = fmt.Errorf("%w: set MIGRATE_USER and MIGRATE_PASSWORD to the owner's login (OPERATIONS.md, Seal and archive the log)", err)
			}
			return recorded(cmd, err, func(ctx context.Context) error { return t.KeepLogJob(ctx, job, began, err) })
		})(cmd, args)
		config, loadErr := config.Load()
		if err == nil || opened || loadErr != nil || config.MigrateUser == "" {
			return err
		}
		return recorded(cmd, err, func(ctx context.Context) error { return wiring.KeepUnopenedLogJob(ctx, config, job, began, err) })
	}
}

// recorded records how a run ended, even if it was interrupted, and returns its error.
func recorded(cmd *cobra.Command, err error, record func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(cmd.Context()), recordLimit)
	defer cancel()
	if recordErr := record(ctx); recordErr != nil {
		fmt.Fprintf(cmd.ErrOrStderr(), "The run is not recorded: %v\n", recordErr)
	}
	return err
}

// recordLimit limits the time to record a run.
const recordLimit = 5 * time.Second

func eventsRangesCommand() *cobra.Command {
	var size int64
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "ranges [--size N] [--json]",
		Short: "List the ranges of a log in PostgreSQL, or set the size of those to come",
		Long: "List the ranges of a log in PostgreSQL, or set the size of those to come. The range that is being filled keeps its size,\n" +
			"but on an empty log, after gateway migrate and before the first start, the size is that of the first range, too: so sealing and\n" +
			"archiving can be rehearsed with some thousands of events.",
		Args: cobra.NoArgs,
		RunE: withRanges(func(cmd *cobra.Command, _ *wiring.Tools, r *postgres.Ranges) error {
			if cmd.Flags().Changed("size") {
				if err := r.SetSize(cmd.Context(), size); err != nil {
					return err
				}
			}
			all, err := r.List(cmd.Context())
			switch {
			case err != nil:
				return err
			case asJSON:
				return printJSON(cmd.OutOrStdout(), all)
			}
			return printRanges(cmd.OutOrStdout(), all)
		}),
	}
	cmd.Flags().Int64Var(&size, "size", 0, "number of positions of the ranges that are made from now on")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the list as JSON")
	return cmd
}

func printRanges(out io.Writer, all []postgres.Range) error {
	for _, g := range all {
		line := fmt.Sprintf("%6d  %12d to %12d  %s", g.Number, g.First, g.Last, g.State())
		if g.SealedAt != nil {
			line += fmt.Sprintf("  %d events, root %x", g.Events, g.Root)
		}
		if g.ArchivedAt != nil {
			line += "  " + g.File
		}
		if _, err := fmt.Fprintln(out, line); err != nil {
			return err
		}
	}
	return nil
}
