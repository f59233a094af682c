package main

import (
	"context"
	"errors"
	"fmt"
	"os/user"
	"slices"

	"gateway/cmd/gateway/wiring"
	"gateway/domain/projection"
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

// withModels is withRebuilder for commands that work on the read models named in the arguments, or on all of
// them with --all.
func withModels(
	work string, all *bool, run func(cmd *cobra.Command, r *rebuild.Rebuilder, names []string) error,
) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		if *all == (len(args) > 0) {
			return errors.New("name read models, or say --all")
		}
		slices.Sort(args)
		return withRebuilder(work, run)(cmd, slices.Compact(args))
	}
}

// withRebuilder is withReadModels for commands that need the rebuilder. It records the work in the log before
// it starts. The work is a kind of package domain/projection.
func withRebuilder(
	work string, run func(cmd *cobra.Command, r *rebuild.Rebuilder, args []string) error,
) func(*cobra.Command, []string) error {
	return withReadModels(func(cmd *cobra.Command, t *wiring.Tools, args []string) error {
		r, err := t.Rebuilder()
		if err != nil {
			return err
		}
		defer r.Close()
		if err := recordWork(cmd.Context(), t, work, args); err != nil {
			fmt.Fprintf(cmd.ErrOrStderr(), "The audit log does not say that this was asked for: %v\n", err)
		}
		return run(cmd, r, args)
	})
}

// recordWork records who requested work on read models; without names, on all of them. It leaves unknown
// names to the command, which refuses them. Its error does not stop the work, because a log that accepts no
// event is one of the reasons for the work.
func recordWork(ctx context.Context, t *wiring.Tools, work string, names []string) (err error) {
	if !areModels(t, names) {
		return nil
	}
	s, err := wiring.OpenStaff(ctx, t.Config)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close(ctx)) }()
	by := "unknown"
	if u, err := user.Current(); err == nil {
		by = u.Username
	}
	if len(names) == 0 {
		names = []string{projection.All}
	}
	for _, name := range names {
		if err := s.RecordWork(s.As(ctx, by), work, name); err != nil {
			return err
		}
	}
	return nil
}

func areModels(t *wiring.Tools, names []string) bool {
	known := map[string]bool{}
	for _, m := range t.Models() {
		known[m.Name()] = true
	}
	return !slices.ContainsFunc(names, func(name string) bool { return !known[name] })
}
