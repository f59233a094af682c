package main

import (
	"io"
	"time"

	"gateway/cmd/gateway/wiring"
	"gateway/projections/audit/books"

	"github.com/spf13/cobra"
)

// bookReader returns a reader of the books that uses the log and no read model.
func bookReader(t *wiring.Tools) books.Reader { return books.Reader{Log: t.Log} }

func auditBalanceCommand() *cobra.Command {
	var client int64
	var at, format string
	cmd := &cobra.Command{
		Use:   "balance --client ID [--at T] [--format json|csv]",
		Short: "Print a client's balance at a moment, now by default",
		Args:  cobra.NoArgs,
		RunE: withReadModels(func(cmd *cobra.Command, t *wiring.Tools, _ []string) error {
			when, err := moment(cmd.Context(), t, at)
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
			if when.IsZero() {
				when = time.Now()
			}
			statement := books.NewStatement(client, when, totals)
			return printAs(cmd.OutOrStdout(), format, map[string]func(io.Writer) error{
				"json": func(out io.Writer) error { return printJSON(out, statement) }, "csv": statement.CSV,
			})
		}),
	}
	clientFlag(cmd, &client)
	cmd.Flags().StringVar(&at, "at", "", "the moment: a time, or a day or a month, which means its end")
	cmd.Flags().StringVar(&format, "format", "json", "json or csv")
	return cmd
}
