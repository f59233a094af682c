package bankstatement

import (
	"maps"
	"slices"
	"strings"
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
	// Order are the booked lines in the order of the bank. Begins and Ends report whether a file showed that the day begins and
	// ends with them.
	Order        []Line
	Begins, Ends bool
	// Files are the hashes of the files that brought something.
	Files map[string]bool
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
	// Lines are the lines that no file of the day had before, in the order of the bank. The first Leading of them stand before
	// the known ones, the others behind them.
	Lines   []Line `json:"lines"`
	Leading int    `json:"leading,omitempty"`
	// Pending are all lines that the bank has announced and not booked. They replace those of former files.
	Pending []Line `json:"pending"`
	// Begins and Ends report whether a file showed that the day begins and ends with the known lines.
	Begins bool `json:"begins,omitempty"`
	Ends   bool `json:"ends,omitempty"`
	// Hash is the SHA-256 of the file, in hexadecimal.
	Hash string    `json:"hash,omitempty"`
	By   string    `json:"by"`
	At   time.Time `json:"at"`
}

// EventType is the wire name.
func (Imported) EventType() string { return "bank_statement.imported.v1" }

// ImportCmd takes the day of a file.
type ImportCmd struct {
	Day
	Format string
	// Source is the name of the file, and Hash its SHA-256 in hexadecimal; empty for a file that is not known again.
	Source string
	Hash   string
	By     string
	At     time.Time
}

// Import decides an ImportCmd on the stream of its day. Checks:
//
//  1. the file says nothing new, or it is one that brought something of the day: nothing happens
//  2. bank_format_differs: another format brought lines of the day
//  3. bank_files_contradict: the file and a former one say different things of the day, or the lines of the file repeat known
//     ones, and may be those or others
//
// A file may hold any part of the day that overlaps or touches the known one.
func Import(s State, cmd ImportCmd) ([]domain.Event, error) {
	if s.Files[cmd.Hash] {
		return nil, nil
	}
	if s.Account != "" && s.Format != cmd.Format {
		return nil, domain.Refuse(domain.Conflict, "bank_format_differs",
			"%s of account %s came as %s, in %q: %q is %s, and a day has one format", cmd.Day.Day, cmd.Account, s.Format, s.File,
			cmd.Source, cmd.Format)
	}
	j, err := s.join(cmd)
	if err != nil {
		return nil, err
	}
	pending := cmd.Pending
	if !j.newest {
		pending = slices.SortedFunc(maps.Values(s.Pending), func(a, b Line) int { return strings.Compare(a.ID, b.ID) })
	}
	if s.Account != "" && len(j.before) == 0 && len(j.after) == 0 && s.waitsFor(pending) {
		return nil, nil
	}
	opening, closing := s.Opening, s.Closing
	if s.Account == "" || len(j.before) > 0 {
		opening = cmd.Opening
	}
	if s.Account == "" || len(j.after) > 0 {
		closing = cmd.Closing
	}
	return []domain.Event{Imported{
		Account: cmd.Account, Day: cmd.Day.Day, Format: cmd.Format, Source: cmd.Source, Opening: opening, Closing: closing,
		Lines: s.named(cmd.Day, slices.Concat(j.before, j.after)), Leading: len(j.before), Pending: orEmpty(pending),
		Begins: s.Begins || cmd.Begins, Ends: s.Ends || cmd.Ends, Hash: cmd.Hash, By: cmd.By, At: cmd.At,
	}}, nil
}

func orEmpty(lines []Line) []Line {
	if lines == nil {
		return []Line{}
	}
	return lines
}

func (s State) waitsFor(pending []Line) bool {
	return len(pending) == len(s.Pending) && !slices.ContainsFunc(pending, func(l Line) bool {
		_, ok := s.Pending[l.ID]
		return !ok
	})
}

func evolve(s State, event domain.Event) State {
	switch e := event.(type) {
	case Imported:
		s.Account, s.Day, s.Format, s.File, s.Opening, s.Closing = e.Account, e.Day, e.Format, e.Source, e.Opening, e.Closing
		s.Order = slices.Concat(e.Lines[:e.Leading], s.Order, e.Lines[e.Leading:])
		s.Begins, s.Ends = e.Begins, e.Ends
		if e.Hash != "" {
			s.Files = cloned(s.Files)
			s.Files[e.Hash] = true
		}
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
