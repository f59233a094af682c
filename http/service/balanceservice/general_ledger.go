package balanceservice

import (
	"context"
	"time"

	"gateway/domain"
	"gateway/domain/journal"
	"gateway/projections/audit/books"

	"github.com/shopspring/decimal"
)

// The periods of a general ledger.
const (
	ByDay   = "day"
	ByMonth = "month"
)

// maxLedgerDays limits the days of one general ledger: a year.
const maxLedgerDays = 366

// LedgerPeriods returns the periods of a general ledger from one day to another, both included, by ByDay or ByMonth. By
// month, whole months are meant; the default is this month. Periods that have not begun are left out. Refusals:
// invalid_field from, to.
func (b *Balances) LedgerPeriods(from, to, by string) ([]books.LedgerPeriod, error) {
	in, err := books.Between(b.Calendar, "from", from, "to", to)
	if err != nil {
		return nil, err
	}
	if in.To.IsZero() || in.To.After(b.Now()) {
		in.To = b.Now()
	}
	if in.From.IsZero() {
		in.From = in.To
		by = ByMonth
	}
	switch days := b.Calendar.DaysBetween(in.From, in.To); {
	case days < 0:
		return nil, domain.InvalidField("to", "is before from, or has not begun")
	case days >= maxLedgerDays:
		return nil, domain.InvalidField("from", "is more than %d days before to", maxLedgerDays)
	}
	var periods []books.LedgerPeriod
	for at := in.From; !at.After(in.To); {
		name, first, next, err := b.ledgerPeriod(at, by)
		if err != nil {
			return nil, err
		}
		periods = append(periods, books.LedgerPeriod{Name: name, Range: books.Range{From: first, To: next.Add(-time.Nanosecond)}})
		at = next
	}
	return periods, nil
}

// ledgerPeriod returns the day or the month in which the instant lies.
func (b *Balances) ledgerPeriod(at time.Time, by string) (name string, first, next time.Time, err error) {
	if by == ByMonth {
		name = b.Calendar.MonthOf(at)
		first, next, err = b.Calendar.Month("from", name)
		return name, first, next, err
	}
	name = b.Calendar.DayOf(at)
	first, next, err = b.Calendar.Day(name)
	return name, first, next, err
}

// GeneralLedger calls visit with each account of each period. Errors: those of visit.
func (b *Balances) GeneralLedger(ctx context.Context, periods []books.LedgerPeriod, visit func(books.LedgerLine) error) error {
	return b.books().GeneralLedger(ctx, periods, visit)
}

// Journals are journal vouchers in the form in which Accurate Online takes many of them.
type Journals struct {
	Data []Voucher `json:"data"`
}

// Voucher is the journal voucher of a day.
type Voucher struct {
	// Number is the same for a day whenever it is asked for. TransDate is as 31/01/2026.
	Number      string        `json:"number"`
	TransDate   string        `json:"transDate"`
	Description string        `json:"description"`
	Lines       []VoucherLine `json:"detailJournalVoucher"`
}

// VoucherLine is a line of a voucher. AmountType is DEBIT or CREDIT.
type VoucherLine struct {
	AccountNo  string          `json:"accountNo"`
	Amount     decimal.Decimal `json:"amount"`
	AmountType string          `json:"amountType"`
}

// dateOfAccurate is how Accurate Online writes a day.
const dateOfAccurate = "02/01/2006"

// Journals returns a voucher for each day of a month that is over, without days without postings. Refusals, in this
// order: invalid_field period for one that is malformed; account_not_mapped, which names the accounts without a number in
// JOURNAL_ACCOUNTS, also while the month goes on, so that they can be added in time; invalid_field period.
func (b *Balances) Journals(ctx context.Context, month string) (Journals, error) {
	first, next, err := b.Calendar.Month("period", month)
	if err != nil {
		return Journals{}, err
	}
	days, moved, err := b.turnovers(ctx, first, next)
	if err != nil {
		return Journals{}, err
	}
	if missing := b.JournalAccounts.Missing(moved...); len(missing) > 0 {
		return Journals{}, journal.ErrNotMapped(missing)
	}
	if next.After(b.Now()) {
		return Journals{}, domain.InvalidField("period", "is not over")
	}
	all := Journals{Data: []Voucher{}}
	for i, day := range days {
		if v := b.voucher(day, moved[i]); len(v.Lines) > 0 {
			all.Data = append(all.Data, v)
		}
	}
	return all, nil
}

// turnovers returns the days from first to before next that have begun, and what was posted on each.
func (b *Balances) turnovers(ctx context.Context, first, next time.Time) (days []time.Time,
	moved []map[string]journal.Turnover, err error,
) {
	for day := first; day.Before(next) && !day.After(b.Now()); day = day.AddDate(0, 0, 1) {
		at, err := b.books().Stretch(ctx, books.Range{From: day, To: day.AddDate(0, 0, 1).Add(-time.Nanosecond)})
		if err != nil {
			return nil, nil, err
		}
		turnover, err := b.books().Turnover(ctx, at)
		if err != nil {
			return nil, nil, err
		}
		days, moved = append(days, day), append(moved, turnover)
	}
	return days, moved, nil
}

func (b *Balances) voucher(day time.Time, moved map[string]journal.Turnover) Voucher {
	name := b.Calendar.DayOf(day)
	v := Voucher{
		Number: "GW-" + name, TransDate: day.In(b.Calendar.Zone()).Format(dateOfAccurate), Description: "Payment gateway " + name,
	}
	for _, line := range b.JournalAccounts.Lines(moved) {
		v.Lines = append(v.Lines, VoucherLine{line.AccountNo, line.Amount, line.AmountType})
	}
	return v
}
