package bankstatement

import (
	"maps"
	"slices"
	"time"

	"gateway/domain"
)

// otherDays is how far two files can put a line apart: as far as the longest file of most banks goes.
const otherDays = 31

// Around returns the streams of the days that the lines of a file can be known on. MT940 may leave out the day of the booking: then
// two files can put a line on different days.
func Around(commands []ImportCmd) []string {
	streams := map[string]bool{}
	for _, cmd := range commands {
		margin := 0
		if cmd.Format == MT940 {
			margin = otherDays
		}
		day, _ := time.Parse(time.DateOnly, cmd.Day.Day)
		for i := -margin; i <= margin; i++ {
			streams[Stream(cmd.Account, day.AddDate(0, 0, i).Format(time.DateOnly))] = true
		}
	}
	return slices.Sorted(maps.Keys(streams))
}

// ImportFile decides the commands of a file together on the days that Around names, so that nothing is taken of a file that is
// refused for one of its days. It returns the events of each day. Refusals: those of Import, and bank_files_contradict for a line that
// is known on another day.
func ImportFile(known map[string]State, commands []ImportCmd) ([][]domain.Event, error) {
	all := make([][]domain.Event, len(commands))
	for i, cmd := range commands {
		events, err := Import(known[Stream(cmd.Account, cmd.Day.Day)], cmd)
		if err != nil {
			return nil, err
		}
		all[i] = events
	}
	if len(commands) == 0 || commands[0].Format != MT940 {
		return all, nil
	}
	days := map[string]string{}
	for _, s := range known {
		for _, l := range s.Order {
			days[l.anyDay(s.Account)] = s.Day
		}
	}
	for i, cmd := range commands {
		for _, e := range all[i] {
			if err := isKnownElsewhere(days, e.(Imported), cmd.Source); err != nil {
				return nil, err
			}
		}
	}
	return all, nil
}

func isKnownElsewhere(days map[string]string, e Imported, source string) error {
	for _, l := range e.Lines {
		if day, known := days[l.anyDay(e.Account)]; known && day != e.Day {
			return domain.Refuse(domain.Conflict, "bank_files_contradict",
				"%q has a line of %s with the value date %s on %s, and a former file had it on %s", source,
				l.Amount.StringFixed(decimals), l.ValueDate, e.Day, day)
		}
	}
	return nil
}

// anyDay identifies a line without the day on which the bank booked it, which a file without entry dates does not tell.
func (l Line) anyDay(account string) string {
	return l.key(account, l.ValueDate, l.Balance.StringFixed(decimals))
}
