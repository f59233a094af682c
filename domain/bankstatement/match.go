package bankstatement

import (
	"time"

	"gateway/domain"

	"github.com/shopspring/decimal"
)

// Statuses of lines.
const (
	// StatusUnmatched is a line that no booking of the gateway is known for.
	StatusUnmatched = "unmatched"
	// StatusMatched is a line with its booking.
	StatusMatched = "matched"
	// StatusPending is a line that the bank has announced and not booked. It can't be matched.
	StatusPending = "pending"
	// StatusExplained is a line without a booking, of which a person has said why.
	StatusExplained = "explained"
)

// Statuses returns the statuses of lines, sorted.
func Statuses() []string {
	return []string{StatusExplained, StatusMatched, StatusPending, StatusUnmatched}
}

// OfLine names a line in an event about it.
type OfLine struct {
	LineID string `json:"line_id"`
	// Amount is that of the line.
	Amount decimal.Decimal `json:"amount"`
}

// Said is why something was said of a line, by whom and when.
type Said struct {
	Reason string    `json:"reason"`
	By     string    `json:"by"`
	At     time.Time `json:"at"`
}

// LineMatched says which booking of the gateway a line belongs to. It moves no money.
type LineMatched struct {
	OfLine
	// BookingID names the event that booked the money on our bank account, such as treasury-5f3a@0.
	BookingID string `json:"booking_id"`
	Said
}

// LineExplained says why a line has no booking. It moves no money.
type LineExplained struct {
	OfLine
	Said
}

// LineReopened takes a match or an explanation back.
type LineReopened struct {
	OfLine
	// BookingID is what the line was matched with; empty if it was explained.
	BookingID string `json:"booking_id"`
	Said
}

// Booked is a booking of the gateway on our bank account. It never changes.
type Booked struct {
	// BookingID names the event that made it: its stream and its revision.
	BookingID string `json:"booking_id"`
	// Amount is what came to the account: below zero for what left it.
	Amount decimal.Decimal `json:"amount"`
	// ValueDate is the day that an administrator gave, such as 2026-01-31; empty for a booking that has only a time, ValueAt.
	ValueDate string    `json:"value_date,omitempty"`
	ValueAt   time.Time `json:"value_at,omitzero"`
}

// OfBooking is what an event says of a booking and a line.
type OfBooking struct {
	Booked
	LineID string    `json:"line_id"`
	By     string    `json:"by"`
	At     time.Time `json:"at"`
}

// BookingTaken says that a booking belongs to a line. It is of the booking's stream, so that no booking belongs to two.
type BookingTaken struct{ OfBooking }

// BookingFreed says that a booking belongs to no line any more.
type BookingFreed struct{ OfBooking }

// EventType is the wire name.
func (LineMatched) EventType() string   { return "bank_line.matched.v1" }
func (LineExplained) EventType() string { return "bank_line.explained.v1" }
func (LineReopened) EventType() string  { return "bank_line.reopened.v1" }
func (BookingTaken) EventType() string  { return "bank_booking.taken.v1" }
func (BookingFreed) EventType() string  { return "bank_booking.freed.v1" }

// Events lists a zero value of each event of this package, for the codec.
func Events() []domain.Event {
	return []domain.Event{Imported{}, LineMatched{}, LineExplained{}, LineReopened{}, BookingTaken{}, BookingFreed{}}
}

// Bookings folds the streams that say to which line a booking belongs.
var Bookings = domain.Aggregate[Booking]{Category: "bank_booking", Evolve: evolveBooking}

// BookingStream names the stream of a booking.
func BookingStream(bookingID string) string { return Bookings.Stream(bookingID) }

// Booking is the state of a booking's stream.
type Booking struct {
	// LineID is the line that the booking belongs to; empty for none.
	LineID string
	Booked
	// TakenAt is when it was said.
	TakenAt time.Time
}

// brokenOffAfter is how long a match may take from BookingTaken to LineMatched.
const brokenOffAfter = time.Hour

// IsBrokenOff reports whether a match that did not become LineMatched has failed at this time, and is not on its way.
func (s Booking) IsBrokenOff(now time.Time) bool {
	return s.LineID != "" && !now.Before(s.TakenAt.Add(brokenOffAfter))
}

func evolveBooking(s Booking, event domain.Event) Booking {
	switch e := event.(type) {
	case BookingTaken:
		s.LineID, s.Booked, s.TakenAt = e.LineID, e.Booked, e.At
	case BookingFreed:
		s.LineID = ""
	}
	return s
}

// MatchCmd matches a line with a booking.
type MatchCmd struct {
	LineID string
	Booked
	Said
}

// ErrLineUnknown refuses a line that no file brought.
var ErrLineUnknown = domain.Refuse(domain.NotFound, "not_found", "there is no such line")

// Match decides a MatchCmd on the stream of the line's day. Checks:
//
//  1. matched with this booking: nothing happens
//  2. ErrLineUnknown
//  3. bank_line_pending: the bank has not booked the line
//  4. bank_line_cleared: it is matched with another booking, or explained
//  5. bank_amount_differs: line and booking are not of the same amount in the same direction
func Match(s State, cmd MatchCmd) ([]domain.Event, error) {
	if s.Bookings[cmd.LineID] == cmd.BookingID && cmd.BookingID != "" {
		return nil, nil
	}
	line, err := s.open(cmd.LineID)
	switch {
	case err != nil:
		return nil, err
	case !line.Amount.Equal(cmd.Amount):
		return nil, domain.Refuse(domain.Invalid, "bank_amount_differs", "the line is about %s, the booking about %s",
			line.Amount.StringFixed(decimals), cmd.Amount.StringFixed(decimals))
	}
	return []domain.Event{LineMatched{OfLine{cmd.LineID, line.Amount}, cmd.BookingID, cmd.Said}}, nil
}

// open returns a line that waits to be cleared.
func (s State) open(id string) (Line, error) {
	line, known := s.Lines[id]
	_, pending := s.Pending[id]
	_, matched := s.Bookings[id]
	switch {
	case !known && pending:
		return line, domain.Refuse(domain.Conflict, "bank_line_pending", "the bank has not booked the line")
	case !known:
		return line, ErrLineUnknown
	case matched || s.Explained[id]:
		return line, domain.Refuse(domain.Conflict, "bank_line_cleared", "the line is matched or explained already")
	}
	return line, nil
}

// Explain says why a line has no booking. Checks: ErrLineUnknown, bank_line_pending, bank_line_cleared, and invalid_field reason
// if it is empty.
func Explain(s State, lineID, reason, by string, at time.Time) ([]domain.Event, error) {
	line, err := s.open(lineID)
	if err != nil {
		return nil, err
	}
	if reason == "" {
		return nil, domain.InvalidField("reason", "is required")
	}
	return []domain.Event{LineExplained{OfLine{lineID, line.Amount}, Said{reason, by, at}}}, nil
}

// Reopen takes back what cleared a line. A line that is not cleared stays as it is. The only refusal is ErrLineUnknown.
func Reopen(s State, lineID, reason, by string, at time.Time) ([]domain.Event, error) {
	line, known := s.Lines[lineID]
	booking, matched := s.Bookings[lineID]
	switch {
	case !known:
		return nil, ErrLineUnknown
	case !matched && !s.Explained[lineID]:
		return nil, nil
	}
	return []domain.Event{LineReopened{OfLine{lineID, line.Amount}, booking, Said{reason, by, at}}}, nil
}

// Take decides on the stream of a booking that it belongs to a line. former is the line that it belonged to, if that line is
// not matched with it: a match that was broken off. The only refusal is bank_booking_taken.
func Take(s Booking, b Booked, lineID, former, by string, at time.Time) ([]domain.Event, error) {
	taken := BookingTaken{OfBooking{Booked: b, LineID: lineID, By: by, At: at}}
	switch s.LineID {
	case lineID:
		return nil, nil
	case "":
		return []domain.Event{taken}, nil
	case former:
		return append(Free(s, former, by, at), taken), nil
	}
	return nil, domain.Refuse(domain.Conflict, "bank_booking_taken", "the booking belongs to the line %s", s.LineID)
}

// Free decides on the stream of a booking that it belongs to a line no more. Of another line it changes nothing.
func Free(s Booking, lineID, by string, at time.Time) []domain.Event {
	if s.LineID != lineID || lineID == "" {
		return nil
	}
	return []domain.Event{BookingFreed{OfBooking{Booked: s.Booked, LineID: lineID, By: by, At: at}}}
}

// Was is the status of the line before it was reopened.
func (e LineReopened) Was() string {
	if e.BookingID != "" {
		return StatusMatched
	}
	return StatusExplained
}
