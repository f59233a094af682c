package report

import (
	"time"

	"github.com/shopspring/decimal"
)

// Payout is the provider's report on one payout (the provider's word is
// disbursement), by a notification or as the answer to a question.
type Payout struct {
	ProviderID string
	// Reference is ours: balance.Order.ProviderReference. The provider knows it as
	// external_id.
	Reference   string
	Status      Status
	FailureCode string
	// Amount is rupiah.
	Amount decimal.Decimal
	// UpdatedAt is UTC, and zero where the provider does not tell it.
	UpdatedAt time.Time
}
