package main

import (
	"fmt"
	"io"
	"strings"
	"time"

	"gateway/cmd/gateway/wiring"
	"gateway/projections/story"

	"github.com/spf13/cobra"
)

// timelinePart is the number of entries per read.
const timelinePart = 500

func timelineCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "timeline ID [--json]",
		Short: "Print what happened to a payment, payout or callback, in order",
		Long: "Print every event about a payment, payout or callback, in order: its own events, postings, refused notifications of the\n" +
			"provider, attempts of callbacks and approvals, with who caused each, why, and in which request.\n" +
			"ID is a transaction_id, withdrawals/17, settlements/3, refunds/17, disputes/3, or the id of a callback (cb_...).\n" +
			"--json prints an object a line.",
		Args: cobra.ExactArgs(1),
		RunE: withReadModels(func(cmd *cobra.Command, t *wiring.Tools, args []string) error {
			part := story.Part{Limit: timelinePart}
			for {
				timeline, err := t.Stories().Timeline(cmd.Context(), args[0], 0, part)
				if err != nil {
					return fmt.Errorf("%s: %w", args[0], err)
				}
				for _, e := range timeline.Entries {
					if err := printEntry(cmd.OutOrStdout(), e, asJSON); err != nil {
						return err
					}
				}
				if timeline.Next == nil {
					return nil
				}
				part.After = *timeline.Next
			}
		}),
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON, an object a line")
	return cmd
}

func printEntry(out io.Writer, e story.Entry, asJSON bool) error {
	if asJSON {
		return printLine(out, e)
	}
	who := e.Actor
	if e.ApprovedBy != "" {
		who += " + " + e.ApprovedBy
	}
	_, err := fmt.Fprintf(out, "%s  %8d  %-12s  %-28s  %s\n", e.At.Format(time.RFC3339), e.Position, e.Kind, e.Type, who)
	more := []string{}
	add := func(name, text string) {
		if text != "" && text != "{}" {
			more = append(more, name+text)
		}
	}
	add("reason: ", e.Reason)
	add("", string(e.Detail))
	for _, p := range e.Postings {
		add("", p.Account+" "+p.Amount.StringFixed(2))
	}
	add("request ", e.RequestID)
	add("trace ", e.TraceID)
	if err == nil && len(more) > 0 {
		_, err = fmt.Fprintf(out, "    %s\n", strings.Join(more, "\n    "))
	}
	return err
}
