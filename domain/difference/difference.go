package difference

import (
	"strconv"
	"strings"

	"gateway/domain/balance"
	"gateway/domain/report"
	"gateway/domain/words"

	"github.com/shopspring/decimal"
)

// The kinds of items that are compared.
const (
	Payment  = "payment"
	Payout   = "payout"
	Reversal = "reversal"
	Fee      = "fee"
	OwnMoney = "own money"
)

// Kinds returns all kinds, in the order in which they are compared.
func Kinds() []string { return []string{Payment, Payout, Reversal, Fee, OwnMoney} }

// The problems: how the two sides of an item differ.
const (
	MissingHere   = "missing here"
	MissingThere  = "missing there"
	AmountDiffers = "amount differs"
	StatusDiffers = "status differs"
	// BookedOtherwise: the sides agree, but the log says that other money of the gateway moved.
	BookedOtherwise = "booked otherwise"
)

// Problems returns all problems.
func Problems() []string {
	return []string{MissingHere, MissingThere, AmountDiffers, StatusDiffers, BookedOtherwise}
}

// Statuses that only the gateway's side has.
const (
	// ByHand is the status of a payout that a person made after the provider had failed to.
	ByHand report.Status = "BY_HAND"
	// Opening is the status of a treasury entry that moved no money.
	Opening report.Status = "OPENING"
)

// Side is what one side records about an item. Amount is in rupiah.
type Side struct {
	Amount decimal.Decimal
	Status report.Status
}

// Difference is an item on which the sides differ. Here is the log's side, There the provider's side; one of
// them is nil if the item is missing on that side.
type Difference struct {
	Kind, Problem, Reference string
	Here, There              *Side
	// Effect is the amount, in rupiah, by which the money at the provider exceeds what the log says.
	Effect decimal.Decimal
}

// Explanation explains a difference in words.
type Explanation struct {
	// Code names the explanation, such as payment_missing_here. It is permanent.
	Code string `json:"code"`
	// Facts says what each side records.
	Facts words.Text `json:"facts"`
	// Meaning says what usually causes the difference, and Next what a person should do now.
	Meaning words.Text `json:"meaning"`
	Next    words.Text `json:"next"`
	// Subject is what the difference is about, as an API path such as transactions/INV-7-1. It is empty if
	// the reference is not one that the gateway gave out.
	Subject string `json:"subject"`
}

// subject returns what the difference is about, as an API path. It is empty for a reference that the gateway
// never gave out.
func subject(d Difference) string {
	kind, _, id, ours := balance.ParseReference(d.Reference)
	switch {
	case d.Kind == OwnMoney:
		return "treasury"
	case ours && (d.Kind == Payout || d.Kind == Fee):
		return kind + "s/" + strconv.FormatInt(id, 10)
	case d.Kind != Payout && strings.HasPrefix(d.Reference, "INV-"):
		return "transactions/" + d.Reference
	}
	return ""
}
