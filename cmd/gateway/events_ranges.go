package main

import (
	"fmt"
	"io"

	"gateway/cmd/gateway/app"
	"gateway/eventstore/postgres"

	"github.com/spf13/cobra"
)

// withRanges makes the RunE of a command on the ranges of the log, as their owner.
func withRanges(run func(cmd *cobra.Command, t *app.Tools, r *postgres.Ranges) error) func(*cobra.Command, []string) error {
	return withOpened(app.OpenOwnerTools, func(cmd *cobra.Command, t *app.Tools, _ []string) error {
		r, err := t.Ranges()
		if err != nil {
			return err
		}
		return run(cmd, t, r)
	})
}

func eventsRangesCommand() *cobra.Command {
	var size int64
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "ranges [--size N] [--json]",
		Short: "List the ranges of a log in PostgreSQL, or set the size of those to come",
		Args:  cobra.NoArgs,
		RunE: withRanges(func(cmd *cobra.Command, _ *app.Tools, r *postgres.Ranges) error {
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
