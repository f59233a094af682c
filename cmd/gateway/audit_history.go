package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strconv"

	"gateway/cmd/gateway/wiring"
	"gateway/domain/balance"
	"gateway/eventstore"
	"gateway/projections/audit/books"
	"gateway/projections/sheet"

	"github.com/spf13/cobra"
)

func auditHistoryCommand() *cobra.Command {
	var client int64
	var from, to, format string
	cmd := &cobra.Command{
		Use:   "history --client ID [--from T] [--to T] [--format table|csv|json]",
		Short: "Print every movement of a client's balance, oldest first",
		Long: "Print every movement of a client's balance, oldest first, from the log itself: position, time, kind, reference,\n" +
			"signed amount, balance after it, postings, who caused it (and the second administrator who granted it) and why. Memory stays flat however long it is.\n" +
			"Times are RFC 3339, or dates (2026-01-31, which in --to means the end of that day in its month's zone). json is one object a line.",
		Args: cobra.NoArgs,
		RunE: withReadModels(func(cmd *cobra.Command, t *wiring.Tools, _ []string) error {
			in, err := t.Core().Between(cmd.Context(), "--from", from, "--to", to)
			if err != nil {
				return err
			}
			out := bufio.NewWriterSize(cmd.OutOrStdout(), 1<<16)
			write, err := movementWriter(format, out)
			if err != nil {
				return err
			}
			if err := printHistory(cmd, t, client, in, write); err != nil {
				return err
			}
			return out.Flush()
		}),
	}
	clientFlag(cmd, &client)
	cmd.Flags().StringVar(&from, "from", "", "the first moment")
	cmd.Flags().StringVar(&to, "to", "", "the last moment")
	cmd.Flags().StringVar(&format, "format", "table", "table, csv or json")
	return cmd
}

// printHistory passes a client's movements to write, oldest first, and shows the progress. It returns a
// refusal for an unknown client.
func printHistory(cmd *cobra.Command, t *wiring.Tools, client int64, in books.Range, write func(books.Movement) error) error {
	last, err := t.Log.Store().ReadStream(cmd.Context(), balance.Stream(client), eventstore.End, eventstore.Backwards, 1)
	if err != nil {
		return err
	}
	if len(last) == 0 {
		return bookReader(t).CheckClient(cmd.Context(), client)
	}
	m := newMeter("movements", last[0].Revision+1)
	n := int64(0)
	err = bookReader(t).History(cmd.Context(), client, in, func(move books.Movement) error {
		n++
		m.set(n)
		return write(move)
	})
	m.end(err)
	return err
}

// whoOf names the actor who caused a movement and, if there is one, the second administrator who approved it.
func whoOf(m books.Movement) string {
	if m.ApprovedBy == "" {
		return m.Who
	}
	return m.Who + " + " + m.ApprovedBy
}

// movementWriter returns a function that writes one movement to out. It first writes the heading of the
// format.
func movementWriter(format string, out io.Writer) (func(books.Movement) error, error) {
	switch format {
	case "json":
		e := json.NewEncoder(out)
		return func(m books.Movement) error { return e.Encode(m) }, nil
	case "csv":
		return books.MovementCSV(sheet.NewWriter(out)) // it shares the buffer of out
	case "table":
		const line = "%10s  %-24s  %-28s  %-34s  %20s  %20s  %-14s  %s\n"
		_, err := fmt.Fprintf(out, line, "position", "at", "kind", "reference", "amount", "saldo_after", "who", "why")
		return func(m books.Movement) error {
			_, err := fmt.Fprintf(out, line, strconv.FormatInt(m.Position, 10), m.At.UTC().Format("2006-01-02T15:04:05.000Z"), m.Kind,
				m.Reference, m.Amount.StringFixed(2), m.BalanceAfter.StringFixed(2), whoOf(m), m.Why)
			return err
		}, err
	}
	return nil, fmt.Errorf("--format must be table, csv or json")
}
