package main

import (
	"fmt"
	"io"
	"time"

	"gateway/cmd/gateway/wiring"
	"gateway/domain/why"
	"gateway/domain/words"

	"github.com/spf13/cobra"
)

func whyCommand() *cobra.Command {
	var asJSON bool
	var language string
	cmd := &cobra.Command{
		Use:   "why ID [--json] [--lang LANGUAGE]",
		Short: "Say what a payment, payout, callback or balance waits for, and which event says so",
		Long: "Say what a payment, payout, callback or balance waits for, in words, and which event says so; or how it ended.\n" +
			"ID is a transaction_id, withdrawals/17, settlements/3, refunds/17, disputes/3, withholding-slips/25004WOBY, WOF-42-7 for a write-off, the id of a callback (cb_...), or clients/42 for a balance.\n" +
			"It is answered from the log itself, beside a running gateway or without one.",
		Example: "  gateway why INV-42-1767323045000000000\n  gateway why withdrawals/17 --lang id",
		Args:    cobra.ExactArgs(1),
		RunE: withReadModels(func(cmd *cobra.Command, t *wiring.Tools, args []string) error {
			in, known := words.Parse(language)
			if !known {
				return fmt.Errorf("--lang must be en or id")
			}
			answer, err := t.Stories().Why(cmd.Context(), args[0], 0)
			if err != nil {
				return fmt.Errorf("%s: %w", args[0], err)
			}
			shown := answer.Show(t.Calendar)
			if asJSON {
				return printJSON(cmd.OutOrStdout(), shown)
			}
			return printWhy(cmd.OutOrStdout(), shown, in)
		}),
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	cmd.Flags().StringVar(&language, "lang", string(words.English), "the language of the words: en or id")
	return cmd
}

func printWhy(out io.Writer, s why.Shown, in words.Language) error {
	state := s.Status
	if state != "" {
		state = ": " + state
	}
	if _, err := fmt.Fprintf(out, "%s of client %d%s\n", s.Subject, s.ClientID, state); err != nil {
		return err
	}
	for _, r := range s.Reasons {
		mark := "-"
		if r.Waits {
			mark = "waits for " + string(r.WaitsFor)
		}
		fmt.Fprintf(out, "\n%s (%s)\n  %s\n", mark, r.Code, r.Text.In(in))
		if e := r.Event; e != nil {
			fmt.Fprintf(out, "  event %d, %s, revision %d of %s, %s\n", e.Position, e.Type, e.Revision, e.Stream, e.At.UTC().Format(time.RFC3339))
		}
		if r.Detail != "" {
			fmt.Fprintf(out, "  note: %s\n", r.Detail)
		}
	}
	return nil
}
