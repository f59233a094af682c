package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"gateway/cmd/gateway/app"
	"gateway/eventstore"
	"gateway/projections/audit/reconcile"

	"github.com/spf13/cobra"
)

func auditReconcileCommand() *cobra.Command {
	var date string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "reconcile --date D [--json]",
		Short: "Compare a day of the provider's books with the log, both ways; exit 1 when they differ",
		Long: "Compare a day (in UTC) of the provider's books with the log: every payment that was made, in suspense or not, and every\n" +
			"payout that was sent to the provider. What is missing here or there, and amounts and statuses that differ, are listed;\n" +
			"exit 1 when there is any. Only what stands on another day at the other side is looked for without its day, so what\n" +
			"happened around midnight is found. Of a day that is not over, open payouts may differ for a moment.",
		Args: cobra.NoArgs,
		RunE: withReadModels(func(cmd *cobra.Command, t *app.Tools, _ []string) error {
			day, err := time.Parse(time.DateOnly, date)
			if err != nil {
				return errors.New("--date must be a date such as 2026-01-31")
			}
			r, err := reconcileDay(cmd.Context(), t, day)
			if err != nil {
				return err
			}
			if asJSON {
				err = printJSON(cmd.OutOrStdout(), r)
			} else {
				err = printReconciliation(cmd.OutOrStdout(), r)
			}
			if err == nil && !r.OK() {
				err = found("%d differences", len(r.Differences))
			}
			return err
		}),
	}
	cmd.Flags().StringVar(&date, "date", "", "the day")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the result as JSON")
	_ = cmd.MarkFlagRequired("date") // fails for an unknown flag only
	return cmd
}

// reconcileDay compares one day, from midnight to midnight UTC.
func reconcileDay(ctx context.Context, t *app.Tools, day time.Time) (r *reconcile.Report, err error) {
	provider, closeProvider, err := t.Provider(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, closeProvider()) }()
	head, err := t.Log.Store().Head(ctx)
	if err != nil {
		return nil, err
	}
	m := newMeter("events", head.Commit)
	r, err = reconcile.Compare(ctx, t.Log, provider, day, day.AddDate(0, 0, 1), func(p eventstore.Position) { m.set(p.Commit) })
	m.end(err)
	return r, err
}

func printReconciliation(out io.Writer, r *reconcile.Report) error {
	fmt.Fprintf(out, "From %s to %s (exclusive)\n", r.From.Format(time.RFC3339), r.To.Format(time.RFC3339))
	printTally(out, "payments", r.Payments)
	printTally(out, "payouts", r.Payouts)
	for _, d := range r.Differences {
		_, err := fmt.Fprintf(out, "%-14s  %s %s: here %s; there %s\n", d.Problem, d.Kind, d.Reference, itemText(d.Here), itemText(d.There))
		if err != nil {
			return err
		}
	}
	return nil
}

func printTally(out io.Writer, kind string, t reconcile.Tally) {
	fmt.Fprintf(out, "%-8s  here %d of Rp %s, there %d of Rp %s, %d matched, %d differ\n", kind,
		t.Here, t.HereTotal.StringFixed(2), t.There, t.ThereTotal.StringFixed(2), t.Matched, t.Differences)
}

// itemText describes one side of a difference.
func itemText(i *reconcile.Item) string {
	if i == nil {
		return "nothing"
	}
	text := fmt.Sprintf("Rp %s %s at %s", i.Amount.StringFixed(2), i.Status, i.At.Format(time.RFC3339))
	if i.Position > 0 {
		return fmt.Sprintf("%s (position %d)", text, i.Position)
	}
	return text + " (" + i.ID + ")"
}
