package main

import (
	"errors"
	"slices"

	"gateway/cmd/gateway/app"
	"gateway/projections/rebuild"

	"github.com/spf13/cobra"
)

func projectionsCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "projections",
		Short: "How the read models are doing, and what to do about it",
		Long: "The read models are tables that are derived from the log alone. The commands work beside a running gateway and\n" +
			"without one; reads go on during all of them. deploy/RUNBOOK.md says when to use which.",
	}
	requireSubcommand(cmd)
	cmd.AddCommand(projectionsListCommand(), projectionsRebuildCommand(), projectionsRollbackCommand(), projectionsCleanCommand())
	return cmd
}

func allFlag(cmd *cobra.Command, all *bool) {
	cmd.Flags().BoolVar(all, "all", false, "all read models")
}

// withModels is withRebuilder for commands on the read models that the arguments name, or
// on all of them with --all.
func withModels(
	all *bool, run func(cmd *cobra.Command, r *rebuild.Rebuilder, names []string) error,
) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		if *all == (len(args) > 0) {
			return errors.New("name read models, or say --all")
		}
		slices.Sort(args)
		return withRebuilder(run)(cmd, slices.Compact(args))
	}
}

// withRebuilder is withReadModels for commands that need the rebuilder.
func withRebuilder(run func(cmd *cobra.Command, r *rebuild.Rebuilder, args []string) error) func(*cobra.Command, []string) error {
	return withReadModels(func(cmd *cobra.Command, t *app.Tools, args []string) error {
		r, err := t.Rebuilder()
		if err != nil {
			return err
		}
		defer r.Close()
		return run(cmd, r, args)
	})
}
