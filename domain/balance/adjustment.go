package balance

import (
	"slices"
	"time"

	"gateway/domain"
	"gateway/domain/ledger"
	"gateway/domain/money"

	"github.com/shopspring/decimal"
)

// MaxAdjustments is how many adjustments of a client the state remembers. A retry comes within about a day,
// and no client gets that many adjustments in that time.
const MaxAdjustments = 200

// Adjusted is an administrator's correction. It posts against equity: the provider's money does not move.
type Adjusted struct {
	ClientID int64 `json:"client_id"`
	Movement
	Amount decimal.Decimal `json:"amount"`
	Reason string          `json:"reason"`
	By     string          `json:"by"`
}

// Adjusted reports whether the adjustment with this reference was made. It knows only the last
// MaxAdjustments.
func (s State) Adjusted(reference string) bool { return slices.Contains(s.Adjustments, reference) }

// AdjustCmd corrects a balance by an amount of either sign, in rupiah.
type AdjustCmd struct {
	ClientID int64
	Amount   decimal.Decimal
	Reason   string
	By       string
	// Reference identifies the adjustment: a second one with the same reference is a
	// retry of the first.
	Reference string
	At        time.Time
}

// Check refuses a wrong amount and a missing reason with invalid_field, and names both if both are wrong.
func (cmd AdjustCmd) Check() error {
	var amount, reason error
	if cmd.Amount.IsZero() || money.Check(cmd.Amount) != nil {
		amount = domain.InvalidField("amount", "must be an amount of either sign, not 0")
	}
	if cmd.Reason == "" {
		reason = domain.InvalidField("reason", "is required")
	}
	return domain.Together(amount, reason)
}

// Adjust posts a correction. Checks:
//
//  1. a retry: nothing happens
//  2. invalid_field amount: zero, beyond money.Max, or more than two decimals
//  3. invalid_field reason: it is empty; both are named if both are wrong
//  4. insufficient_balance: the available balance would fall below zero
func Adjust(s State, cmd AdjustCmd) ([]domain.Event, error) {
	if s.Adjusted(cmd.Reference) {
		return nil, nil
	}
	if err := cmd.Check(); err != nil {
		return nil, err
	}
	return s.recovering(func(s State) (domain.Event, error) {
		m, err := s.move(cmd.ClientID, cmd.Reference, cmd.At, ledger.Transfer(ledger.Equity, ledger.Available(cmd.ClientID), cmd.Amount))
		return Adjusted{ClientID: cmd.ClientID, Movement: m, Amount: cmd.Amount, Reason: cmd.Reason, By: cmd.By}, err
	})
}
