package reconcile

import (
	"time"

	"gateway/domain/difference"
	"gateway/domain/report"

	"github.com/shopspring/decimal"
)

// The kinds of items.
const (
	kindPayment  = difference.Payment
	kindPayout   = difference.Payout
	kindReversal = difference.Reversal
	kindFee      = difference.Fee
	kindOwnMoney = difference.OwnMoney
)

var kinds = difference.Kinds()

// Item is a payment, a payout, money taken back, a fee or an entry of our own money, as recorded by one side.
type Item struct {
	// ID is the provider's id. For a payout on our side it is our reference.
	ID     string          `json:"id"`
	Amount decimal.Decimal `json:"amount"`
	// Effect is what the item adds to our money at the provider, in rupiah, according to this side. It is 0
	// for a payment that is not settled yet.
	Effect decimal.Decimal `json:"effect"`
	Status report.Status   `json:"status"`
	At     time.Time       `json:"at"`
	// Position is the position of the event; only items on our side have one.
	Position int64 `json:"position,omitempty"`

	// alias is another id under which the provider may book a payment.
	alias string
	// otherDay is true for an item outside the period. It counts only when the other side has it in the
	// period.
	otherDay bool
}

// Difference is an item on which the two sides differ. Here or There is nil when that side lacks it.
type Difference struct {
	// Problem and Kind are constants of package domain/difference.
	Problem   string `json:"problem"`
	Kind      string `json:"kind"`
	Reference string `json:"reference"`
	Here      *Item  `json:"here"`
	There     *Item  `json:"there"`
	// Effect is how much more money is at the provider than the log says because of this difference, in
	// rupiah.
	Effect decimal.Decimal `json:"effect"`
	// Explanation says what such a difference usually means and what to do next.
	Explanation difference.Explanation `json:"explanation"`
}

// explain adds the explanation.
func (d Difference) explain() Difference {
	d.Explanation = difference.Explain(difference.Difference{
		Kind: d.Kind, Problem: d.Problem, Reference: d.Reference, Here: d.Here.side(), There: d.There.side(), Effect: d.Effect,
	})
	return d
}

// side converts the item to the form that its explanation needs. It returns nil for a nil item.
func (i *Item) side() *difference.Side {
	if i == nil {
		return nil
	}
	return &difference.Side{Amount: i.Amount, Status: i.Status}
}

// Tally counts the items of one kind. Here and There count the items of the period. The totals are in rupiah
// and satisfy:
//
//	ThereTotal - HereTotal = ThereOtherDay - HereOtherDay + MissingHere - MissingThere - HereAlone + AmountsDiffer
type Tally struct {
	Here        int64           `json:"here"`
	There       int64           `json:"there"`
	Matched     int64           `json:"matched"`
	HereTotal   decimal.Decimal `json:"here_total"`
	ThereTotal  decimal.Decimal `json:"there_total"`
	Differences int64           `json:"differences"`
	// HereOtherDay is the total of our items of the period that the provider has on another day.
	// ThereOtherDay is the total of the provider's items of the period that we have on another day.
	HereOtherDay  decimal.Decimal `json:"here_other_day"`
	ThereOtherDay decimal.Decimal `json:"there_other_day"`
	// MissingHere and MissingThere are the totals of the items that only the other side has.
	MissingHere  decimal.Decimal `json:"missing_here"`
	MissingThere decimal.Decimal `json:"missing_there"`
	// HereAlone is the total of the items that the provider need not have: refused payouts and transfers made
	// by hand.
	HereAlone decimal.Decimal `json:"here_alone"`
	// AmountsDiffer is how much larger the provider's amounts are for the items that both sides have.
	AmountsDiffer decimal.Decimal `json:"amounts_differ"`
}

// count counts a pair.
func (t *Tally) count(p pair) {
	here, there := p.here, p.there
	if here != nil && !here.otherDay {
		t.Here, t.HereTotal = t.Here+1, t.HereTotal.Add(here.Amount)
	}
	if there != nil && !there.otherDay {
		t.There, t.ThereTotal = t.There+1, t.ThereTotal.Add(there.Amount)
	}
	switch {
	case here == nil:
		t.MissingHere = t.MissingHere.Add(there.Amount)
	case there == nil && p.problem() == "":
		t.HereAlone = t.HereAlone.Add(here.Amount)
	case there == nil:
		t.MissingThere = t.MissingThere.Add(here.Amount)
	case there.otherDay:
		t.HereOtherDay = t.HereOtherDay.Add(here.Amount)
	case here.otherDay:
		t.ThereOtherDay = t.ThereOtherDay.Add(there.Amount)
	default:
		t.AmountsDiffer = t.AmountsDiffer.Add(there.Amount.Sub(here.Amount))
	}
	if p.problem() == "" {
		t.Matched++
	} else {
		t.Differences++
	}
}
