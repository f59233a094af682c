package balance

import (
	"time"

	"gateway/domain"
	"gateway/domain/ledger"

	"github.com/shopspring/decimal"
)

// Source is the payment event behind a movement: where it stands in which log.
// The aggregate keeps the highest one, so a repeated delivery changes nothing.
type Source struct {
	Store   string `json:"store"`
	Commit  int64  `json:"commit"`
	Prepare int64  `json:"prepare"`
}

// Movement is what every event that moves money carries. Its amount, as auditors
// see it, is the sum of the postings to the client's own accounts: what saldo
// changes by.
type Movement struct {
	// Reference is what the movement is about, in the words of the API: a
	// transaction_id, or the external_id of a withdrawal or settlement.
	Reference string           `json:"reference"`
	Postings  []ledger.Posting `json:"postings"`
	// After makes each event readable by itself. The sum of all postings gives the
	// same totals.
	After ledger.Totals `json:"after"`
	At    time.Time     `json:"at"`
}

// Credited gives a paid amount, less fee and VAT, to the client.
type Credited struct {
	ClientID int64 `json:"client_id"`
	Movement
	Source Source          `json:"source"`
	Gross  decimal.Decimal `json:"gross"`
	Fee    decimal.Decimal `json:"fee"`
	VAT    decimal.Decimal `json:"vat"`
	Net    decimal.Decimal `json:"net_payment"`
	Held   bool            `json:"held_until_settled"`
}

// Settled makes a held credit withdrawable.
type Settled struct {
	ClientID int64 `json:"client_id"`
	Movement
	Source Source          `json:"source"`
	Net    decimal.Decimal `json:"net_payment"`
}

// SuspenseReceived books money that can't be credited as it is.
type SuspenseReceived struct {
	ClientID int64 `json:"client_id"`
	Movement
	Source     Source          `json:"source"`
	SuspenseID int64           `json:"suspense_id"`
	Amount     decimal.Decimal `json:"amount"`
}

// SuspenseReleased credits suspended money, less fee and VAT, to the client.
type SuspenseReleased struct {
	ClientID int64 `json:"client_id"`
	Movement
	Source     Source          `json:"source"`
	SuspenseID int64           `json:"suspense_id"`
	Gross      decimal.Decimal `json:"gross"`
	Fee        decimal.Decimal `json:"fee"`
	VAT        decimal.Decimal `json:"vat"`
	Net        decimal.Decimal `json:"net_payment"`
	Held       bool            `json:"held_until_settled"`
}

// SuspenseRefunded books suspended money back to the provider.
type SuspenseRefunded struct {
	ClientID int64 `json:"client_id"`
	Movement
	Source     Source          `json:"source"`
	SuspenseID int64           `json:"suspense_id"`
	Amount     decimal.Decimal `json:"amount"`
}

// Adjusted is an admin's correction, against provider:clearing.
type Adjusted struct {
	ClientID int64 `json:"client_id"`
	Movement
	Amount decimal.Decimal `json:"amount"`
	Reason string          `json:"reason"`
	By     string          `json:"by"`
}

// Kinds of payout.
const (
	Withdrawal = "withdrawal"
	Settlement = "settlement"
)

// Order is the request for a payout, as the events of its whole life repeat it.
type Order struct {
	// Kind is withdrawal or settlement; ID is unique within its kind.
	Kind       string `json:"kind"`
	ID         int64  `json:"id"`
	ClientID   int64  `json:"client_id"`
	ExternalID string `json:"external_id"`
	// Amount reaches the bank account; Fee includes FeeVAT; Total = Amount + Fee
	// is what the client's balance pays.
	Amount  decimal.Decimal `json:"jumlah"`
	Fee     decimal.Decimal `json:"biaya_penarikan"`
	FeeVAT  decimal.Decimal `json:"fee_vat"`
	VATRate decimal.Decimal `json:"vat_rate"`
	Total   decimal.Decimal `json:"total"`
	// By is free text of the client, `client` by default.
	By string `json:"by"`
	// URL is called when a withdrawal ends; empty for settlements.
	URL string `json:"url"`
	// Purpose is the purpose of a settlement; empty for withdrawals.
	Purpose       string    `json:"tujuan"`
	Bank          string    `json:"bank"`
	AccountNumber string    `json:"norek"`
	AccountHolder string    `json:"account_holder"`
	RequestedAt   time.Time `json:"requested_at"`
}

// WithdrawalRequested holds the total of a new withdrawal: status pending.
type WithdrawalRequested struct {
	Order
	Movement
}

// SettlementRequested holds the total of a new settlement: status pending.
type SettlementRequested struct {
	Order
	Movement
}

// PayoutApproved moves pending to processing. Manual keeps it from the provider:
// a person makes the transfer.
type PayoutApproved struct {
	Order
	Manual bool      `json:"manual"`
	By     string    `json:"approved_by"`
	At     time.Time `json:"at"`
}

// PayoutRejected releases what was held: pending to rejected.
type PayoutRejected struct {
	Order
	Movement
	By     string `json:"rejected_by"`
	Reason string `json:"reason"`
}

// PayoutCancelled releases what was held: pending to cancelled, by the client.
type PayoutCancelled struct {
	Order
	Movement
}

// PayoutSubmitted is the intent to pay, committed before the provider is called,
// with the idempotency key that every repetition of the call uses.
type PayoutSubmitted struct {
	Order
	IdempotencyKey string    `json:"idempotency_key"`
	At             time.Time `json:"at"`
}

// PayoutAccepted says that the provider has the order.
type PayoutAccepted struct {
	Order
	ProviderID string    `json:"provider_id"`
	At         time.Time `json:"at"`
}

// PayoutUnknown says that it could not be learned whether the provider has it.
// It stays processing, and is asked for until known.
type PayoutUnknown struct {
	Order
	Reason string    `json:"reason"`
	At     time.Time `json:"at"`
}

// PayoutCompleted pays out what was held.
type PayoutCompleted struct {
	Order
	Movement
	ProviderID    string    `json:"provider_id"`
	TransferredBy string    `json:"di_transfer_oleh"`
	TransferAt    time.Time `json:"transfer_at"`
}

// PayoutFailed releases what was held: processing to failed.
type PayoutFailed struct {
	Order
	Movement
	ProviderID string `json:"provider_id"`
	By         string `json:"failed_by"`
	Reason     string `json:"reason"`
}

// PayoutReversed posts a completed payout back, amount and fee. Its Order carries
// the numbers and names only: where the money went is not remembered so long.
type PayoutReversed struct {
	Order
	Movement
	ProviderID string `json:"provider_id"`
	Reason     string `json:"reason"`
}

// Mover is an event that moves money: every event with postings.
type Mover interface {
	domain.Event
	// Moved gives the client whose balance stream it is, and what moved.
	Moved() (clientID int64, m Movement)
}

// Moved implements Mover.
func (e Credited) Moved() (int64, Movement)            { return e.ClientID, e.Movement }
func (e Settled) Moved() (int64, Movement)             { return e.ClientID, e.Movement }
func (e SuspenseReceived) Moved() (int64, Movement)    { return e.ClientID, e.Movement }
func (e SuspenseReleased) Moved() (int64, Movement)    { return e.ClientID, e.Movement }
func (e SuspenseRefunded) Moved() (int64, Movement)    { return e.ClientID, e.Movement }
func (e Adjusted) Moved() (int64, Movement)            { return e.ClientID, e.Movement }
func (e WithdrawalRequested) Moved() (int64, Movement) { return e.ClientID, e.Movement }
func (e SettlementRequested) Moved() (int64, Movement) { return e.ClientID, e.Movement }
func (e PayoutRejected) Moved() (int64, Movement)      { return e.ClientID, e.Movement }
func (e PayoutCancelled) Moved() (int64, Movement)     { return e.ClientID, e.Movement }
func (e PayoutCompleted) Moved() (int64, Movement)     { return e.ClientID, e.Movement }
func (e PayoutFailed) Moved() (int64, Movement)        { return e.ClientID, e.Movement }
func (e PayoutReversed) Moved() (int64, Movement)      { return e.ClientID, e.Movement }

// EventType is the wire name.
func (Credited) EventType() string            { return "balance.credited.v1" }
func (Settled) EventType() string             { return "balance.settled.v1" }
func (SuspenseReceived) EventType() string    { return "balance.suspense_received.v1" }
func (SuspenseReleased) EventType() string    { return "balance.suspense_released.v1" }
func (SuspenseRefunded) EventType() string    { return "balance.suspense_refunded.v1" }
func (Adjusted) EventType() string            { return "balance.adjusted.v1" }
func (WithdrawalRequested) EventType() string { return "withdrawal.requested.v1" }
func (SettlementRequested) EventType() string { return "settlement.requested.v1" }
func (PayoutApproved) EventType() string      { return "payout.approved.v1" }
func (PayoutRejected) EventType() string      { return "payout.rejected.v1" }
func (PayoutCancelled) EventType() string     { return "payout.cancelled.v1" }
func (PayoutSubmitted) EventType() string     { return "payout.submitted.v1" }
func (PayoutAccepted) EventType() string      { return "payout.accepted.v1" }
func (PayoutUnknown) EventType() string       { return "payout.unknown.v1" }
func (PayoutCompleted) EventType() string     { return "payout.completed.v1" }
func (PayoutFailed) EventType() string        { return "payout.failed.v1" }
func (PayoutReversed) EventType() string      { return "payout.reversed.v1" }

// Events lists a zero value of each event of this package, for the codec.
func Events() []domain.Event {
	return []domain.Event{
		Credited{},
		Settled{},
		SuspenseReceived{},
		SuspenseReleased{},
		SuspenseRefunded{},
		Adjusted{},
		WithdrawalRequested{},
		SettlementRequested{},
		PayoutApproved{},
		PayoutRejected{},
		PayoutCancelled{},
		PayoutSubmitted{},
		PayoutAccepted{},
		PayoutUnknown{},
		PayoutCompleted{},
		PayoutFailed{},
		PayoutReversed{},
	}
}
