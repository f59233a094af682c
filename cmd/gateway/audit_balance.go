package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"time"

	"gateway/cmd/gateway/app"
	"gateway/projections/audit"

	"github.com/shopspring/decimal"
	"github.com/spf13/cobra"
)

func balanceCommand() *cobra.Command {
	var client int64
	var at string
	cmd := &cobra.Command{
		Use:   "balance --client ID [--at T]",
		Short: "Print a client's balance at a moment, now by default",
		Args:  cobra.NoArgs,
		RunE: withTools(func(cmd *cobra.Command, t *app.Tools, _ []string) error {
			when, err := momentOrNow(at)
			if err != nil {
				return err
			}
			b, err := audit.BalanceAt(cmd.Context(), t.Log, client, when)
			if err != nil {
				return err
			}
			return printJSON(cmd.OutOrStdout(), audit.Statement(client, when, b))
		}),
	}
	clientFlag(cmd, &client)
	cmd.Flags().StringVar(&at, "at", "", "the moment")
	return cmd
}

func trialBalanceCommand() *cobra.Command {
	var at string
	cmd := &cobra.Command{
		Use:   "trial-balance [--at T]",
		Short: "Print the balance of every account at a moment, now by default; they sum to zero",
		Args:  cobra.NoArgs,
		RunE: withTools(func(cmd *cobra.Command, t *app.Tools, _ []string) error {
			when, err := momentOrNow(at)
			if err != nil {
				return err
			}
			accounts, err := audit.TrialBalance(cmd.Context(), t.Log, when)
			if err != nil {
				return err
			}
			return printTrialBalance(cmd.OutOrStdout(), accounts)
		}),
	}
	cmd.Flags().StringVar(&at, "at", "", "the moment")
	return cmd
}

func printTrialBalance(out io.Writer, accounts map[string]decimal.Decimal) error {
	sum := decimal.Zero
	for _, name := range slices.Sorted(maps.Keys(accounts)) {
		sum = sum.Add(accounts[name])
		if _, err := fmt.Fprintf(out, "%-40s %24s\n", name, accounts[name].StringFixed(2)); err != nil {
			return err
		}
	}
	if _, err := fmt.Fprintf(out, "%-40s %24s\n", "sum", sum.StringFixed(2)); err != nil {
		return err
	}
	if !sum.IsZero() {
		return fmt.Errorf("the accounts sum to %s, not to zero", sum)
	}
	return nil
}

func momentOrNow(at string) (time.Time, error) {
	t, err := moment("--at", at, true)
	return cmp.Or(t, time.Now()), err
}

func printJSON(out io.Writer, v any) error {
	e := json.NewEncoder(out)
	e.SetIndent("", "  ")
	return e.Encode(v)
}
