package period_test

import (
	"strings"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/calendar"
	"gateway/domain/domaintest"
	"gateway/domain/period"

	"github.com/shopspring/decimal"
)

var (
	wib    = calendar.Calendar{}
	lines  = []period.Line{{Account: "suspense", Opening: rp(1), Debit: rp(2), Credit: rp(4), Closing: rp(3)}}
	midday = time.Date(2026, 12, 1, 5, 0, 0, 0, time.UTC)
)

func rp(n int64) decimal.Decimal { return decimal.NewFromInt(n) }

func november(change func(*period.CloseCmd)) period.CloseCmd {
	cmd := period.CloseCmd{
		Month: "2026-11", TimeZone: "Asia/Jakarta", From: time.Date(2026, 10, 31, 17, 0, 0, 0, time.UTC), Until: time.Date(2026, 11, 30, 17, 0, 0, 0, time.UTC),
		After: period.Position{Commit: 10, Prepare: 10}, Last: period.Position{Commit: 90, Prepare: 90}, EventsBefore: 10, Events: 90,
		TrialBalance: lines, Checkpoint: "signed", Checks: []period.Made{
			{Check: period.Check{Name: "verify", Runs: []int64{1}, Findings: []string{"a", "b"}}},
			{Check: period.Check{Name: "reconcile", Runs: []int64{2}, Findings: []string{}}},
		},
		Accepted: []period.Accepted{{Finding: "a", Reason: "known"}, {Finding: "b", Reason: "known, too"}},
		By:       "admin:1", ApprovedBy: "admin:2", At: midday,
	}
	change(&cmd)
	return cmd
}

func closed() period.Closed {
	cmd := november(func(*period.CloseCmd) {})
	c := period.Closed{
		Month: cmd.Month, TimeZone: cmd.TimeZone, From: cmd.From, Until: cmd.Until, After: cmd.After, Last: cmd.Last, EventsBefore: cmd.EventsBefore,
		Events: cmd.Events, TrialBalance: lines, Checkpoint: cmd.Checkpoint, Checks: []period.Check{cmd.Checks[0].Check, cmd.Checks[1].Check},
		Accepted: cmd.Accepted, By: cmd.By, ApprovedBy: cmd.ApprovedBy, At: cmd.At,
	}
	c.Hash = c.Figures().Hash()
	return c
}

// The checks are met in order: each request is valid in every earlier respect, and wrong in a later one.
func TestClose(t *testing.T) {
	t.Parallel()
	when := func(change func(*period.CloseCmd)) func(period.State) ([]domain.Event, error) {
		return func(s period.State) ([]domain.Event, error) { return period.Close(s, november(change)) }
	}
	given := []domain.Event{closed()}
	running := func(c *period.CloseCmd) { c.At = c.Until.Add(-time.Nanosecond) }
	domaintest.Run(t, period.Aggregate, []domaintest.Case[period.State]{
		{Name: "no such month", When: when(func(c *period.CloseCmd) { c.Month = "2026-13"; running(c) }), Refused: "invalid_field period"},
		{Name: "a month of another form", When: when(func(c *period.CloseCmd) { c.Month = "2026-1" }), Refused: "invalid_field period"},
		{Name: "a month of no year", When: when(func(c *period.CloseCmd) { c.Month = "0000-01" }), Refused: "invalid_field period"},
		{Name: "a month that is not over", When: when(func(c *period.CloseCmd) { running(c); c.EarlierOpen = "2026-10" }), Refused: "period_running period"},
		{Name: "a month far ahead", When: when(func(c *period.CloseCmd) { c.Month = "2999-01" }), Refused: "period_running period"},
		{
			Name: "after an open one", Given: given,
			When: when(func(c *period.CloseCmd) { c.EarlierOpen, c.By = "2026-10", "admin:3" }), Refused: "period_earlier_open period",
		},
		{Name: "once more by the same people", Given: given, When: when(func(c *period.CloseCmd) { c.Accepted = nil })},
		{Name: "closed", Given: given, When: when(func(c *period.CloseCmd) { c.By, c.Accepted = "admin:3", nil }), Refused: "period_closed period"},
		{Name: "without a reason", When: when(func(c *period.CloseCmd) { c.Accepted = []period.Accepted{{Finding: "a", Reason: " "}} }), Refused: "invalid_field findings"},
		{Name: "accepted twice", When: when(func(c *period.CloseCmd) { c.Accepted = append(c.Accepted, c.Accepted[0]) }), Refused: "invalid_field findings"},
		{
			Name: "what no check has found", When: when(func(c *period.CloseCmd) { c.Accepted = []period.Accepted{{Finding: "c", Reason: "known"}} }),
			Refused: "invalid_field findings",
		},
		{Name: "not accepted", When: when(func(c *period.CloseCmd) { c.Accepted = c.Accepted[:1] }), Refused: "period_unsound period"},
		{Name: "not checked", When: when(func(c *period.CloseCmd) { c.Checks[1].Missing = "run it" }), Refused: "period_unsound period"},
		{Name: "closed in the first instant after it", When: when(func(c *period.CloseCmd) { c.At = c.Until }), Then: []domain.Event{
			func() period.Closed { c := closed(); c.At = c.Until; return c }(),
		}},
	})
}

func TestTheHashCoversEveryFigureAndNoPosition(t *testing.T) {
	t.Parallel()
	const text = "gateway-period/v1\n2026-11 Asia/Jakarta 10 90\nsuspense 1.00 2.00 4.00 3.00\n"
	c := closed()
	if got := c.Figures().Text(); got != text {
		t.Errorf("%q", got)
	}
	moved := c
	moved.Last, moved.After = period.Position{Commit: 9_000, Prepare: 8_990}, period.Position{}
	if moved.Figures().Hash() != c.Hash {
		t.Error("a store with other positions has another hash")
	}
	for i, field := range strings.Fields("Month TimeZone EventsBefore Events Account Closing") {
		other := c.Figures()
		other.TrialBalance = append([]period.Line{}, lines...)
		[]func(){
			func() { other.Month = "2026-10" }, func() { other.TimeZone = "UTC" }, func() { other.EventsBefore++ }, func() { other.Events++ },
			func() { other.TrialBalance[0].Account = "equity" }, func() { other.TrialBalance[0].Closing = rp(4) },
		}[i]()
		if other.Hash() == c.Hash {
			t.Errorf("%s is not covered", field)
		}
	}
}

func TestMonthsFollowEachOther(t *testing.T) {
	t.Parallel()
	month, err := period.Parse(wib, "2026-12")
	if err != nil {
		t.Fatal(err)
	}
	if next := month.Next(); next.Name != "2027-01" || !next.From.Equal(month.Until) || next.Before() != month {
		t.Errorf("%+v", next)
	}
	for _, c := range []struct {
		closed bool
		now    time.Time
		want   string
	}{
		{now: month.From, want: period.StatusRunning},
		{now: month.Until, want: period.StatusOpen},
		{closed: true, now: month.Until, want: period.StatusClosed},
	} {
		if got := period.Status(c.closed, month.Until, c.now); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}
