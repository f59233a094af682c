package books

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"gateway/domain"
	"gateway/domain/calendar"
	"gateway/domain/ledger"
	"gateway/domain/statement"

	"github.com/shopspring/decimal"
)

// Month is a client's statement for a month (API reference: Statements): the balances before and after it,
// and the sums that explain the difference. Opening.Balance + Total.Net = Closing.Balance, to the sen.
type Month struct {
	ClientID int64 `json:"client_id"`
	// Name is the client's name; the caller sets it.
	Name string `json:"nama"`
	// Month is the month in the form 2026-01.
	Month string `json:"month"`
	// From and To are the first and last instants of the month.
	From time.Time `json:"from"`
	To   time.Time `json:"to"`
	// Complete is false while the month is not over, so the sums may still grow.
	Complete bool     `json:"complete"`
	Opening  Balances `json:"opening"`
	Closing  Balances `json:"closing"`
	// Lines explain the difference between the balances, in the order of package statement.
	Lines []statement.Total `json:"lines"`
	// Total is the sum of the lines.
	Total statement.Sum `json:"total"`
	// Days are the days of the month that have started.
	Days []Day `json:"days"`

	calendar calendar.Calendar
}

// Balances are the balances of a client's accounts. Balance is the sum of the others.
type Balances struct {
	Balance   decimal.Decimal `json:"saldo"`
	Available decimal.Decimal `json:"saldo_yang_bisa_ditarik"`
	Held      decimal.Decimal `json:"ditahan"`
	Unsettled decimal.Decimal `json:"belum_settle"`
	// Receivable is what the client owes, 0 or below.
	Receivable decimal.Decimal `json:"piutang"`
}

func balancesOf(t ledger.Totals) Balances {
	return Balances{Balance: t.Sum(), Available: t.Available, Held: t.Held, Unsettled: t.Unsettled, Receivable: t.Receivable}
}

// totals converts the balances to ledger totals.
func (b Balances) totals() ledger.Totals {
	return ledger.Totals{Available: b.Available, Held: b.Held, Unsettled: b.Unsettled, Receivable: b.Receivable}
}

// Day has the changes of the balance on one day, and the balances at the end of it.
type Day struct {
	Day string `json:"day"`
	statement.Sum
	BalanceAfter decimal.Decimal `json:"saldo_after"`
}

// Change is a movement that changed the balance, with its parts.
type Change struct {
	Movement
	// Line is the statement line under which the movement is summed.
	Line string
	statement.Amounts
}

// ErrNotBegun refuses a month that has not started.
var ErrNotBegun = domain.InvalidField("month", "has not begun")

// OpenMonth starts the statement of a month with the balance before it. now decides which of its days have
// started. It refuses a month that is malformed or has not started with invalid_field month.
func (r Reader) OpenMonth(ctx context.Context, client int64, c calendar.Calendar, month string, now time.Time) (Month, error) {
	from, next, err := c.Month("month", month)
	if err == nil && from.After(now) {
		err = ErrNotBegun
	}
	if err != nil {
		return Month{}, err
	}
	m := Month{
		ClientID: client, Month: month, From: from.UTC(), To: next.UTC().Add(-time.Nanosecond), Complete: !now.Before(next), calendar: c,
	}
	opening, err := r.BalanceAt(ctx, client, from.Add(-time.Nanosecond))
	m.Opening = balancesOf(opening)
	m.Closing = m.Opening
	for day := from; day.Before(next) && !day.After(now); day = day.AddDate(0, 0, 1) {
		m.Days = append(m.Days, Day{Day: c.DayOf(day)})
	}
	return m, err
}

// ReadMonth reads and sums the movements of a month that OpenMonth started. It calls visit, unless nil, with
// each movement that changed the balance, in log order. It uses the blocks to read only the month's part of
// the client's stream. It fails when the postings of the events contradict the balances in them.
func (r Reader) ReadMonth(ctx context.Context, m *Month, visit func(Change) error) error {
	if visit == nil {
		if done, err := r.sumMonth(ctx, m); err != nil || done {
			return err
		}
	}
	totals, after, latest := statement.Totals{}, m.Opening.totals(), m.From
	err := r.History(ctx, m.ClientID, Range{From: m.From, To: m.To}, func(move Movement) error {
		after = after.Apply(m.ClientID, move.Postings)
		if !after.Sum().Equal(move.BalanceAfter) {
			return fmt.Errorf("the postings up to event %d of client %d leave %s, but the event says %s",
				move.Position, m.ClientID, after.Sum(), move.BalanceAfter)
		}
		amounts := statement.AmountsOf(m.ClientID, move.Postings)
		if !totals.Add(move.Kind, amounts) {
			return nil
		}
		if move.At.After(latest) { // times given by the store itself may go back
			latest = move.At
		}
		m.day(m.calendar.DayOf(latest)).add(amounts)
		if visit == nil {
			return nil
		}
		return visit(Change{Movement: move, Line: statement.LineOf(move.Kind), Amounts: amounts})
	})
	m.close(totals, after)
	return err
}

// close completes a month with its sums and the balance after it.
func (m *Month) close(totals statement.Totals, after ledger.Totals) {
	m.Closing, m.Lines, m.Total = balancesOf(after), totals.Lines(), totals.Sum()
	balance := m.Opening.Balance
	for i := range m.Days {
		balance = balance.Add(m.Days[i].Net)
		m.Days[i].BalanceAfter = balance
	}
}

// day finds a day of the month. It adds a day that has started since OpenMonth.
func (m *Month) day(name string) *Day {
	i, found := slices.BinarySearchFunc(m.Days, name, func(d Day, name string) int { return strings.Compare(d.Day, name) })
	if !found {
		m.Days = slices.Insert(m.Days, i, Day{Day: name})
	}
	return &m.Days[i]
}

func (d *Day) add(a statement.Amounts) { d.Sum = d.Sum.Plus(statement.Sum{Count: 1, Amounts: a}) }
