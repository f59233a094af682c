package main

import (
	"fmt"
	"io"

	"gateway/domain/projection"
	"gateway/projections/rebuild"

	"github.com/spf13/cobra"
)

func projectionsRebuildCommand() *cobra.Command {
	var all bool
	var o rebuild.Options
	cmd := &cobra.Command{
		Use:   "rebuild NAME... | --all [--verify]",
		Short: "Build read models anew from the log, beside those that serve, and swap them",
		Long: "Build read models anew from the log, in a schema of their own, while the old tables serve. They are swapped at the\n" +
			"same position, in one transaction: no request fails and no read goes back in time. The old tables are kept until the\n" +
			"next rebuild, for `rollback`. Reactors take no part: nothing is sent or paid again.\n" +
			"When it is interrupted, the same command goes on where it was.",
		RunE: withModels(projection.Rebuild, &all, func(cmd *cobra.Command, r *rebuild.Rebuilder, names []string) error {
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

// withMeter runs work with a meter. Each progress call passes the total; when it changes, a new meter starts.
func withMeter[T any](what string, work func(progress func(done, total int64)) (T, error)) (T, error) {
	var m *meter
	done, err := work(func(done, total int64) {
		if m != nil && m.total != total {
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
		if diff.Missing {
			fmt.Fprintf(out, "  table %s was missing\n", diff.Table)
			continue
		}
		fmt.Fprintf(out, "  table %s: %d rows should not have been, %d were missing\n", diff.Table, diff.Served.Count, diff.Rebuilt.Count)
		for _, row := range diff.Served.Examples {
			fmt.Fprintf(out, "    was        %s\n", row)
		}
		for _, row := range diff.Rebuilt.Examples {
			fmt.Fprintf(out, "    should be  %s\n", row)
		}
	}
}
