package bankstatement

import (
	"slices"

	"gateway/domain"

	"github.com/shopspring/decimal"
)

// joint is a way in which the lines of a file and the known lines of its day make one run.
type joint struct {
	// before and after are the lines of the file that stand before and behind the known ones.
	before, after []Line
	// newest reports whether the file tells no less of the end of the day than is known: then it says what is pending now.
	newest bool
}

// join returns how the lines of a file go with the known ones. It refuses a file that goes with them in no way, or in ways that
// lead to different lines: after 100 in and 100 out, a file with 100 in may repeat the first line or tell the third.
func (s State) join(cmd ImportCmd) (joint, error) {
	if s.Account == "" {
		return joint{after: cmd.Lines, newest: true}, nil
	}
	var found *joint
	for at := -len(cmd.Lines); at <= len(s.Order); at++ {
		if !s.fits(cmd.Day, at) {
			continue
		}
		j := joint{newest: at+len(cmd.Lines) >= len(s.Order)}
		j.before = cmd.Lines[:max(-at, 0)]
		j.after = cmd.Lines[min(max(len(s.Order)-at, 0), len(cmd.Lines)):]
		if s.repeats(cmd.Day, j) || found != nil && !slices.EqualFunc(s.with(*found), s.with(j), Line.isSame) {
			return joint{}, domain.Refuse(domain.Conflict, "bank_files_contradict",
				"%q repeats lines of %s that came in %q, and may mean those or more: import a file that has the day before and the day after too",
				cmd.Source, cmd.Day.Day, s.File)
		}
		if found != nil {
			j.newest = j.newest && found.newest
		}
		found = &j
	}
	if found == nil {
		return joint{}, s.contradicts(cmd)
	}
	return *found, nil
}

// repeats reports whether a line would be known more often than the known lines have it, and than the file has it. Then nothing but
// its place says that the bank has it as often, and a place is no proof: a part of the day between both can be missing.
func (s State) repeats(d Day, j joint) bool {
	fresh := slices.Concat(j.before, j.after)
	if len(fresh) == 0 {
		return false
	}
	inFile, known := map[string]int{}, map[string]int{}
	for _, l := range d.Lines {
		inFile[l.anyDay(d.Account)]++
	}
	for _, l := range s.Order {
		known[l.anyDay(d.Account)]++
	}
	for _, l := range fresh {
		key := l.anyDay(d.Account)
		if known[key]++; known[key] > inFile[key] {
			return true
		}
	}
	return false
}

// with returns the known lines with those of a file.
func (s State) with(j joint) []Line { return slices.Concat(j.before, s.Order, j.after) }

// fits reports whether the first line of a file can stand in this place among the known lines: below 0 before them, and
// len(s.Order) behind them. What both have must be the same, and without such lines they must touch with the same balance.
func (s State) fits(d Day, at int) bool {
	end := at + len(d.Lines)
	if at < 0 && s.Begins || at > 0 && d.Begins || end > len(s.Order) && s.Ends || end < len(s.Order) && d.Ends {
		return false
	}
	from, to := max(at, 0), min(end, len(s.Order))
	return balanceBefore(s.Order, s.Opening, from).Equal(balanceBefore(d.Lines, d.Opening, from-at)) &&
		slices.EqualFunc(s.Order[from:to], d.Lines[from-at:to-at], Line.isSame)
}

// balanceBefore returns the balance before a line of a run.
func balanceBefore(lines []Line, opening decimal.Decimal, place int) decimal.Decimal {
	if place == 0 {
		return opening
	}
	return lines[place-1].Balance
}

// isSame compares all that the bank says of two lines.
func (l Line) isSame(other Line) bool {
	return l.ValueDate == other.ValueDate && l.Text == other.Text && l.Amount.Equal(other.Amount) && l.Balance.Equal(other.Balance)
}

// named gives new lines of a day their names. They count on from the known ones.
func (s State) named(d Day, lines []Line) []Line {
	seen := map[string]int{}
	for _, l := range s.Order {
		seen[l.key(d.Account, d.Day, l.Balance.StringFixed(decimals))]++
	}
	for i := range lines {
		lines[i].name(d.Account, d.Day, lines[i].Balance.StringFixed(decimals), seen)
	}
	return orEmpty(lines)
}

func (s State) contradicts(cmd ImportCmd) error {
	known := 0
	for _, l := range cmd.Lines {
		if _, ok := s.Lines[l.ID]; ok {
			known++
		}
	}
	return domain.Refuse(domain.Conflict, "bank_files_contradict",
		"%q and %q contradict each other on %s: one goes from %s to %s in %d lines, the other from %s to %s in %d lines, %d of them the same",
		s.File, cmd.Source, cmd.Day.Day, s.Opening.StringFixed(decimals), s.Closing.StringFixed(decimals), len(s.Lines),
		cmd.Opening.StringFixed(decimals), cmd.Closing.StringFixed(decimals), len(cmd.Lines), known)
}
