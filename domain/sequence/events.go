// Package sequence is the aggregate that reserves blocks of integer ids, with one stream per kind of id. A
// block belongs to one process. Ids that it does not use are lost, and no id is given out twice.
package sequence

import (
	"time"

	"gateway/domain"
)

// The kinds of ids. Payments and recorded transactions share one.
const (
	Client      = "client"
	App         = "app"
	APIKey      = "apikey"
	Transaction = "transaction"
	Withdrawal  = "withdrawal"
	Settlement  = "settlement"
	Suspense    = "suspense"
	Dispute     = "dispute"
	Admin       = "admin"
	Ticket      = "ticket"
	Reply       = "reply"
	Proposal    = "proposal"
	Document    = "document"
	Adjustment  = "adjustment"
	Treasury    = "treasury"
	Approval    = "approval"
	Refund      = "refund"
	// WithholdingSlip is the kind of the submissions of withholding slips.
	WithholdingSlip = "withholding_slip"
	// CallbackEndpoint is the kind of callback endpoints.
	CallbackEndpoint = "callback_endpoint"
)

// Reserved takes the ids From to To, both included.
type Reserved struct {
	Kind string `json:"kind"`
	From int64  `json:"from"`
	To   int64  `json:"to"`
	// Generation is the generation of the log in which the block was reserved.
	Generation int64     `json:"generation,omitempty"`
	At         time.Time `json:"at"`
}

// EventType is the wire name.
func (Reserved) EventType() string { return "sequence.reserved.v1" }

// Events lists a zero value of each event of this package, for the codec.
func Events() []domain.Event { return []domain.Event{Reserved{}} }
