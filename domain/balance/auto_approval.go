package balance

import (
	"time"

	"github.com/shopspring/decimal"
)

// ByAuto is the By of a PayoutApproved without an administrator.
const ByAuto = "auto"

// AutoApproval are the client's settings of auto-approval, as the account has them at the same revision as
// the bank account of the order: a withdrawal to a changed bank account always comes with
// the pause that the change began.
type AutoApproval struct {
	On bool
	// PausedUntil is the end of the pause after a change of bank account, e-mail address or
	// password.
	PausedUntil time.Time
	// DailyCap bounds, in rupiah, the amounts without fees that are approved by themselves in one
	// Day; nil is no bound.
	DailyCap *decimal.Decimal
	// Day is the business's date of the request, such as 2026-01-31.
	Day string
}

// AutoApproved is the sum of the amounts, in rupiah, that were approved by themselves on a day. A
// payout that failed later counts, too.
type AutoApproved struct {
	Day   string          `json:"day"`
	Total decimal.Decimal `json:"total"`
}

// on gives the sum of a day: zero for a day later than the one that is known. An earlier one, by the
// clock of an instance that is behind, counts as the known one.
func (a AutoApproved) on(day string) decimal.Decimal {
	if day > a.Day {
		return decimal.Zero
	}
	return a.Total
}

// allows reports whether an amount is approved by itself.
func (a AutoApproval) allows(s State, amount decimal.Decimal, at time.Time) bool {
	if !a.On || at.Before(a.PausedUntil) {
		return false
	}
	return a.DailyCap == nil || s.AutoApproved.on(a.Day).Add(amount).LessThanOrEqual(*a.DailyCap)
}

// withAutoApproved counts a payout that was approved by itself. Older events have no day and are not counted.
func (s State) withAutoApproved(e PayoutApproved) State {
	if e.By == ByAuto && e.Day != "" {
		s.AutoApproved = AutoApproved{Day: max(e.Day, s.AutoApproved.Day), Total: s.AutoApproved.on(e.Day).Add(e.Amount)}
	}
	return s
}
