package balance

import (
	"strconv"
	"time"

	"gateway/domain"
	"gateway/domain/ledger"

	"github.com/shopspring/decimal"
)

// Aggregate folds balance streams.
var Aggregate = domain.Aggregate[State]{Category: "balance", Evolve: Evolve, SnapshotVersion: 10}

// Stream names the balance stream of a client.
func Stream(clientID int64) string { return Aggregate.Stream(strconv.FormatInt(clientID, 10)) }

// State is the balance of one client. Snapshots store it as JSON: a change of that JSON raises
// SnapshotVersion.
type State struct {
	ClientID int64         `json:"client_id"`
	Totals   ledger.Totals `json:"totals"`
	// Watermark is the source of the last posted payment event.
	Watermark Source   `json:"watermark"`
	Open      []Payout `json:"open"`
	// Closed lists ended payouts in the order in which they ended. It has at most MaxClosed entries and
	// MaxClosedBytes bytes. A reversed payout is in it twice; the later entry counts.
	Closed []ClosedPayout `json:"closed"`
	// ClosedBytes is an upper bound of the bytes that Closed takes in a snapshot, at most MaxClosedBytes.
	ClosedBytes int `json:"closed_bytes"`
	// AutoApproved is the sum that was auto-approved on the last day with an auto-approval.
	AutoApproved AutoApproved `json:"auto_approved"`
	// Refunded is the sum of the refunds to where the money came from on the last day with one, without those that a person
	// approved.
	Refunded AutoApproved `json:"refunded"`
	// RefundsNotHeld lists the last refunds that the balance had too little for.
	RefundsNotHeld []int64 `json:"refunds_not_held,omitempty"`
	// RefundHolds lists what is held for refunds.
	RefundHolds []RefundHold `json:"refund_holds,omitempty"`
	// DisputeHolds lists what is held for disputes.
	DisputeHolds []DisputeHold `json:"dispute_holds,omitempty"`
	// Debts are the parts of the receivable, oldest first.
	Debts []Debt `json:"debts,omitempty"`
	// GivenUp is what was written off and did not come back.
	GivenUp decimal.Decimal `json:"given_up,omitzero"`
	// WriteOffs lists the references of the last maxWriteOffs write-offs.
	WriteOffs []string `json:"write_offs,omitempty"`
	// Adjustments lists the references of the last MaxAdjustments adjustments.
	Adjustments []string `json:"adjustments"`
	// Slips lists the withholding slips that wait for staff, at most MaxPendingSlips. SlipsCredited lists those that were credited.
	Slips         []Slip         `json:"slips,omitempty"`
	SlipsCredited []CreditedSlip `json:"slips_credited,omitempty"`
	// WithheldBack lists what went back of the credited slips, by month.
	WithheldBack []WithheldBack `json:"withheld_back,omitempty"`
	// Reports lists notifications on payouts about which the provider has not been asked yet, at most one per
	// payout.
	Reports []WaitingReport `json:"reports,omitempty"`
	// Contradictions lists the fingerprints of the last MaxContradictions contradictions, so that a repeated
	// notification makes no second event.
	Contradictions []string `json:"contradictions,omitempty"`
}

// Movement is the part that all events that move money share. Its amount, as statements show it, is the
// change of the client's whole balance: the sum of the postings to the client's own accounts.
type Movement struct {
	// Reference names the cause in terms of the API: a transaction_id, the external_id of a withdrawal or
	// settlement, or the reference of an adjustment.
	Reference string           `json:"reference"`
	Postings  []ledger.Posting `json:"postings"`
	// After is the sum of the postings of all events so far. With it, one can read an event by itself.
	After ledger.Totals `json:"after"`
	At    time.Time     `json:"at"`
}

// FillIn implements domain.FilledIn.
func (m *Movement) FillIn() { ledger.FillIn(m.Postings) }

// Mover is an event that moves money.
type Mover interface {
	domain.Event
	// Moved returns the movement, and the client in whose stream the event is.
	Moved() (clientID int64, m Movement)
}

// move makes every movement of the aggregate, and keeps the rules of the ledger: postings sum to zero
// (unbalanced_postings); available, unsettled and held don't fall below zero (insufficient_balance); and what
// comes into available pays off the receivable first. Postings of zero are left out.
func (s State) move(clientID int64, reference string, at time.Time, postings []ledger.Posting) (Movement, error) {
	balanced, err := ledger.Balanced(reference, postings)
	if err != nil {
		return Movement{}, err
	}
	balanced = s.fillReceivable(clientID, balanced)
	after := s.Totals.Apply(clientID, balanced)
	if after.AnyNegative() {
		return Movement{}, domain.Refuse(domain.Invalid, "insufficient_balance",
			"the withdrawable balance of %s is not enough", s.Totals.Available)
	}
	return Movement{Reference: reference, Postings: balanced, After: after, At: at}, nil
}

// fillReceivable returns the postings changed so that money that would reach available first pays off what
// the client owes (the receivable).
func (s State) fillReceivable(clientID int64, postings []ledger.Posting) []ledger.Posting {
	after := s.Totals.Apply(clientID, postings)
	fill := decimal.Min(after.Available, after.Receivable.Neg())
	if !fill.IsPositive() {
		return postings
	}
	available := ledger.Available(clientID)
	filled := make([]ledger.Posting, 0, len(postings)+1)
	for _, p := range postings {
		if p.Account == available && p.Amount.IsPositive() {
			part := decimal.Min(fill, p.Amount)
			fill, p.Amount = fill.Sub(part), p.Amount.Sub(part)
			filled = append(filled, ledger.Posting{Account: ledger.Receivable(clientID), Amount: part})
		}
		if !p.Amount.IsZero() {
			filled = append(filled, p)
		}
	}
	return filled
}
