package balanceservice

import (
	"context"
	"time"

	"gateway/domain"
	"gateway/domain/journal"
	"gateway/domain/period"
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
func (b *Balances) LedgerPeriods(ctx context.Context, from, to, by string) ([]books.LedgerPeriod, error) {
	in, err := b.Between(ctx, "from", from, "to", to)
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
	span, err := b.SpanAt(ctx, "from", in.From)
	if err != nil {
		return nil, err
	}
	var periods []books.LedgerPeriod
	for !span.From.After(in.To) {
		periods = append(periods, periodsIn(span, in, by)...)
		if span, err = b.SpanOf(ctx, "from", span.Later()); err != nil {
			return nil, err
		}
	}
	return periods, nil
}

// periodsIn returns the periods of a month that lie in a range, also in part.
func periodsIn(span period.Span, in books.Range, by string) (periods []books.LedgerPeriod) {
	days := []period.Day{{Name: span.Name, From: span.From, Until: span.Until}}
	if by != ByMonth {
		days = span.AllDays()
	}
	for _, d := range days {
		if d.Until.After(in.From) && !d.From.After(in.To) {
			periods = append(periods, books.LedgerPeriod{Name: d.Name, Range: books.Range{From: d.From, To: d.Until.Add(-time.Nanosecond)}})
		}
	}
	return periods
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
	span, err := b.SpanOf(ctx, "period", month)
	if err != nil {
		return Journals{}, err
	}
	days, moved, err := b.turnovers(ctx, span)
	if err != nil {
		return Journals{}, err
	}
	if missing := b.JournalAccounts.Missing(moved...); len(missing) > 0 {
		return Journals{}, journal.ErrNotMapped(missing)
	}
	if span.Until.After(b.Now()) {
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

// turnovers returns the days of a month that have begun, and what was posted on each.
func (b *Balances) turnovers(ctx context.Context, span period.Span) (days []period.Day, moved []map[string]journal.Turnover, err error) {
	for _, day := range span.AllDays() {
		if day.From.After(b.Now()) {
			break
		}
		at, err := b.books().Stretch(ctx, books.Range{From: day.From, To: day.Until.Add(-time.Nanosecond)})
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

func (b *Balances) voucher(day period.Day, moved map[string]journal.Turnover) Voucher {
	at, _ := time.Parse(time.DateOnly, day.Name) // it is a day of a month
	v := Voucher{Number: "GW-" + day.Name, TransDate: at.Format(dateOfAccurate), Description: "Payment gateway " + day.Name}
	for _, line := range b.JournalAccounts.Lines(moved) {
		v.Lines = append(v.Lines, VoucherLine{line.AccountNo, line.Amount, line.AmountType})
	}
	return v
}
