package balance

import (
	"time"

	"github.com/shopspring/decimal"
)

// ByAuto is the value of By in a PayoutApproved without an administrator.
const ByAuto = "auto"

// AutoApproval holds the client's settings of auto-approval. The caller reads them from the account at the
// same revision as the bank account of the order, so a withdrawal to a changed bank account always comes with
// the pause that the change began.
type AutoApproval struct {
	On bool
	// PausedUntil is the end of the pause after the bank account, the e-mail address or the password changed.
	PausedUntil time.Time
	// DailyCap limits, in rupiah, the sum of amounts without fees that may be auto-approved in one Day; nil
	// means no limit.
	DailyCap *decimal.Decimal
	// Day is the date of the request in the business time zone, such as 2026-01-31.
	Day string
}

// AutoApproved is the sum, in rupiah, of the amounts that were auto-approved on a day. It includes payouts
// that failed later.
type AutoApproved struct {
	Day   string          `json:"day"`
	Total decimal.Decimal `json:"total"`
}

// on returns the sum for a day. It is zero for a day later than the known one. An earlier day, from an
// instance whose clock is behind, counts as the known day.
func (a AutoApproved) on(day string) decimal.Decimal {
	if day > a.Day {
		return decimal.Zero
	}
	return a.Total
}

// with adds an amount to the sum of a day.
func (a AutoApproved) with(day string, amount decimal.Decimal) AutoApproved {
	return AutoApproved{Day: max(day, a.Day), Total: a.on(day).Add(amount)}
}

// allows reports whether an amount may be auto-approved.
func (a AutoApproval) allows(s State, amount decimal.Decimal, at time.Time) bool {
	if !a.On || at.Before(a.PausedUntil) {
		return false
	}
	return a.DailyCap == nil || s.AutoApproved.on(a.Day).Add(amount).LessThanOrEqual(*a.DailyCap)
}

// withAutoApproved adds an auto-approved payout to the sum. Older events have no day and are not counted.
func (s State) withAutoApproved(e PayoutApproved) State {
	if e.By == ByAuto && e.Day != "" {
		s.AutoApproved = s.AutoApproved.with(e.Day, e.Amount)
	}
	return s
}
