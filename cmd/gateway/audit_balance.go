package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"gateway/cmd/gateway/app"
	"gateway/eventstore"
	"gateway/projections/audit/books"

	"github.com/spf13/cobra"
)

// bookReader reads the books from the log and from nothing else.
func bookReader(t *app.Tools) books.Reader { return books.Reader{Log: t.Log} }

func balanceCommand() *cobra.Command {
	var client int64
	var at, format string
	cmd := &cobra.Command{
		Use:   "balance --client ID [--at T] [--format json|csv]",
		Short: "Print a client's balance at a moment, now by default",
		Args:  cobra.NoArgs,
		RunE: withReadModels(func(cmd *cobra.Command, t *app.Tools, _ []string) error {
			when, err := momentOrNow(at)
			if err != nil {
				return err
			}
			ctx, reader := cmd.Context(), bookReader(t)
			if err := reader.CheckClient(ctx, client); err != nil {
				return err
			}
			totals, err := reader.BalanceAt(ctx, client, when)
			if err != nil {
				return err
			}
			statement := books.NewStatement(client, when, totals)
			return printAs(cmd.OutOrStdout(), format, map[string]func(io.Writer) error{
				"json": func(out io.Writer) error { return printJSON(out, statement) }, "csv": statement.CSV,
			})
		}),
	}
	clientFlag(cmd, &client)
	cmd.Flags().StringVar(&at, "at", "", "the moment")
	cmd.Flags().StringVar(&format, "format", "json", "json or csv")
	return cmd
}

func trialBalanceCommand() *cobra.Command {
	var at, format string
	cmd := &cobra.Command{
		Use:   "trial-balance [--at T] [--format table|csv|json]",
		Short: "Print the balance of every account at a moment, now by default; exit 1 when they don't sum to zero",
		Args:  cobra.NoArgs,
		RunE: withReadModels(func(cmd *cobra.Command, t *app.Tools, _ []string) error {
			when, err := momentOrNow(at)
			if err != nil {
				return err
			}
			trial, err := trialBalance(cmd, t, when)
			if err != nil {
				return err
			}
			err = printAs(cmd.OutOrStdout(), format, map[string]func(io.Writer) error{
				"table": func(out io.Writer) error { return printTrialBalance(out, trial) }, "csv": trial.CSV,
				"json": func(out io.Writer) error { return printJSON(out, trial) },
			})
			if err == nil && !trial.Sum.IsZero() {
				err = fmt.Errorf("the accounts sum to %s, not to zero", trial.Sum)
			}
			return err
		}),
	}
	cmd.Flags().StringVar(&at, "at", "", "the moment")
	cmd.Flags().StringVar(&format, "format", "table", "table, csv or json")
	return cmd
}

func trialBalance(cmd *cobra.Command, t *app.Tools, at time.Time) (books.TrialBalance, error) {
	head, err := t.Log.Store().Head(cmd.Context())
	if err != nil {
		return books.TrialBalance{}, err
	}
	m := newMeter("events", head.Commit)
	trial, err := bookReader(t).TrialBalance(cmd.Context(), at, func(p eventstore.Position) { m.set(p.Commit) })
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

// printAs prints in one of several formats.
func printAs(out io.Writer, format string, formats map[string]func(io.Writer) error) error {
	print, ok := formats[format]
	if !ok {
		return fmt.Errorf("--format %s is not one of those that --help names", format)
	}
	return print(out)
}

func momentOrNow(at string) (time.Time, error) {
	t, err := books.Moment("--at", at, true)
	return cmp.Or(t, time.Now()), err
}

func printJSON(out io.Writer, v any) error {
	e := json.NewEncoder(out)
	e.SetIndent("", "  ")
	return e.Encode(v)
}
