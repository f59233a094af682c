// Package period holds the rules by which a month of the books is closed (Close). Nothing is ever edited after it: a
// closed month has no way back, and a correction is an entry of a later month.
//
// Each month has a stream of its own. Its only event, Closed, has everything that a reader needs to find the month again
// in the log: where it ends, how many events the log had by then, and its trial balance. The reports of the audit runs that it
// names have streams of their own (KeepReport), because an installation keeps only its newest runs. The only errors are
// *domain.Refusal.
package period

import (
	"time"

	"gateway/domain"
	"gateway/domain/calendar"
)

// Aggregate folds the stream of a month.
var Aggregate = domain.Aggregate[State]{Category: "period", Evolve: evolve}

// Stream names the stream of a month, given as 2026-01.
func Stream(month string) string { return Aggregate.Stream(month) }

// State is the state of a month. Its Month is empty while the month is not closed.
type State struct{ Closed }

// Exists reports whether the month is closed.
func (s State) Exists() bool { return s.Month != "" }

func evolve(s State, event domain.Event) State {
	if e, ok := event.(Closed); ok {
		s.Closed = e
	}
	return s
}

// The statuses of a month.
const (
	// StatusRunning is that of a month that is not over.
	StatusRunning = "not_over"
	// StatusOpen is that of a month that is over and not closed.
	StatusOpen   = "open"
	StatusClosed = "closed"
)

// Status returns the status of a month that ends before the instant until.
func Status(closed bool, until, now time.Time) string {
	switch {
	case closed:
		return StatusClosed
	case now.Before(until):
		return StatusRunning
	}
	return StatusOpen
}

// Month is a month of a calendar. From is its first instant, Until the first instant after it.
type Month struct {
	Name        string
	From, Until time.Time
}

// Parse returns the month with this name, such as 2026-01. It refuses any other form with invalid_field period.
func Parse(days calendar.Calendar, name string) (Month, error) {
	from, until, err := days.Month("period", name)
	if err != nil {
		return Month{}, err
	}
	return Month{Name: name, From: from, Until: until}, nil
}

// Before returns the month before the month.
func (m Month) Before() Month { return m.plus(-1) }

// Next returns the month after the month.
func (m Month) Next() Month { return m.plus(1) }

func (m Month) plus(months int) Month {
	from := m.From.AddDate(0, months, 0)
	return Month{Name: from.Format(monthForm), From: from, Until: from.AddDate(0, 1, 0)}
}
