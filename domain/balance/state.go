package balance

import (
	"slices"
	"strconv"

	"gateway/domain"
	"gateway/domain/ledger"

	"github.com/shopspring/decimal"
)

// Aggregate folds balance streams.
var Aggregate = domain.Aggregate[State]{Category: "balance", Evolve: Evolve, SnapshotVersion: 2}

// Stream names the balance stream of a client.
func Stream(clientID int64) string { return Aggregate.Stream(strconv.FormatInt(clientID, 10)) }

// The statuses of withdrawals and settlements. Pending and processing ones are open.
const (
	StatusPending    = "pending"
	StatusProcessing = "processing"
	StatusCompleted  = "completed"
	StatusFailed     = "failed"
	StatusCancelled  = "cancelled"
	StatusRejected   = "rejected"
	StatusReversed   = "reversed"
)

// State is what the decisions need of a balance stream. It is kept in snapshots:
// a change of its form raises SnapshotVersion.
type State struct {
	ClientID  int64         `json:"client_id"`
	Totals    ledger.Totals `json:"totals"`
	Watermark Source        `json:"watermark"`
	Open      []Payout      `json:"open"`
	// Closed is in the order of closing, at most MaxClosed long. A reversal adds
	// a second entry for its payout: the last one counts.
	Closed []Closed `json:"closed"`
	// Adjustments are the references of the last corrections, at most
	// MaxAdjustments: a repeated one is known by them.
	Adjustments []string `json:"adjustments"`
}

// Payout is an open withdrawal or settlement.
type Payout struct {
	Order
	Status string `json:"status"`
	// Manual: a person makes the transfer, the provider is not told.
	Manual bool `json:"manual"`
	// SubmittedKey is the idempotency key that every call to the provider uses,
	// empty before the first.
	SubmittedKey string `json:"submitted_key"`
	// ProviderID is empty until the provider is known to have the order.
	ProviderID string `json:"provider_id"`
	// Unknown: it could not be learned whether the provider has it, and why.
	Unknown       bool   `json:"unknown"`
	UnknownReason string `json:"unknown_reason"`
}

// MaxClosed is how many closed payouts of a client are remembered. One that is
// older counts as never seen: repeating its request would make a new one, and its
// reversal is refused with 404, so that a person looks at it. The number keeps a
// snapshot below the size of one append; the keys of Closed are short for it too.
const MaxClosed = 5_000

// MaxAdjustments is how many corrections of a client are remembered. A repetition
// comes within a day or so; nobody makes as many in that time.
const MaxAdjustments = 200

// Closed is what is remembered of a payout that ended: enough to know a repeated
// request or notification, and to post a reversal.
type Closed struct {
	Kind       string          `json:"k"`
	ID         int64           `json:"i"`
	ExternalID string          `json:"x"`
	Status     string          `json:"s"`
	Amount     decimal.Decimal `json:"a"`
	Fee        decimal.Decimal `json:"f"`
	FeeVAT     decimal.Decimal `json:"v"`
	// ProviderID is empty where a person completed or failed the payout.
	ProviderID string `json:"p,omitempty"`
}

// Payout finds an open payout.
func (s State) Payout(kind string, id int64) (Payout, bool) {
	i := slices.IndexFunc(s.Open, func(p Payout) bool { return p.Kind == kind && p.ID == id })
	if i < 0 {
		return Payout{}, false
	}
	return s.Open[i], true
}

// ClosedPayout finds how a payout ended, among the last MaxClosed.
func (s State) ClosedPayout(kind string, id int64) (Closed, bool) {
	for _, c := range slices.Backward(s.Closed) {
		if c.ID == id && c.Kind == kind {
			return c, true
		}
	}
	return Closed{}, false
}

// StatusOf is the status of a payout, open or closed; empty when it is unknown.
func (s State) StatusOf(kind string, id int64) string {
	if p, ok := s.Payout(kind, id); ok {
		return p.Status
	}
	c, _ := s.ClosedPayout(kind, id)
	return c.Status
}

// AtOrBefore reports whether src is not newer than mark. Positions of different
// logs say nothing of each other: across stores it is false, so everything that a
// new store holds counts as new.
func (src Source) AtOrBefore(mark Source) bool {
	if src.Store != mark.Store {
		return false
	}
	return src.Commit < mark.Commit || src.Commit == mark.Commit && src.Prepare <= mark.Prepare
}
