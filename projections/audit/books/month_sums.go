package books

import (
	"context"
	"fmt"
	"time"

	"gateway/domain/statement"
	"gateway/projections/readmodel/balancerows"
)

// sumMonth completes a month that OpenMonth started from the hourly sums and the movements not yet counted in
// them. It returns false and changes nothing when there are no such sums; the caller must then read the
// movements. It fails when the sums contradict the balances.
func (r Reader) sumMonth(ctx context.Context, m *Month) (done bool, err error) {
	from, to := Range{From: m.From, To: m.To}.hours()
	if r.Sums == nil || !m.beginsOnHours() {
		return false, nil
	}
	known, err := r.Sums.RunningSums(ctx, m.ClientID, from, to)
	if err != nil || known.Newest.Before(from) {
		return false, err
	}
	hours, err := r.stretchOfHours(ctx, known, from, to)
	if err != nil {
		return false, err
	}
	through, err := r.BookedThrough(ctx, m.To)
	if err != nil {
		return false, err
	}
	through = later(through, hours.Through)
	totals := m.addHours(known.Rows)
	rest := stretch{after: hours.Through.Commit, through: through.Commit, in: Range{From: known.Newest, To: m.To}}
	if rest.after < rest.through {
		if err := r.addRest(ctx, m, &totals, known.Newest, rest); err != nil {
			return false, err
		}
	}
	closing, err := r.balanceIn(ctx, m.ClientID, stretch{through: through.Commit, in: Range{To: m.To}})
	if err != nil {
		return false, err
	}
	m.close(totals, closing)
	if expected := m.Opening.Balance.Add(m.Total.Net); !expected.Equal(closing.Sum()) {
		return false, fmt.Errorf("the movements of client %d in %s leave %s, but the event at their end says %s",
			m.ClientID, m.Month, expected, closing.Sum())
	}
	return true, nil
}

// beginsOnHours reports whether each day of the month starts on a full hour of UTC.
func (m *Month) beginsOnHours() bool {
	for begin := m.From; begin.Before(m.To); {
		if !begin.Equal(begin.Truncate(time.Hour)) {
			return false
		}
		_, next, err := m.calendar.Day(m.calendar.DayOf(begin))
		if err != nil {
			return false
		}
		begin = next
	}
	return true
}

// addHours adds the changes of the running sums, hour by hour.
func (m *Month) addHours(rows []balancerows.HourlySum) (totals statement.Totals) {
	type lineAndRate struct{ line, rate string }
	last := map[lineAndRate]statement.Sum{}
	for _, row := range rows {
		key := lineAndRate{row.Line, row.VATRate}
		if before := last[key]; !row.Hour.IsZero() {
			sum := row.Since(before)
			totals.AddSum(row.Line, sum)
			day := m.day(m.calendar.DayOf(row.Hour))
			day.Sum = day.Plus(sum)
		}
		last[key] = row.Sum
	}
	return totals
}

// addRest adds the movements of a part of the log. The first of them may fall into the newest hour that the
// sums cover.
func (r Reader) addRest(ctx context.Context, m *Month, totals *statement.Totals, latest time.Time, part stretch) error {
	spans, err := r.spansOf(ctx, m.ClientID, part)
	if err != nil {
		return err
	}
	return r.visit(ctx, m.ClientID, part, spans, func(e Entry) error {
		if e.At.After(latest) {
			latest = e.At
		}
		amounts := statement.AmountsOf(m.ClientID, e.Postings)
		if totals.Add(e.Kind, amounts) {
			m.day(m.calendar.DayOf(latest)).add(amounts)
		}
		return nil
	})
}
