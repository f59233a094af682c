package main

import (
	"fmt"
	"io"
	"time"

	"gateway/cmd/gateway/wiring"
	"gateway/eventstore"
	"gateway/projections/audit/books"

	"github.com/spf13/cobra"
)

func auditTrialBalanceCommand() *cobra.Command {
	var at, format string
	var full bool
	cmd := &cobra.Command{
		Use:   "trial-balance [--at T] [--full] [--format table|csv|json]",
		Short: "Print the balance of every account at a moment, now by default; exit 1 when they don't sum to zero",
		Long: "Print the balance of every account at a moment, now by default. Accounts of clients that are at zero are left out. It reads\n" +
			"the last movement of each client, and for the other accounts the read model of their totals, which gateway audit verify compares\n" +
			"with a replay. With --full it uses nothing but the postings of the log, and reads all of it. Exit 1 when they don't sum to zero.",
		Args: cobra.NoArgs,
		RunE: withReadModels(func(cmd *cobra.Command, t *wiring.Tools, _ []string) error {
			when, err := moment(cmd.Context(), t, at)
			if err != nil {
				return err
			}
			trial, err := trialBalance(cmd, t, when, full)
			if err != nil {
				return err
			}
			err = printAs(cmd.OutOrStdout(), format, map[string]func(io.Writer) error{
				"table": func(out io.Writer) error { return printTrialBalance(out, trial) }, "csv": trial.CSV,
				"json": func(out io.Writer) error { return printJSON(out, trial) },
			})
			if err == nil && !trial.Sum.IsZero() {
				err = found("the accounts sum to %s, not to zero", trial.Sum)
			}
			return err
		}),
	}
	cmd.Flags().BoolVar(&full, "full", false, "sum up the postings of the whole log")
	cmd.Flags().StringVar(&at, "at", "", "the moment: a time, or a day or a month, which means its end")
	cmd.Flags().StringVar(&format, "format", "table", "table, csv or json")
	return cmd
}

func trialBalance(cmd *cobra.Command, t *wiring.Tools, at time.Time, full bool) (books.TrialBalance, error) {
	head, err := t.Log.Store().Head(cmd.Context())
	if err != nil {
		return books.TrialBalance{}, err
	}
	m := newMeter("events", head.Commit)
	reader := bookReader(t)
	if full {
		reader.Totals = nil
	}
	trial, err := reader.TrialBalance(cmd.Context(), at, func(p eventstore.Position) { m.set(p.Commit) })
	m.end(err)
	return trial, err
}

func printTrialBalance(out io.Writer, trial books.TrialBalance) error {
	for _, a := range append(trial.Accounts, books.AccountBalance{Account: "sum", Balance: trial.Sum}) {
		if _, err := fmt.Fprintf(out, "%-40s %24s\n", a.Account, a.Balance.StringFixed(2)); err != nil {
			return err
		}
	}
	return nil
}
