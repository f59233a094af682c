package auditpackage

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"time"

	"gateway/domain/calendar"
	"gateway/domain/journal"
	"gateway/domain/ledger"
	"gateway/domain/safeguarding"
	"gateway/projections/audit/books"

	"github.com/shopspring/decimal"
)

// daily sums the postings of each day, with the accounts of all clients summed by kind.
type daily struct {
	days calendar.Calendar
	// name is the day that goes on, until the first instant after it, until the end of the month.
	name       string
	until, end time.Time
	balances   map[string]decimal.Decimal
	moved      map[string]journal.Turnover
	lines      []books.LedgerLine
	proofs     []dayProof
}

// dayProof is the proof that our money covers what is owed at the end of a day.
type dayProof struct {
	day string
	safeguarding.Proof
}

func newDaily(days calendar.Calendar, from, until time.Time, opening map[string]decimal.Decimal) (daily, error) {
	d := daily{days: days, end: until, balances: maps.Clone(opening), moved: map[string]journal.Turnover{}}
	return d, d.start(from)
}

func (d *daily) start(at time.Time) (err error) {
	d.name = d.days.DayOf(at)
	if _, d.until, err = d.days.Day(d.name); err == nil && d.until.After(d.end) {
		d.until = d.end
	}
	return err
}

// reach ends the days that are over at a time. A time before one that it was called with changes nothing.
func (d *daily) reach(at time.Time) error {
	for !at.Before(d.until) && d.name != "" {
		d.close()
		if !d.until.Before(d.end) {
			d.name = ""
			return nil
		}
		if err := d.start(d.until); err != nil {
			return err
		}
	}
	return nil
}

func (d *daily) add(postings []ledger.Posting) {
	for _, p := range postings {
		account := ledger.OfAllClients(p.Account)
		d.moved[account] = d.moved[account].Add(p.Amount)
		d.balances[account] = d.balances[account].Add(decimal.Zero)
	}
}

// close ends the day.
func (d *daily) close() {
	for _, account := range slices.Sorted(maps.Keys(d.balances)) {
		line := books.LedgerLine{Period: d.name, Account: account, Opening: d.balances[account], Turnover: d.moved[account]}
		line.Closing = line.Opening.Sub(line.Debit).Add(line.Credit)
		d.balances[account] = line.Closing
		if !line.Opening.IsZero() || !line.IsZero() {
			d.lines = append(d.lines, line)
		}
	}
	d.moved = map[string]journal.Turnover{}
	d.proofs = append(d.proofs, dayProof{d.name, safeguarding.Of(d.balances)})
}

// The rows of the file of days: an account, or the result.
const (
	rowLine   = "line"
	rowResult = "result"
)

// writeDays writes the general ledger and the safeguarding of each day.
func (p *pack) writeDays(context.Context) error {
	heading := []string{"day", "account", "opening", "debit", "credit", "closing"}
	err := p.archive.csv(ledgerFile, heading, func(row func(...string) error) error {
		for _, l := range p.scan.daily.lines {
			if err := row(l.Period, l.Account, rupiah(l.Opening), rupiah(l.Debit), rupiah(l.Credit), rupiah(l.Closing)); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	heading = []string{"row", "day", "side", "account", "amount", "own", "owed", "difference", "short", "covered"}
	return p.archive.csv(safetyFile, heading, func(row func(...string) error) error {
		for _, d := range p.scan.daily.proofs {
			for _, l := range d.Lines {
				if err := row(rowLine, d.day, l.Side, l.Account, rupiah(l.Amount), "", "", "", "", ""); err != nil {
					return err
				}
			}
			covered := strconv.FormatBool(d.Covered)
			err := row(rowResult, d.day, "", "", "", rupiah(d.Own), rupiah(d.Owed), rupiah(d.Difference), rupiah(d.Short), covered)
			if err != nil {
				return err
			}
		}
		return nil
	})
}
