package bankstatement

import (
	"maps"
	"slices"
	"time"

	"gateway/domain"

	"github.com/shopspring/decimal"
)

// Days folds the streams of days.
var Days = domain.Aggregate[State]{Category: "bank_day", Evolve: evolve}

// Stream names the stream of a day of an account.
func Stream(account, day string) string { return Days.Stream(account + ":" + day) }

// State is what is known of an account on a day. It is the zero value before the first file.
type State struct {
	Account, Day string
	// Format is that of all files of the day, and File the name of the last one that brought something.
	Format, File     string
	Opening, Closing decimal.Decimal
	// Lines are the booked lines by their names, and Pending the announced ones.
	Lines   map[string]Line
	Pending map[string]Line
	// Bookings has what a line was matched with, and Explained the lines that a person explained.
	Bookings  map[string]string
	Explained map[string]bool
}

// Imported says that a file brought something new of an account on a day.
type Imported struct {
	Account string `json:"account"`
	Day     string `json:"day"`
	Format  string `json:"format"`
	// Source is the name of the file.
	Source string `json:"source"`
	// Opening and Closing are the balances of the whole day, as far as the files tell.
	Opening decimal.Decimal `json:"opening"`
	Closing decimal.Decimal `json:"closing"`
	// Lines are the lines that no file of the day had before, in the order of the bank.
	Lines []Line `json:"lines"`
	// Pending are all lines that the bank has announced and not booked. They replace those of former files.
	Pending []Line    `json:"pending"`
	By      string    `json:"by"`
	At      time.Time `json:"at"`
}

// EventType is the wire name.
func (Imported) EventType() string { return "bank_statement.imported.v1" }

// ImportCmd takes the day of a file.
type ImportCmd struct {
	Day
	Format string
	// Source is the name of the file.
	Source string
	By     string
	At     time.Time
}

// Import decides an ImportCmd on the stream of its day. Checks:
//
//  1. the file says nothing new: nothing happens
//  2. bank_format_differs: another format brought lines of the day
//  3. bank_files_contradict: the file and a former one say different things of the day
//
// A file may hold more of the day than the former ones, less of it, or the next part of it.
func Import(s State, cmd ImportCmd) ([]domain.Event, error) {
	if s.Account != "" && s.Format != cmd.Format {
		return nil, domain.Refuse(domain.Conflict, "bank_format_differs",
			"%s of account %s came as %s, in %q: %q is %s, and a day has one format", cmd.Day.Day, cmd.Account, s.Format, s.File,
			cmd.Source, cmd.Format)
	}
	opening, closing, whole, err := s.lengthened(cmd)
	if err != nil {
		return nil, err
	}
	fresh := slices.DeleteFunc(slices.Clone(cmd.Lines), func(l Line) bool { return s.has(l) })
	pending := cmd.Pending
	if !whole {
		pending = slices.SortedFunc(maps.Values(s.Pending), func(a, b Line) int { return cmpText(a.ID, b.ID) })
	}
	if s.Account != "" && len(fresh) == 0 && opening.Equal(s.Opening) && closing.Equal(s.Closing) && s.waitsFor(pending) {
		return nil, nil
	}
	return []domain.Event{Imported{
		Account: cmd.Account, Day: cmd.Day.Day, Format: cmd.Format, Source: cmd.Source, Opening: opening, Closing: closing,
		Lines: orEmpty(fresh), Pending: orEmpty(pending), By: cmd.By, At: cmd.At,
	}}, nil
}

func orEmpty(lines []Line) []Line {
	if lines == nil {
		return []Line{}
	}
	return lines
}

func cmpText(a, b string) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

func (s State) has(l Line) bool {
	_, ok := s.Lines[l.ID]
	return ok
}

func (s State) waitsFor(pending []Line) bool {
	return len(pending) == len(s.Pending) && !slices.ContainsFunc(pending, func(l Line) bool {
		_, ok := s.Pending[l.ID]
		return !ok
	})
}

// lengthened returns the balances of the day with the lines of a file, and whether the file says what is pending now: one that
// tells less of the day than a former file is older.
func (s State) lengthened(cmd ImportCmd) (opening, closing decimal.Decimal, newest bool, err error) {
	known := 0
	for _, l := range cmd.Lines {
		if s.has(l) {
			known++
		}
	}
	switch isFirst := s.Account == ""; {
	case isFirst, known == len(s.Lines) && known > 0: // it has all that is known
		return cmd.Opening, cmd.Closing, true, nil
	case known == len(cmd.Lines) && known > 0: // all of it is known
		return s.Opening, s.Closing, false, nil
	case known > 0:
	case cmd.Opening.Equal(s.Closing) && (len(s.Lines) == 0 || !cmd.Opening.Equal(s.Opening)): // the next part
		return s.Opening, cmd.Closing, true, nil
	case len(cmd.Lines) == 0 && cmd.Opening.Equal(s.Opening): // the day before its first line
		return s.Opening, s.Closing, false, nil
	case cmd.Closing.Equal(s.Opening): // the part before
		return cmd.Opening, s.Closing, false, nil
	}
	return opening, closing, false, domain.Refuse(domain.Conflict, "bank_files_contradict",
		"%q and %q contradict each other on %s: one goes from %s to %s in %d lines, the other from %s to %s in %d lines, %d of them the same",
		s.File, cmd.Source, cmd.Day.Day, s.Opening.StringFixed(decimals), s.Closing.StringFixed(decimals), len(s.Lines),
		cmd.Opening.StringFixed(decimals), cmd.Closing.StringFixed(decimals), len(cmd.Lines), known)
}

func evolve(s State, event domain.Event) State {
	switch e := event.(type) {
	case Imported:
		s.Account, s.Day, s.Format, s.File, s.Opening, s.Closing = e.Account, e.Day, e.Format, e.Source, e.Opening, e.Closing
		s.Lines = with(s.Lines, e.Lines)
		s.Pending = with(nil, e.Pending)
	case LineMatched:
		s.Bookings = cloned(s.Bookings)
		s.Bookings[e.LineID] = e.BookingID
	case LineExplained:
		s.Explained = cloned(s.Explained)
		s.Explained[e.LineID] = true
	case LineReopened:
		s.Bookings, s.Explained = cloned(s.Bookings), cloned(s.Explained)
		delete(s.Bookings, e.LineID)
		delete(s.Explained, e.LineID)
	}
	return s
}

func with(lines map[string]Line, more []Line) map[string]Line {
	all := cloned(lines)
	for _, l := range more {
		all[l.ID] = l
	}
	return all
}

func cloned[V any](m map[string]V) map[string]V {
	if m == nil {
		return map[string]V{}
	}
	return maps.Clone(m)
}
