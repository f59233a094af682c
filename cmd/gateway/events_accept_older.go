package main

import (
	"errors"
	"fmt"
	"io"

	"gateway/cmd/gateway/config"
	"gateway/cmd/gateway/wiring"
	"gateway/eventstore"

	"github.com/spf13/cobra"
)

func eventsAcceptOlderCommand() *cobra.Command {
	var yes bool
	cmd := &cobra.Command{
		Use:   "accept-older [--yes]",
		Short: "Show what an older log lacks, and accept it as it is; every gateway must be stopped",
		Long: "Show why the log is refused, and what read models and checkpoints know that it lacks: a backup was restored, or a\n" +
			"standby was promoted. With --yes the log is accepted as it is, which can't be undone: a new generation of the log begins,\n" +
			"so that sequences of ids jump and none of a lost event is used again; the read models are dropped, and the next start\n" +
			"builds them from the log; all logins end; and no payout is sent before gateway events resume-payouts.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			config, err := config.Load()
			if err != nil {
				return err
			}
			a, err := wiring.OpenAcceptance(cmd.Context(), config)
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, a.Close(cmd.Context())) }()
			missing, err := a.Missing(cmd.Context())
			if err != nil {
				return err
			}
			printMissing(cmd.OutOrStdout(), missing)
			if len(missing.Reasons) == 0 {
				return nil
			}
			if !yes {
				return errors.New("nothing was changed: say --yes to accept the log without what it lacks")
			}
			g, err := a.Accept(cmd.Context(), missing.Known)
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "The log is accepted, in generation %d. "+
				"Start the gateway: it builds the read models. No payout is sent\n"+
				"before you have compared with the provider (gateway audit reconcile) and run gateway events resume-payouts.\n", g.Number)
			return err
		},
	}
	cmd.Flags().BoolVar(&yes, "yes", false, "accept the log without what it lacks")
	return cmd
}

func printMissing(out io.Writer, m wiring.Missing) {
	fmt.Fprintf(out, "The log of event store %s, in generation %d, ends at position %d", m.StoreID, m.Generation, m.Head.Commit)
	if !m.HeadAt.IsZero() {
		fmt.Fprintf(out, ", written at %s", m.HeadAt.UTC().Format("2006-01-02T15:04:05.000Z07:00"))
	}
	fmt.Fprintln(out, ".")
	if len(m.Reasons) == 0 {
		fmt.Fprintln(out, "It holds all that is known of it, on the server that was accepted: there is nothing to accept.")
		return
	}
	for n, reason := range m.Reasons {
		back, ok := errors.AsType[*eventstore.WentBackError](reason)
		if ok && n > 0 { // the first one explains it
			fmt.Fprintf(out, "- %s has handled event %s at position %d, too\n", back.Name, back.Known.ID, back.Known.Position.Commit)
			continue
		}
		fmt.Fprintf(out, "- %v\n", reason)
	}
	if m.Head.Before(m.Known) {
		fmt.Fprintf(out, "Known beyond its end: positions %d to %d.\n", m.Head.Commit+1, m.Known.Commit)
	}
	for _, rows := range m.Rows {
		fmt.Fprintf(out, "Newer than its newest event: %d rows of %s.\n", rows.Count, rows.Table)
	}
	if m.Known == (eventstore.Position{}) {
		fmt.Fprintln(out, "No read model knows a position beyond its end. Read models in the same server went back with it, so this does\n"+
			"not show that nothing is missing.")
	}
}
