package difference

import (
	"gateway/domain/report"

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
	// BookedOtherwise: the sides agree, but the log says that other money of ours moved.
	BookedOtherwise = "booked otherwise"
)

// Problems returns all problems.
func Problems() []string {
	return []string{MissingHere, MissingThere, AmountDiffers, StatusDiffers, BookedOtherwise}
}

// Statuses that only our side has.
const (
	// ByHand is the status of a payout that a person made after the provider had failed to.
	ByHand report.Status = "BY_HAND"
	// Opening is the status of a treasury entry that moved no money.
	Opening report.Status = "OPENING"
)

// Side is what one side says of an item. Amount is in rupiah.
type Side struct {
	Amount decimal.Decimal
	Status report.Status
}

// Difference is an item on which the sides differ. Here is our log's side, There the provider's; one
// of them is nil where the item is missing there.
type Difference struct {
	Kind, Problem, Reference string
	Here, There              *Side
	// Effect is by how much the money at the provider is more than the log says, in rupiah.
	Effect decimal.Decimal
}

// Words are a text in each language.
type Words struct {
	Indonesian string `json:"id"`
	English    string `json:"en"`
}

// Explanation of a difference.
type Explanation struct {
	// Code names the explanation, such as payment_missing_here. It is permanent.
	Code string `json:"code"`
	// Facts are what each side says.
	Facts Words `json:"facts"`
	// Meaning is what it usually comes from, and Next what a person does now.
	Meaning Words `json:"meaning"`
	Next    Words `json:"next"`
	// Subject is what it is about as a path of the API, such as transactions/INV-7-1; empty where the
	// reference names nothing of ours.
	Subject string `json:"subject"`
}
