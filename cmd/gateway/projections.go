package main

import (
	"errors"
	"fmt"
	"io"
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
	cmd.AddCommand(listCommand(), rebuildCommand(), rollbackCommand(), cleanCommand())
	return cmd
}

func rebuildCommand() *cobra.Command {
	var all bool
	var o rebuild.Options
	cmd := &cobra.Command{
		Use:   "rebuild NAME... | --all [--verify]",
		Short: "Build read models anew from the log, beside those that serve, and swap them",
		Long: "Build read models anew from the log, in a schema of their own, while the old tables serve. They are swapped at the\n" +
			"same position, in one transaction: no request fails and no read goes back in time. The old tables are kept until the\n" +
			"next rebuild, for `rollback`. Reactors take no part: nothing is sent or paid again.\n" +
			"When it is interrupted, the same command goes on where it was.",
		RunE: onModels(&all, func(cmd *cobra.Command, r *rebuild.Rebuilder, names []string) error {
			done, err := withMeter("events", func(progress func(done, total int64)) ([]rebuild.Result, error) {
				o.Progress = progress
				return r.Rebuild(cmd.Context(), names, o)
			})
			for _, d := range done {
				printRebuilt(cmd.OutOrStdout(), d, o.Verify)
			}
			return err
		}),
	}
	allFlag(cmd, &all)
	cmd.Flags().BoolVar(&o.Verify, "verify", false, "say how the new tables differ from the old; they are swapped all the same")
	return cmd
}

// withMeter shows the progress of work that says how long it is as it goes on.
func withMeter[T any](what string, work func(progress func(done, total int64)) (T, error)) (T, error) {
	var m *meter
	done, err := work(func(done, total int64) {
		if m != nil && m.total != total { // it grew meanwhile
			m.end(nil)
			m = nil
		}
		if m == nil {
			m = newMeter(what, total)
		}
		m.set(done)
	})
	if m != nil {
		m.end(err)
	}
	return done, err
}

func printRebuilt(out io.Writer, d rebuild.Result, verified bool) {
	switch {
	case !verified:
		fmt.Fprintf(out, "%s: rebuilt at event %d\n", d.Name, d.Position)
	case len(d.Differences) == 0:
		fmt.Fprintf(out, "%s: rebuilt at event %d; the old tables were the same\n", d.Name, d.Position)
	default:
		fmt.Fprintf(out, "%s: rebuilt at event %d; the old tables were wrong:\n", d.Name, d.Position)
	}
	for _, diff := range d.Differences {
		fmt.Fprintf(out, "  table %s: %d rows should not have been, %d were missing\n", diff.Table, diff.Served.Count, diff.Rebuilt.Count)
		for _, row := range diff.Served.Examples {
			fmt.Fprintf(out, "    was        %s\n", row)
		}
		for _, row := range diff.Rebuilt.Examples {
			fmt.Fprintf(out, "    should be  %s\n", row)
		}
	}
}

func rollbackCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "rollback NAME",
		Short: "Let the tables serve again that the last rebuild replaced",
		Long: "Let the tables serve again that the last rebuild replaced. They are brought up to date first; those that serve now\n" +
			"are kept in their place, so that a second rollback undoes the first.",
		Args: cobra.ExactArgs(1),
		RunE: withRebuilder(func(cmd *cobra.Command, r *rebuild.Rebuilder, args []string) error {
			done, err := r.Rollback(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s: the former tables serve again, at event %d\n", done.Name, done.Position)
			return err
		}),
	}
}

func cleanCommand() *cobra.Command {
	var all bool
	cmd := &cobra.Command{
		Use:   "clean NAME... | --all",
		Short: "Remove the tables that rebuilds keep, and what interrupted ones had built",
		RunE: onModels(&all, func(cmd *cobra.Command, r *rebuild.Rebuilder, names []string) error {
			return r.Clean(cmd.Context(), names)
		}),
	}
	allFlag(cmd, &all)
	return cmd
}

func allFlag(cmd *cobra.Command, all *bool) {
	cmd.Flags().BoolVar(all, "all", false, "all read models")
}

// onModels runs a command on the models that are named, or on all.
func onModels(
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

func withRebuilder(run func(cmd *cobra.Command, r *rebuild.Rebuilder, args []string) error) func(*cobra.Command, []string) error {
	return withReadModels(func(cmd *cobra.Command, t *app.Tools, args []string) error {
		r, err := t.Rebuilder()
		if err != nil {
			return err
		}
		return errors.Join(run(cmd, r, args), r.Close())
	})
}
