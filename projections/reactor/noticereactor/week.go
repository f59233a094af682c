package noticereactor

import (
	"context"
	"strconv"
	"time"

	"gateway/domain/calendar"
	"gateway/domain/mail"
	"gateway/domain/notice"
	"gateway/domain/statement"
	"gateway/projections/readmodel/balancerows"
)

const (
	daysOfWeek = 7
	// summaryHour is the hour of a Monday from which the summary of the week before is sent.
	summaryHour = 7
)

// week is the week that a summary is about.
type week struct {
	// day names the Monday on which the summary is given.
	day string
	// before is the Monday from which the week counts that it is compared with, from the Monday of the week itself, to its
	// end, and next the end of the week that the summary comes in.
	before, from, to, next time.Time
}

// weekAt returns the week before now. due is true on a Monday from the morning on; a gateway that stood still on the whole
// Monday sends no summary.
func weekAt(days calendar.Calendar, now time.Time) (w week, due bool) {
	local := now.In(days.Zone())
	since := (int(local.Weekday()) + daysOfWeek - int(time.Monday)) % daysOfWeek
	at := func(day int) time.Time {
		return time.Date(local.Year(), local.Month(), local.Day()-since+day, 0, 0, 0, 0, days.Zone())
	}
	w = week{before: at(-2 * daysOfWeek), from: at(-daysOfWeek), to: at(0), next: at(daysOfWeek)}
	w.day = w.to.Format(time.DateOnly)
	return w, since == 0 && local.Hour() >= summaryHour
}

// tellOfWeek tells how the week before went: payments, volume and fees, beside the week before that, and what becomes
// available in this week.
func (r *Notices) tellOfWeek(ctx context.Context, client int64) error {
	w, due := weekAt(r.o.Calendar, r.o.Now())
	if !due {
		return nil
	}
	now, err := r.paidIn(ctx, client, w.from, w.to)
	if err != nil {
		return err
	}
	before, err := r.paidIn(ctx, client, w.before, w.from)
	if err != nil {
		return err
	}
	given := notice.Given{ClientID: client, Kind: mail.KindWeeklySummary, Day: w.day, Values: map[string]string{
		"from": w.from.Format(time.DateOnly), "to": w.to.AddDate(0, 0, -1).Format(time.DateOnly),
		"count": strconv.FormatInt(now.Count, 10), "count_before": strconv.FormatInt(before.Count, 10),
		"volume": now.Gross.StringFixed(2), "volume_before": before.Gross.StringFixed(2),
		"fees": now.Fee.Add(now.VAT).StringFixed(2), "fees_before": before.Fee.Add(before.VAT).StringFixed(2),
	}}
	if r.o.HoldDays > 0 {
		arrives, err := r.queue.HeldUntil(ctx, client, w.next.AddDate(0, 0, -r.o.HoldDays))
		if err != nil {
			return err
		}
		given.Values["arrives"] = arrives.StringFixed(2)
	}
	given.Key = keyOfDay(given)
	return r.give(ctx, given, nil)
}

// paidIn adds up the payments of a client that were credited in a time.
func (r *Notices) paidIn(ctx context.Context, client int64, from, to time.Time) (statement.Sum, error) {
	sums, err := r.queue.RunningSums(ctx, client, from, to)
	return grown(sums), err
}

// grown returns how much the running sums of the payments grew. Those of an hour follow those of the hours before.
func grown(sums balancerows.HourlySums) (total statement.Sum) {
	first, last := make(map[string]statement.Sum), make(map[string]statement.Sum)
	for _, s := range sums.Rows {
		if s.Line != statement.Payments {
			continue
		}
		if s.Hour.IsZero() {
			first[s.VATRate] = s.Sum
		}
		last[s.VATRate] = s.Sum
	}
	for rate, sum := range last {
		total = total.Plus(sum.Since(first[rate]))
	}
	return total
}
