package main

import (
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"gateway/cmd/gateway/wiring"
	"gateway/projections/rebuild"

	"github.com/spf13/cobra"
)

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
