package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os/user"
	"slices"
	"text/tabwriter"
	"time"

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

func projectionsListCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "list [--json]",
		Short: "Print how far each read model and reactor is, how big, and what is wrong with it",
		Long: "Print of each read model: the position of the last event it holds, how many events it lacks and for how long, its\n" +
			"state (live, rebuilding, halted), how far it is or its rebuild, the size of its tables and of what rebuilds keep.",
		Args: cobra.NoArgs,
		RunE: withReadModels(func(cmd *cobra.Command, t *wiring.Tools, _ []string) error {
			all, err := t.Overview(cmd.Context())
			if err != nil {
				return err
			}
			if asJSON {
				return printJSON(cmd.OutOrStdout(), all)
			}
			return printOverview(cmd.OutOrStdout(), all)
		}),
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

func printOverview(out io.Writer, all []rebuild.Overview) error {
	t := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "NAME\tPOSITION\tLAG\tSINCE\tSTATE\tPROGRESS\tSIZE\tKEPT")
	for _, o := range all {
		size, kept := megabytes(o.Bytes), megabytes(o.KeptBytes)
		if o.Reactor {
			size, kept = "-", "-"
		}
		since := time.Duration(o.LagSeconds * float64(time.Second)).Round(time.Millisecond)
		fmt.Fprintf(t, "%s\t%d\t%d\t%s\t%s\t%.0f%%\t%s\t%s\n", o.Name, o.Position, o.Lag, since, o.State, 100*o.Progress, size, kept)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	for _, o := range all {
		if o.Error == "" {
			continue
		}
		if _, err := fmt.Fprintf(out, "\n%s: %s\n", o.Name, o.Error); err != nil {
			return err
		}
	}
	return nil
}

func megabytes(n int64) string { return fmt.Sprintf("%.1f MB", float64(n)/1e6) }

func projectionsCleanCommand() *cobra.Command {
	var all, former bool
	cmd := &cobra.Command{
		Use:   "clean NAME... | --all [--former]",
		Short: "Remove the tables that rebuilds keep, and what interrupted ones had built",
		Long: "Remove the tables that rebuilds keep for a rollback, and what interrupted ones had built. With --former also the read\n" +
			"models of other versions of the program, which an upgrade leaves beside those of this one: no instance of another\n" +
			"version can start on them any more.",
		RunE: withModels(projection.Clean, &all, func(cmd *cobra.Command, r *rebuild.Rebuilder, names []string) error {
			if err := r.Clean(cmd.Context(), names); err != nil || !former {
				return err
			}
			return r.CleanFormer(cmd.Context())
		}),
	}
	allFlag(cmd, &all)
	cmd.Flags().BoolVar(&former, "former", false, "also remove the read models of other versions of the program")
	return cmd
}

func projectionsRollbackCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "rollback NAME",
		Short: "Let the tables serve again that the last rebuild replaced",
		Long: "Let the tables serve again that the last rebuild replaced. They are brought up to date first; those that serve now\n" +
			"are kept in their place, so that a second rollback undoes the first.",
		Args: cobra.ExactArgs(1),
		RunE: withRebuilder(projection.Rollback, func(cmd *cobra.Command, r *rebuild.Rebuilder, args []string) error {
			done, err := r.Rollback(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s: the former tables serve again, at event %d\n", done.Name, done.Position)
			return err
		}),
	}
}
