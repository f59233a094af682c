package bankstatementservice

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"gateway/domain"
	"gateway/domain/bankstatement"
	"gateway/eventstore"
	"gateway/http/service"
	"gateway/projections/readmodel/bankrows"
	"gateway/projections/readmodel/readtable"
)

// Reasons why a booking may be that of a line.
const (
	// ReasonAmount is the same amount in the same direction. Every proposal has it.
	ReasonAmount = "amount"
	// ReasonDay is the same value date, and ReasonNear one at most 3 days apart.
	ReasonDay  = "day"
	ReasonNear = "near"
	// ReasonReference is a reference that stands in the text of the line.
	ReasonReference = "reference"
	// ReasonOnly is that no other open booking has the amount.
	ReasonOnly = "only"
)

// Reasons returns the reasons of proposals, sorted.
func Reasons() []string {
	return []string{ReasonAmount, ReasonDay, ReasonNear, ReasonOnly, ReasonReference}
}

const (
	// maxProposals is how many bookings are proposed for a line.
	maxProposals = 20
	nearDays     = 3 * 24 * time.Hour
	// minReference is how long a reference must be to be looked for in a text.
	minReference = 4
)

// Proposal is a booking that a line may be about.
type Proposal struct {
	bankrows.Booking
	Reasons []string `json:"reasons"`
}

// LineToClear is a line with the bookings that it may be about.
type LineToClear struct {
	bankrows.Line
	Proposals []Proposal `json:"proposals"`
}

// Line returns a booked line. One that is open comes with proposals, the best first. Error: readtable.ErrNotFound.
func (s Statements) Line(ctx context.Context, id string) (LineToClear, error) {
	line, err := s.Queries.BankLine(ctx, id)
	shown := LineToClear{Line: line, Proposals: []Proposal{}}
	if err != nil || line.Status != bankstatement.StatusUnmatched {
		return shown, err
	}
	bookings, err := s.Queries.OpenBankBookingsOf(ctx, line.Amount, maxProposals)
	shown.Proposals = proposals(line, s.dated(bookings))
	return shown, err
}

// proposals returns the bookings of the amount of a line with the reasons for each, those with most reasons first. Nothing is matched
// by itself: two bookings can have the same reasons.
func proposals(line bankrows.Line, bookings []bankrows.Booking) []Proposal {
	all := make([]Proposal, len(bookings))
	for i, b := range bookings {
		all[i] = Proposal{b, reasonsFor(line, b, len(bookings) == 1)}
	}
	slices.SortStableFunc(all, func(a, b Proposal) int { return cmp.Compare(len(b.Reasons), len(a.Reasons)) })
	return all
}

// dated gives bookings that have only a time their day.
func (s Statements) dated(bookings []bankrows.Booking) []bankrows.Booking {
	for i, b := range bookings {
		if b.ValueDate == "" {
			bookings[i].ValueDate = s.Calendar.DayOf(b.ValueAt)
		}
	}
	return bookings
}

func reasonsFor(l bankrows.Line, b bankrows.Booking, only bool) []string {
	reasons := []string{ReasonAmount}
	line, err := time.Parse(time.DateOnly, l.ValueDate)
	booked, err2 := time.Parse(time.DateOnly, b.ValueDate)
	switch {
	case err != nil || err2 != nil:
	case line.Equal(booked):
		reasons = append(reasons, ReasonDay, ReasonNear)
	case line.Sub(booked).Abs() <= nearDays:
		reasons = append(reasons, ReasonNear)
	}
	if only {
		reasons = append(reasons, ReasonOnly)
	}
	if len(b.Reference) >= minReference && names(strings.ToLower(l.Text), strings.ToLower(b.Reference)) {
		reasons = append(reasons, ReasonReference)
	}
	return reasons
}

// names reports whether a reference stands in a text. Banks put their own words right before and behind it, but a number that goes
// on is another one: WD-10 does not name WD-1.
func names(text, reference string) bool {
	for from := 0; ; from++ {
		at := strings.Index(text[from:], reference)
		if at < 0 {
			return false
		}
		from += at
		if end := from + len(reference); !goesOn(text, from) && !goesOn(text, end) {
			return true
		}
	}
}

// goesOn reports whether a number stands on both sides of a place in a text.
func goesOn(text string, place int) bool {
	return place > 0 && place < len(text) && isDigit(text[place-1]) && isDigit(text[place])
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// Match is what a line is matched with.
type Match struct {
	BookingID string
	Reason    string
}

// Match matches a line with a booking on our bank account. Errors: invalid_field booking_id, and the refusals of
// bankstatement.Take and bankstatement.Match.
func (s Statements) Match(ctx context.Context, id string, m Match) (LineToClear, error) {
	booking, err := s.Queries.BankBooking(ctx, m.BookingID) // a booking never changes
	if errors.Is(err, readtable.ErrNotFound) {
		err = domain.InvalidField("booking_id", "is no booking on our bank account")
		if _, unknown := s.Line(ctx, id); unknown != nil {
			err = unknown
		}
	}
	if err != nil {
		return LineToClear{}, err
	}
	if err := Join(ctx, s.Core, bankstatement.MatchCmd{
		LineID: id, Booked: booking.Booked(), Said: bankstatement.Said{Reason: m.Reason, By: service.Actor(ctx), At: s.Now()},
	}); err != nil {
		return LineToClear{}, err
	}
	return s.Line(ctx, id)
}

// Join matches a line with a booking: first the booking is taken, so that no other line gets it, then the line is matched. A
// match that was broken off between both is finished by a repeat, or an hour later leaves the booking to the next line that asks for
// it.
func Join(ctx context.Context, core *service.Core, cmd bankstatement.MatchCmd) error {
	day, err := dayOf(ctx, core, cmd.LineID)
	if err != nil {
		return err
	}
	if _, err := bankstatement.Match(day, cmd); err != nil { // before anything is taken
		return err
	}
	if err := Take(ctx, core, cmd); err != nil {
		return err
	}
	matched, err := MatchLine(ctx, core, cmd)
	if err != nil {
		return err
	}
	return keepOnly(ctx, core, cmd, matched)
}

// MatchLine matches a line with a booking that is taken, or can be of no other line. It reports whether it was not so before.
func MatchLine(ctx context.Context, core *service.Core, cmd bankstatement.MatchCmd) (matched bool, err error) {
	out, err := service.Execute(ctx, core, bankstatement.Days, streamOf(cmd.LineID),
		func(s bankstatement.State) ([]domain.Event, error) { return bankstatement.Match(s, cmd) })
	return len(out.Events) > 0, err
}

// Undo opens a line again whose match came to nothing.
func Undo(ctx context.Context, core *service.Core, cmd bankstatement.MatchCmd) error {
	_, err := service.Execute(ctx, core, bankstatement.Days, streamOf(cmd.LineID),
		func(s bankstatement.State) ([]domain.Event, error) {
			if s.Bookings[cmd.LineID] != cmd.BookingID {
				return nil, nil
			}
			return bankstatement.Reopen(s, cmd.LineID, "the match came to nothing", cmd.By, cmd.At)
		})
	return err
}

// Take has a booking belong to a line. Refusal: that of bankstatement.Take.
func Take(ctx context.Context, core *service.Core, cmd bankstatement.MatchCmd) error {
	former, err := brokenOff(ctx, core, cmd.BookingID)
	if err != nil {
		return err
	}
	_, err = service.Execute(ctx, core, bankstatement.Bookings, bankstatement.BookingStream(cmd.BookingID),
		func(b bankstatement.Booking) ([]domain.Event, error) {
			return bankstatement.Take(b, cmd.Booked, cmd.LineID, former, cmd.By, cmd.At)
		})
	if err != nil || former == "" {
		return err
	}
	day, err := dayOf(ctx, core, former)
	if err != nil || day.Bookings[former] != cmd.BookingID {
		return err
	}
	return giveBack(ctx, core, cmd, former) // its match came after all, between both looks
}

// giveBack returns a booking to the line that is matched with it. It returns bank_booking_taken.
func giveBack(ctx context.Context, core *service.Core, cmd bankstatement.MatchCmd, former string) error {
	_, err := service.Execute(ctx, core, bankstatement.Bookings, bankstatement.BookingStream(cmd.BookingID),
		func(b bankstatement.Booking) ([]domain.Event, error) {
			if b.LineID != cmd.LineID {
				return nil, nil
			}
			return bankstatement.Take(b, cmd.Booked, former, cmd.LineID, cmd.By, cmd.At)
		})
	if err != nil {
		return err
	}
	return errTaken(former)
}

// keepOnly takes the match of a line back whose booking was given to another line meanwhile: it took longer than an hour.
func keepOnly(ctx context.Context, core *service.Core, cmd bankstatement.MatchCmd, matched bool) error {
	b, _, err := eventstore.Load(ctx, core.Log, bankstatement.Bookings, bankstatement.BookingStream(cmd.BookingID))
	if err != nil || b.LineID == cmd.LineID || !matched {
		return err
	}
	if err := Undo(ctx, core, cmd); err != nil {
		return err
	}
	return errTaken(b.LineID)
}

func errTaken(line string) error {
	return domain.Refuse(domain.Conflict, "bank_booking_taken", "the booking belongs to the line %s", line)
}

// brokenOff returns the line that holds a booking for an hour without being matched with it; empty if there is none.
func brokenOff(ctx context.Context, core *service.Core, bookingID string) (string, error) {
	b, _, err := eventstore.Load(ctx, core.Log, bankstatement.Bookings, bankstatement.BookingStream(bookingID))
	if err != nil || !b.IsBrokenOff(core.Now()) {
		return "", err
	}
	day, err := dayOf(ctx, core, b.LineID)
	if err != nil || day.Bookings[b.LineID] == bookingID {
		return "", err
	}
	return b.LineID, nil
}

func streamOf(lineID string) string {
	account, day, _ := bankstatement.LineParts(lineID)
	return bankstatement.Stream(account, day)
}

// dayOf returns the day of a line. Error: bankstatement.ErrLineUnknown.
func dayOf(ctx context.Context, core *service.Core, lineID string) (bankstatement.State, error) {
	if _, _, ok := bankstatement.LineParts(lineID); !ok {
		return bankstatement.State{}, bankstatement.ErrLineUnknown
	}
	state, _, err := eventstore.Load(ctx, core.Log, bankstatement.Days, streamOf(lineID))
	return state, err
}

// Explain says why a line has no booking. Errors: the refusals of bankstatement.Explain.
func (s Statements) Explain(ctx context.Context, id, reason string) (LineToClear, error) {
	return s.decide(ctx, id, func(day bankstatement.State) ([]domain.Event, error) {
		return bankstatement.Explain(day, id, reason, service.Actor(ctx), s.Now())
	})
}

// Reopen takes back what cleared a line, and frees its booking. A line whose booking names it is not reopened for good: the same
// booking is proposed again. Error: bankstatement.ErrLineUnknown.
func (s Statements) Reopen(ctx context.Context, id, reason string) (LineToClear, error) {
	day, err := dayOf(ctx, s.Core, id)
	if err != nil {
		return LineToClear{}, err
	}
	booking := day.Bookings[id]
	shown, err := s.decide(ctx, id, func(day bankstatement.State) ([]domain.Event, error) {
		return bankstatement.Reopen(day, id, reason, service.Actor(ctx), s.Now())
	})
	if err != nil || booking == "" {
		return shown, err
	}
	_, err = service.Execute(ctx, s.Core, bankstatement.Bookings, bankstatement.BookingStream(booking),
		func(b bankstatement.Booking) ([]domain.Event, error) {
			return bankstatement.Free(b, id, service.Actor(ctx), s.Now()), nil
		})
	if err != nil {
		return shown, err
	}
	return s.Line(ctx, id)
}

func (s Statements) decide(ctx context.Context, id string, decide func(bankstatement.State) ([]domain.Event, error)) (LineToClear, error) {
	if _, err := dayOf(ctx, s.Core, id); err != nil {
		return LineToClear{}, err
	}
	if _, err := service.Execute(ctx, s.Core, bankstatement.Days, streamOf(id), decide); err != nil {
		return LineToClear{}, err
	}
	return s.Line(ctx, id)
}

// Lines returns a page of the lines, newest first, and their total number. An empty day or status selects all. Error: invalid_field
// day.
func (s Statements) Lines(ctx context.Context, day, status string, p readtable.Page) ([]bankrows.Line, int64, error) {
	if day == "" || status == bankstatement.StatusPending {
		return s.Queries.BankLines(ctx, status, p)
	}
	if _, err := parseDay("day", day); err != nil {
		return nil, 0, err
	}
	return s.Queries.BankLinesOfDay(ctx, day, status, p)
}

// Bookings returns a page of the bookings that no line is known for, newest first, and their total number.
func (s Statements) Bookings(ctx context.Context, p readtable.Page) ([]bankrows.Booking, int64, error) {
	rows, total, err := s.Queries.OpenBankBookings(ctx, p)
	return s.dated(rows), total, err
}
