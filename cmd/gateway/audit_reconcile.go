package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"gateway/cmd/gateway/wiring"
	"gateway/domain/calendar"
	"gateway/domain/connection"
	"gateway/domain/difference"
	"gateway/eventstore"
	"gateway/http/service/auditrunservice"
	"gateway/http/service/state"
	"gateway/projections/audit/reconcile"

	"github.com/shopspring/decimal"
	"github.com/spf13/cobra"
)

func auditReconcileCommand() *cobra.Command {
	var date, from, to, at string
	var asJSON, full bool
	cmd := &cobra.Command{
		Use:   "reconcile --date D | --from D --to D [--connection C] [--full] [--json]",
		Short: "Compare days of the provider's books with the log, both ways, and our money there; exit 1 when they differ",
		Long: "Compare days (of BUSINESS_TIME_ZONE) of the provider's books with the log: every payment that was made, in suspense or\n" +
			"not, every payout that was sent to the provider, what was taken back, the provider's fees, and our own money. What is\n" +
			"missing here or there, and amounts and statuses that differ, are listed. Only what stands on another day at the other\n" +
			"side is looked for without its day, so what happened around midnight is found.\n" +
			"The equation is of all time: the money that the provider says is there against what the log says should be there. Each\n" +
			"difference shows by how much it changes that; what is left unexplained comes from other days: compare more of them.\n" +
			"The log is read from a day before the days on; what was open then is told by the read models. With --full, and where the\n" +
			"provider has what the log does not have since, the log is read from its first event, and no read model is believed.\n" +
			"Of a connection that lists no bookings there is the equation alone, with the payments that wait for their settlement file,\n" +
			"and the fees that are estimated until then; exit 2 where its company tells no balance.\n" +
			"Exit 1 when there is any difference, or the equation does not hold. What happens meanwhile may differ for a moment.\n" +
			"Each difference is explained: what each side says, what it usually means, and what to do next. The report is kept for\n" +
			"GET /api/v2/admin/audit/runs, where the role may write it.",
		Args: cobra.NoArgs,
		RunE: withReadModels(func(cmd *cobra.Command, t *wiring.Tools, _ []string) error {
			first, last, err := daysToReconcile(t.Calendar, date, from, to)
			if err != nil {
				return err
			}
			run := beginRun(cmd.Context(), t, state.ReconcileRun, auditrunservice.Arguments{
				From: t.Calendar.DayOf(first), To: t.Calendar.DayOf(last.Add(-1)), Full: full, Connection: at,
			})
			r, err := reconcileDays(cmd.Context(), t, at, first, last, full)
			run.keepReconcile(cmd, r, err)
			if err != nil {
				return err
			}
			if asJSON {
				err = printJSON(cmd.OutOrStdout(), r)
			} else {
				err = printReconciliation(cmd.OutOrStdout(), t.Calendar, r)
			}
			switch {
			case err != nil:
				return err
			case r.Equation.BalanceUnknown:
				return fmt.Errorf("the company of %s tells no balance: compare the equation with its statement", at)
			case len(r.Differences) > 0:
				return found("%d differences", len(r.Differences))
			case !r.OK():
				return found("Rp %s more at the provider than there should be", r.Equation.Difference.StringFixed(2))
			}
			return nil
		}),
	}
	cmd.Flags().StringVar(&date, "date", "", "the day")
	cmd.Flags().StringVar(&from, "from", "", "the first day")
	cmd.Flags().StringVar(&to, "to", "", "the last day")
	cmd.Flags().StringVar(&at, "connection", connection.Xendit, "the connection whose books are compared")
	cmd.Flags().BoolVar(&full, "full", false, "read the log from its first event")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the result as JSON")
	cmd.MarkFlagsOneRequired("date", "from")
	cmd.MarkFlagsMutuallyExclusive("date", "from")
	cmd.MarkFlagsMutuallyExclusive("date", "to")
	return cmd
}

// daysToReconcile returns the start of the first day and the end of the last. If to is empty, the last day is
// today.
func daysToReconcile(c calendar.Calendar, date, from, to string) (first, last time.Time, err error) {
	if date != "" {
		first, last, err = c.Day(date)
	} else {
		if to == "" {
			to = c.DayOf(time.Now())
		}
		var errFrom error
		first, _, errFrom = c.Day(from)
		_, last, err = c.Day(to)
		err = errors.Join(errFrom, err)
	}
	if err != nil || !first.Before(last) {
		return first, last, errors.New("the days must be such as 2026-01-31, the last one not before the first")
	}
	return first, last, nil
}

// reconcileDays compares a period of whole days at one connection.
func reconcileDays(ctx context.Context, t *wiring.Tools, at string, from, to time.Time, full bool) (r *reconcile.Report, err error) {
	set, closeProvider, err := t.Providers(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, closeProvider()) }()
	head, err := t.Log.Store().Head(ctx)
	if err != nil {
		return nil, err
	}
	var q reconcile.ReadModels
	if !full {
		q = t.Queries
	}
	m := newMeter("events", head.Commit)
	r, err = wiring.Reconcile(ctx, set, t.Log, q, at, from, to, func(p eventstore.Position) { m.set(p.Commit) })
	m.end(err)
	return r, err
}

func printReconciliation(out io.Writer, c calendar.Calendar, r *reconcile.Report) error {
	fmt.Fprintf(out, "from %s to %s\n", r.From.In(c.Zone()).Format(time.RFC3339), r.To.In(c.Zone()).Format(time.RFC3339))
	if r.Unlisted {
		return printUnlisted(out, c, r)
	}
	printTally(out, "payments", r.Payments)
	printTally(out, "payouts", r.Payouts)
	printTally(out, "reversals", r.Reversals)
	printTally(out, "fees", r.Fees)
	printTally(out, "own money", r.OwnMoney)
	for _, d := range r.Differences {
		effect := ""
		if !d.Effect.IsZero() {
			effect = fmt.Sprintf("; Rp %s at the provider", signed(d.Effect))
		}
		fmt.Fprintf(out, "%-14s  %s %s: here %s; there %s%s\n", d.Problem, d.Kind, d.Reference, itemText(d.Here), itemText(d.There), effect)
		fmt.Fprintf(out, "                %s\n                %s\n", d.Explanation.Meaning.English, d.Explanation.Next.English)
	}
	if err := printEquation(out, r.Connection, r.Equation, len(r.Differences) > 0); err != nil || r.Equation.Unexplained.IsZero() {
		return err
	}
	e := difference.Unexplained(r.Equation.Unexplained)
	_, err := fmt.Fprintf(out, "%s\n%s\n", e.Meaning.English, e.Next.English)
	return err
}

func printTally(out io.Writer, kind string, t reconcile.Tally) {
	fmt.Fprintf(out, "%-9s  here %d of Rp %s, there %d of Rp %s, %d matched, %d differ\n", kind,
		t.Here, t.HereTotal.StringFixed(2), t.There, t.ThereTotal.StringFixed(2), t.Matched, t.Differences)
	if t.HereTotal.Equal(t.ThereTotal) {
		return
	}
	fmt.Fprintf(out, "           there Rp %s:", signed(t.ThereTotal.Sub(t.HereTotal)))
	for _, part := range []struct {
		amount decimal.Decimal
		why    string
	}{
		{t.ThereOtherDay, "here on another day"},
		{t.HereOtherDay.Neg(), "there on another day"},
		{t.MissingHere, "missing here"},
		{t.MissingThere.Neg(), "missing there"},
		{t.HereAlone.Neg(), "refused or made by hand"},
		{t.AmountsDiffer, "amounts that differ"},
	} {
		if !part.amount.IsZero() {
			fmt.Fprintf(out, " %s %s;", signed(part.amount), part.why)
		}
	}
	fmt.Fprintln(out)
}

// printEquation prints the terms of the equation, one per line, and the part that the differences leave
// unexplained.
func printEquation(out io.Writer, at string, e reconcile.Equation, differs bool) error {
	type term struct {
		name   string
		amount decimal.Decimal
	}
	lines := []term{
		{"-(provider:" + at + ":clearing)", e.Clearing.Neg()},
		{"-(provider:" + at + ":payouts)", e.Payouts.Neg()},
		{"- paid, not settled yet", e.Unsettled.Neg()},
	}
	if !e.EstimatedFees.IsZero() {
		lines = append(lines, term{"+ the fees for that, estimated", e.UnsettledFees})
	}
	lines = append(lines, term{"- payouts that it holds open", e.OpenPayouts.Neg()})
	if !e.OpenRefunds.IsZero() {
		lines = append(lines, term{"- refunds that it holds open", e.OpenRefunds.Neg()})
	}
	lines = append(lines, term{"= should be at the provider", e.Expected})
	if !e.BalanceUnknown {
		lines = append(lines, term{"the provider says", e.Balance}, term{"difference", e.Difference})
	}
	if !e.Holds() || differs {
		lines = append(lines, term{"not explained by the days above", e.Unexplained})
	}
	for _, l := range lines {
		if _, err := fmt.Fprintf(out, "%-32s %24s\n", l.name, l.amount.StringFixed(2)); err != nil {
			return err
		}
	}
	return nil
}

// printUnlisted prints the equation of a connection whose provider lists no bookings, and what waits for its files.
func printUnlisted(out io.Writer, c calendar.Calendar, r *reconcile.Report) error {
	fmt.Fprintf(out, "%s lists no bookings: settlement and fees come from its files (gateway provider import-settlement)\n", r.Connection)
	e := r.Equation
	if e.UnsettledSince != nil {
		fmt.Fprintf(out, "%d payments of Rp %s wait for their settlement file, the oldest since %s\n", e.UnsettledPayments,
			e.Unsettled.StringFixed(2), e.UnsettledSince.In(c.Zone()).Format(time.RFC3339))
	}
	fmt.Fprintf(out, "Rp %s of the provider's fees are estimated, Rp %s of it for payments that are not settled\n",
		e.EstimatedFees.StringFixed(2), e.UnsettledFees.StringFixed(2))
	return printEquation(out, r.Connection, e, false)
}

// signed formats an amount with its sign, including a plus.
func signed(d decimal.Decimal) string {
	if d.IsNegative() {
		return d.StringFixed(2)
	}
	return "+" + d.StringFixed(2)
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
