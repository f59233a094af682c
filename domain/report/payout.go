package report

import (
	"time"

	"github.com/shopspring/decimal"
)

// The provider's APIs for payouts, by their names in events: the disbursements of its classic API, and the
// payouts API that succeeds them.
const (
	PayoutsV1 = "v1"
	PayoutsV2 = "v2"
)

// Payout is the provider's report on one payout (the provider calls it a disbursement), from a notification
// or from the answer to a question.
type Payout struct {
	ProviderID string
	// Reference is the gateway's: balance.Order.NewReference. The provider knows it as external_id.
	Reference   string
	Status      Status
	FailureCode string
	// Amount is in rupiah.
	Amount decimal.Decimal
	// Bank is the bank's code, empty if the provider does not report it.
	Bank string
	// AccountNumber is the bank account, empty if the provider does not report it.
	AccountNumber string
	// UpdatedAt is in UTC, and zero if the provider does not report it.
	UpdatedAt time.Time
}
