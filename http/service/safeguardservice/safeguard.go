// Package safeguardservice proves for each day that our own money covers what is owed to clients. It keeps nothing: it
// computes a day from the books at the end of that day, and what was booked by then never changes.
package safeguardservice

import (
	"context"
	"time"

	"gateway/domain"
	"gateway/domain/safeguarding"
	"gateway/eventstore"
	"gateway/http/service"
	"gateway/projections/audit/books"
	"gateway/projections/readmodel/readtable"

	"github.com/shopspring/decimal"
)

// Proofs implements the use cases. It is safe for concurrent use. Make it with New.
type Proofs struct {
	*service.Core
	// line lets one caller at a time read a day of many.
	line chan struct{}
}

// New makes the use cases.
func New(core *service.Core) Proofs { return Proofs{Core: core, line: make(chan struct{}, 1)} }

// Day is the proof of a day of the business.
type Day struct {
	Day string `json:"day"`
	// At is the last instant of the day, or the time of the answer while the day goes on.
	At time.Time `json:"at"`
	// Complete is false until books.Reader.IsOver holds for the end of the day: until then its figures change, and it has no signed
	// file.
	Complete bool `json:"complete"`
	safeguarding.Proof
}

// Range is a range of days, both included, as 2026-01-31. An empty end is open.
type Range struct{ From, To string }

var (
	errNotBegun = domain.InvalidField("day", "has not begun")
	// ErrNotOver refuses the signed file of a day that may still change.
	ErrNotOver = domain.InvalidField("day", "is not over: only then has it a signed file")
)

// Day returns the proof of a day. A day before the first event of the log has no lines. Refusals: invalid_field day for
// one that is malformed or has not begun.
func (p Proofs) Day(ctx context.Context, day string) (Day, error) {
	found, err := p.Core.Day(ctx, "day", day)
	if err != nil {
		return Day{}, err
	}
	now := p.Now()
	if found.From.After(now) {
		return Day{}, errNotBegun
	}
	over, err := p.books().IsOver(ctx, found.Until, now)
	if err != nil {
		return Day{}, err
	}
	d := Day{Day: day, At: found.Until.Add(-time.Nanosecond).UTC(), Complete: over}
	if now.Before(found.Until) {
		d.At = now.UTC()
	}
	d.Proof, err = p.at(ctx, d.At)
	return d, err
}

func (p Proofs) books() books.Reader { return books.NewReader(p.Log, p.Queries) }

// dayOfMany is Day for one of many days. Each reads a part of the log, so callers wait in line for every day: one at a time
// reads, and one whose reader is slow holds up no other. Error: the context's.
func (p Proofs) dayOfMany(ctx context.Context, at time.Time) (Day, error) {
	select {
	case p.line <- struct{}{}:
		defer func() { <-p.line }()
	case <-ctx.Done():
		return Day{}, ctx.Err()
	}
	return p.Day(ctx, at.Format(time.DateOnly))
}

// Closed is Day for a day that is over. Refusals: those of Day, and ErrNotOver.
func (p Proofs) Closed(ctx context.Context, day string) (Day, error) {
	d, err := p.Day(ctx, day)
	if err == nil && !d.Complete {
		err = ErrNotOver
	}
	return d, err
}

// Short returns what is missing now, in rupiah; 0 when our money covers.
func (p Proofs) Short(ctx context.Context) (decimal.Decimal, error) {
	now, err := p.at(ctx, time.Time{})
	return now.Short, err
}

// at makes the proof after all events booked at or before t, or after all events when t is zero.
func (p Proofs) at(ctx context.Context, t time.Time) (safeguarding.Proof, error) {
	trial, err := p.books().SummedTrialBalance(ctx, t)
	balances := make(map[string]decimal.Decimal, len(trial.Accounts))
	for _, a := range trial.Accounts {
		balances[a.Account] = a.Balance
	}
	return safeguarding.Of(balances), err
}

// Days returns a page of the days in the range, newest first, and the number of days on all pages. The days go from the
// day of the first event of the log to today. Refusals: invalid_field from, to.
func (p Proofs) Days(ctx context.Context, in Range, page readtable.Page) ([]Day, int64, error) {
	first, last, err := p.bounds(ctx, in)
	if err != nil {
		return nil, 0, err
	}
	days, total, skip := []Day{}, int64(0), (page.Number-1)*page.PerPage
	for at := last; !at.Before(first); at = at.AddDate(0, 0, -1) {
		if n := int(total) - skip; n >= 0 && n < page.PerPage {
			d, err := p.dayOfMany(ctx, at)
			if err != nil {
				return nil, 0, err
			}
			days = append(days, d)
		}
		total++
	}
	return days, total, nil
}

// MaxFileDays is how many days a file has at most: each of them reads a part of the log.
const MaxFileDays = 366

// AllDays calls visit with each day in the range, newest first. Errors: those of visit and of CheckFile.
func (p Proofs) AllDays(ctx context.Context, in Range, visit func(Day) error) error {
	first, last, err := p.fileBounds(ctx, in)
	for at := last; err == nil && !at.Before(first); at = at.AddDate(0, 0, -1) {
		var d Day
		if d, err = p.dayOfMany(ctx, at); err == nil {
			err = visit(d)
		}
	}
	return err
}

// CheckFile returns the refusals of AllDays for a range: those of Days, and invalid_field from for one of more than
// MaxFileDays days. A range without a beginning has the newest days.
func (p Proofs) CheckFile(ctx context.Context, in Range) error {
	_, _, err := p.fileBounds(ctx, in)
	return err
}

func (p Proofs) fileBounds(ctx context.Context, in Range) (first, last time.Time, err error) {
	if first, last, err = p.bounds(ctx, in); err == nil {
		first, err = limited(in, first, last)
	}
	return first, last, err
}

// limited returns the first day of a file that ends with the last one.
func limited(in Range, first, last time.Time) (time.Time, error) {
	earliest := last.AddDate(0, 0, 1-MaxFileDays)
	switch {
	case !first.Before(earliest):
		return first, nil
	case in.From == "":
		return earliest, nil
	}
	return first, domain.InvalidField("from", "must be %s or later: a file has at most %d days", earliest.Format(time.DateOnly), MaxFileDays)
}

func (p Proofs) moments(in Range) (books.Range, error) {
	return books.Between(p.Calendar, "from", in.From, "to", in.To)
}

// bounds returns the first and the last day of a range. The last is before the first when the range has none. Both are
// noons of UTC, so that days can be counted.
func (p Proofs) bounds(ctx context.Context, in Range) (first, last time.Time, err error) {
	asked, err := p.moments(in)
	if err != nil {
		return first, last, err
	}
	begin, err := p.Log.Store().ReadAll(ctx, eventstore.Position{}, 1)
	if err != nil || len(begin) == 0 {
		return first, first.Add(-1), err
	}
	month, err := p.SpanAt(ctx, "from", begin[0].BookedAt)
	if err != nil {
		return first, last, err
	}
	if first, err = time.Parse(time.DateOnly, month.DayOf(begin[0].BookedAt)); err != nil {
		return first, last, err
	}
	first, last = first.Add(noon*time.Hour), p.noon(p.Now())
	if from := p.noon(asked.From); !asked.From.IsZero() && from.After(first) {
		first = from
	}
	if to := p.noon(asked.To); !asked.To.IsZero() && to.Before(last) {
		last = to
	}
	return first, last, nil
}

// noon is its hour.
const noon = 12

// noon returns the noon of UTC on the day of the business in which t lies.
func (p Proofs) noon(t time.Time) time.Time {
	t = t.In(p.Calendar.Zone())
	return time.Date(t.Year(), t.Month(), t.Day(), noon, 0, 0, 0, time.UTC)
}
