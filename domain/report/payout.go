package report

import (
	"time"

	"github.com/shopspring/decimal"
)

// The provider's APIs for payouts, as events name them: the disbursements of its classic
// API, and the payouts that follow them.
const (
	PayoutsV1 = "v1"
	PayoutsV2 = "v2"
)

// Payout is the provider's report on one payout (the provider's word is
// disbursement), by a notification or as the answer to a question.
type Payout struct {
	ProviderID string
	// Reference is ours: balance.Order.NewReference. The provider knows it as external_id.
	Reference   string
	Status      Status
	FailureCode string
	// Amount is rupiah.
	Amount decimal.Decimal
	// Bank is the bank's code, empty where the provider does not tell it.
	Bank string
	// AccountNumber is the bank account, empty where the provider does not tell it.
	AccountNumber string
	// UpdatedAt is UTC, and zero where the provider does not tell it.
	UpdatedAt time.Time
}
