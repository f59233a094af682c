// Package journal turns the turnover of the ledger into journal vouchers for an accounting program, by the numbers that
// the accounts have there.
package journal

import (
	"maps"
	"slices"
	"strings"

	"gateway/domain"
	"gateway/domain/money"

	"github.com/shopspring/decimal"
)

// The sides of a line in a voucher.
const (
	Debit  = "DEBIT"
	Credit = "CREDIT"
)

// Turnover is what was posted to an account in a day, in rupiah. Both are at least zero.
type Turnover struct{ Debit, Credit decimal.Decimal }

// Add adds a posting. The ledger is negative where money of ours lies, so a posting below zero is a debit.
func (t Turnover) Add(amount decimal.Decimal) Turnover {
	if amount.IsNegative() {
		return Turnover{t.Debit.Sub(amount), t.Credit}
	}
	return Turnover{t.Debit, t.Credit.Add(amount)}
}

// IsZero reports whether nothing was posted.
func (t Turnover) IsZero() bool { return t.Debit.IsZero() && t.Credit.IsZero() }

// Accounts are the numbers that accounts of the ledger have in the accounting program, by account. Several accounts may
// have one number.
type Accounts map[string]string

// Line is a line of a voucher.
type Line struct {
	AccountNo  string
	Amount     decimal.Decimal
	AmountType string
}

// Missing returns the accounts with a turnover that have no number, sorted.
func (a Accounts) Missing(days ...map[string]Turnover) []string {
	missing := map[string]bool{}
	for _, day := range days {
		for account, t := range day {
			if a[account] == "" && !t.IsZero() {
				missing[account] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(missing))
}

// ErrNotMapped refuses journals with accounts that have no number.
func ErrNotMapped(accounts []string) error {
	return domain.Refuse(domain.Conflict, "account_not_mapped", "no number in JOURNAL_ACCOUNTS for: %s", strings.Join(accounts, ", "))
}

// Lines returns the lines of the voucher of a day: for each number its debit and its credit, in order of the numbers.
// Debits and credits are equal, because the postings of each event sum to zero. It has none for a day without postings.
func (a Accounts) Lines(day map[string]Turnover) []Line {
	sums := map[string]Turnover{}
	for account, t := range day {
		number := a[account]
		sum := sums[number]
		sums[number] = Turnover{money.Plus(sum.Debit, t.Debit), money.Plus(sum.Credit, t.Credit)}
	}
	lines := []Line{}
	for _, number := range slices.Sorted(maps.Keys(sums)) {
		for _, line := range []Line{{number, sums[number].Debit, Debit}, {number, sums[number].Credit, Credit}} {
			if !line.Amount.IsZero() {
				lines = append(lines, line)
			}
		}
	}
	return lines
}
