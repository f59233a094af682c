package balance

import (
	"slices"
	"time"

	"gateway/domain"
	"gateway/domain/ledger"
	"gateway/domain/money"

	"github.com/shopspring/decimal"
)

// AdjustCmd corrects a balance by a signed amount.
type AdjustCmd struct {
	ClientID int64
	Amount   decimal.Decimal
	Reason   string
	By       string
	// Reference is the correction's own: two with the same one are the same.
	Reference string
	At        time.Time
}

// Adjust posts a correction against provider:clearing. Guards:
//
//  1. the reference is known: nothing happens, it is a retry
//  2. invalid_field amount: zero, beyond money.Max, or more than two decimals
//  3. invalid_field reason: none is given
//  4. insufficient_balance: what is withdrawable would fall below zero
func Adjust(s State, cmd AdjustCmd) ([]domain.Event, error) {
	if slices.Contains(s.Adjustments, cmd.Reference) {
		return nil, nil
	}
	if cmd.Amount.IsZero() || money.Check(cmd.Amount) != nil {
		return nil, domain.InvalidField("amount", "must be an amount of either sign, not 0")
	}
	if cmd.Reason == "" {
		return nil, domain.InvalidField("reason", "is required")
	}
	m, err := s.move(cmd.ClientID, cmd.Reference, cmd.At,
		ledger.Transfer(ledger.ProviderClearing, ledger.Available(cmd.ClientID), cmd.Amount))
	if err != nil {
		return nil, err
	}
	return []domain.Event{Adjusted{
		ClientID: cmd.ClientID, Movement: m, Amount: cmd.Amount, Reason: cmd.Reason, By: cmd.By,
	}}, nil
}
