package balance

import (
	"cmp"
	"slices"
	"time"

	"gateway/domain"
	"gateway/domain/connection"
	"gateway/domain/ledger"
	"gateway/domain/report"

	"github.com/shopspring/decimal"
)

// The kinds of payout.
const (
	Withdrawal = "withdrawal"
	Settlement = "settlement"
)

// The statuses of a payout. It is open while pending or processing.
const (
	StatusPending    = "pending"
	StatusProcessing = "processing"
	StatusCompleted  = "completed"
	StatusFailed     = "failed"
	StatusCancelled  = "cancelled"
	StatusRejected   = "rejected"
	StatusReversed   = "reversed"
)

// Statuses returns all statuses of a payout.
func Statuses() []string {
	return []string{
		StatusPending, StatusProcessing, StatusCompleted, StatusFailed, StatusCancelled, StatusRejected, StatusReversed,
	}
}

// The outcomes of a call that sends a payout. The fourth one is FloatEmpty.
const (
	CallAccepted = "accepted"
	CallRefused  = "refused"
	CallUnknown  = "unknown"
)

// Order is the request for a payout. Each event of the payout repeats it.
type Order struct {
	// Kind is withdrawal or settlement; ID is unique within its kind.
	Kind       string `json:"kind"`
	ID         int64  `json:"id"`
	ClientID   int64  `json:"client_id"`
	ExternalID string `json:"external_id"`
	// Amount reaches the bank account. Fee is the price of the transfer and includes
	// FeeVAT. Total = Amount + Fee is taken from the client's balance.
	Amount  decimal.Decimal `json:"jumlah"`
	Fee     decimal.Decimal `json:"biaya_penarikan"`
	FeeVAT  decimal.Decimal `json:"fee_vat"`
	VATRate decimal.Decimal `json:"vat_rate"`
	Total   decimal.Decimal `json:"total"`
	// By is free text of the client, `client` by default.
	By string `json:"by"`
	// URL receives a callback when the payout ends; empty means none.
	URL string `json:"url"`
	// Purpose is free text of a settlement, empty for a withdrawal.
	Purpose       string    `json:"tujuan"`
	Bank          string    `json:"bank"`
	AccountNumber string    `json:"norek"`
	AccountHolder string    `json:"account_holder"`
	RequestedAt   time.Time `json:"requested_at"`
	// Connection names the connection that is asked for the transfer. It is empty before the first attempt and
	// for a transfer by hand, and stays the same from the first attempt on.
	Connection string `json:"connection,omitempty"`
}

// OfConnection implements connection.Of.
func (o Order) OfConnection() string { return o.Connection }

// fillConnection is for events after the first attempt: those that name no connection are of the first one.
func (o *Order) fillConnection() { o.Connection = cmp.Or(o.Connection, connection.Xendit) }

// PayoutID returns the kind and the id of the payout. The events of a payout have this
// method, because they embed its order.
func (o Order) PayoutID() (kind string, id int64) { return o.Kind, o.ID }

// Payout is an open withdrawal or settlement.
type Payout struct {
	Order
	Status string `json:"status"`
	// Manual is true if a person makes the transfer; the provider never gets the order.
	Manual bool `json:"manual"`
	// ApprovedBy is the actor who approved the payout; empty while the payout is pending.
	ApprovedBy string `json:"approved_by,omitempty"`
	// SubmittedKey, Reference and ProviderAPI belong to the last attempt. They are empty before the first
	// attempt and after one that failed for good.
	SubmittedKey string `json:"submitted_key"`
	Reference    string `json:"reference"`
	ProviderAPI  string `json:"provider_api"`
	// References counts the references used so far.
	References int `json:"references,omitempty"`
	// Attempts counts the attempts. AttemptedAt is when the last one was announced.
	Attempts    int       `json:"attempts"`
	AttemptedAt time.Time `json:"attempted_at"`
	// FailedReference and FailedAPI belong to the last attempt that failed for good.
	FailedReference string `json:"failed_reference,omitempty"`
	FailedAPI       string `json:"failed_api,omitempty"`
	// ProviderID is empty until the gateway knows that the provider has the order.
	ProviderID string `json:"provider_id"`
	// Unknown is true if the last call to the provider ended without confirming that it has the order.
	Unknown       bool   `json:"unknown"`
	UnknownReason string `json:"unknown_reason"`
	// Held is true if the provider has, or reportedly has, an order for this payout that the gateway has no
	// record of making (NotSubmitted). The payout is not ordered before a person has decided.
	Held bool `json:"held,omitempty"`
}

// LookUp returns the provider API and the reference of the last attempt.
func (p Payout) LookUp() (api, reference string) {
	if p.Reference == "" {
		return p.FailedAPI, p.FailedReference
	}
	return p.ProviderAPI, p.Reference
}

// MaxClosed is how many closed payouts of a client the state remembers, and MaxClosedBytes how many bytes of
// them, as JSON: a snapshot must fit into one append. A repeated request for an older payout would create a
// new one. A report on an older payout needs Remember first.
const (
	MaxClosed      = 3_000
	MaxClosedBytes = 450_000
)

// ClosedPayout is the part of an ended payout that the state remembers: enough to recognise a repeated
// request or report, and to reverse the payout.
type ClosedPayout struct {
	Kind       string          `json:"k"`
	ID         int64           `json:"i"`
	ExternalID string          `json:"x"`
	Status     string          `json:"s"`
	Amount     decimal.Decimal `json:"a"`
	Fee        decimal.Decimal `json:"f"`
	FeeVAT     decimal.Decimal `json:"v"`
	// ProviderID is empty if a person completed or failed the payout.
	ProviderID string `json:"p,omitempty"`
	// Connection is empty for the first one, and if there was no attempt.
	Connection string `json:"c,omitempty"`
	// Random holds the digits of the last attempt's reference. ProviderAPI is where that attempt went; empty
	// stands for report.PayoutsV1.
	Random      string `json:"r,omitempty"`
	ProviderAPI string `json:"w,omitempty"`
}

// size is the number of bytes that a snapshot needs for the payout.
func (c ClosedPayout) size() int { return jsonSize(c) + 1 }

// Remember returns the state with a payout added that ended so long ago that the state has forgotten it, for
// a decision on a late report. Don't call it for a payout that the state knows.
func (s State) Remember(c ClosedPayout) State {
	if s.StatusOf(c.Kind, c.ID) == "" {
		s.Closed = append(slices.Clip(s.Closed), c)
	}
	return s
}

// order returns the Order without the bank account, which the state does not remember.
func (c ClosedPayout) order(clientID int64) Order {
	return Order{
		Kind: c.Kind, ID: c.ID, ClientID: clientID, ExternalID: c.ExternalID,
		Amount: c.Amount, Fee: c.Fee, FeeVAT: c.FeeVAT, Total: c.Amount.Add(c.Fee), Connection: c.connection(),
	}
}

// connection is the one that was asked for the transfer; empty if none was.
func (c ClosedPayout) connection() string {
	if c.Random == "" && c.ProviderID == "" {
		return c.Connection
	}
	return cmp.Or(c.Connection, connection.Xendit)
}

func (c ClosedPayout) paidByProvider() bool {
	return c.ProviderID != "" && (c.Status == StatusCompleted || c.Status == StatusReversed)
}

// Payout finds an open payout.
func (s State) Payout(kind string, id int64) (Payout, bool) {
	i := slices.IndexFunc(s.Open, func(p Payout) bool { return p.Kind == kind && p.ID == id })
	if i < 0 {
		return Payout{}, false
	}
	return s.Open[i], true
}

// ClosedPayout finds an ended payout among the last MaxClosed.
func (s State) ClosedPayout(kind string, id int64) (ClosedPayout, bool) {
	for _, c := range slices.Backward(s.Closed) {
		if c.ID == id && c.Kind == kind {
			return c, true
		}
	}
	return ClosedPayout{}, false
}

// ProviderAPIOf returns the provider API that the last attempt of a payout went to.
func (s State) ProviderAPIOf(kind string, id int64) string {
	if p, open := s.Payout(kind, id); open {
		api, _ := p.LookUp()
		return cmp.Or(api, report.PayoutsV1)
	}
	c, _ := s.ClosedPayout(kind, id)
	return cmp.Or(c.ProviderAPI, report.PayoutsV1)
}

// StatusOf returns the status of a payout, open or closed; empty if it is unknown.
func (s State) StatusOf(kind string, id int64) string {
	if p, ok := s.Payout(kind, id); ok {
		return p.Status
	}
	c, _ := s.ClosedPayout(kind, id)
	return c.Status
}

// openWithStatus finds an open payout with this status. It refuses with payout_not_found, or with the code if
// the payout has another status.
func (s State) openWithStatus(kind string, id int64, status, code string) (Payout, error) {
	switch current := s.StatusOf(kind, id); current {
	case "":
		return Payout{}, payoutNotFound(kind)
	case status:
		p, _ := s.Payout(kind, id)
		return p, nil
	default:
		return Payout{}, domain.Refuse(domain.Invalid, code, "the %s is %s", kind, current)
	}
}

func payoutNotFound(kind string) error {
	return domain.Refuse(domain.NotFound, "payout_not_found", "there is no such %s", kind)
}

// hold moves the order's total from the available to the held account.
func (s State) hold(o Order, at time.Time) (Movement, error) {
	return s.move(o.ClientID, o.ExternalID, at,
		ledger.Transfer(ledger.Available(o.ClientID), ledger.Held(o.ClientID), o.Total))
}

// release moves the order's total from the held to the available account.
func (s State) release(o Order, at time.Time) (Movement, error) {
	return s.move(o.ClientID, o.ExternalID, at,
		ledger.Transfer(ledger.Held(o.ClientID), ledger.Available(o.ClientID), o.Total))
}

// payOutPostings returns postings that take the order's total from a client account: the amount goes to the
// account that it was paid from, the fee to the revenue account, and the VAT in it to the tax account.
func payOutPostings(o Order, from, paidFrom string) []ledger.Posting {
	return []ledger.Posting{
		{Account: from, Amount: o.Total.Neg()},
		{Account: paidFrom, Amount: o.Amount},
		{Account: ledger.RevenueFees, Amount: o.Fee.Sub(o.FeeVAT)},
		{Account: ledger.TaxVAT, Amount: o.FeeVAT},
	}
}
