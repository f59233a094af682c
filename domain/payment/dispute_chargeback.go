package payment

import (
	"time"

	"gateway/domain"
	"gateway/domain/money"

	"github.com/shopspring/decimal"
)

// MaxDeductionReference is the longest reference of a deduction, in characters.
const MaxDeductionReference = 100

// DeductCmd is the part of a dispute in a deduction of the provider, which takes the money of several disputes at once.
// Reference is the id of the deduction in the provider's books.
type DeductCmd struct {
	DisputeID int64
	Reference string
	Amount    decimal.Decimal
	By        string
	At        time.Time
}

// DeductDispute takes the money of a dispute by a chargeback, which consumes its hold first. Checks:
//
//  1. payment_not_found, dispute_not_found
//  2. invalid_field amount: not whole rupiah above 0
//  3. this part was taken before: nothing happens; invalid_field reference if it had another amount
//  4. dispute_deducted: a chargeback took its money; dispute_closed: it was won
//  5. invalid_field amount: more than the customer can have got
//  6. too_many_reversals
func DeductDispute(s State, cmd DeductCmd) ([]domain.Event, error) {
	d, err := s.existingDispute(cmd.DisputeID)
	if err != nil {
		return nil, err
	}
	if !cmd.Amount.IsPositive() || money.CheckWhole(cmd.Amount) != nil {
		return nil, domain.InvalidField("amount", "must be whole rupiah above 0")
	}
	news := Reversal{
		ReversalID: deductionID(cmd.Reference, d.DisputeID), Kind: Chargeback, Amount: cmd.Amount, Reason: d.Reason, By: ByAdmin,
		ProviderPaymentID: d.ProviderPaymentID,
	}
	c, _ := s.credit(d.SuspenseID)
	m := meant{received: received{credit: &c}}
	switch {
	case s.knowsReversal(news.ReversalID):
		return nil, s.checkDeducted(news)
	case d.ReversalID != "":
		return nil, domain.Refuse(domain.Invalid, "dispute_deducted", "the reversal %s took the money of the dispute", d.ReversalID)
	case d.Status == DisputeStatusWon:
		return nil, disputeClosed(d)
	case news.Amount.GreaterThan(c.left()) && !s.mayTake(m.received, news):
		return nil, domain.InvalidField("amount", "is more than the %s that the customer had paid", c.Receipt.PaidAmount)
	}
	if err := s.checkReversal(news); err != nil {
		return nil, err
	}
	return s.decideWaiting(s.chargeBack(m, news, cmd.At), cmd.At), nil
}

// checkDeducted refuses a deduction that is known with another amount.
func (s State) checkDeducted(news Reversal) error {
	for _, d := range s.Reversals {
		if d.ReversalID == news.ReversalID && !d.Took.Reversal.Amount.Equal(news.Amount) {
			return domain.InvalidField("reference", "took %s of the dispute before", d.Took.Reversal.Amount)
		}
	}
	return nil
}

// chargeBack decides on a chargeback of credited money: it cancels the refunds that were not sent, and is that of the dispute
// about the money whose chargeback did not come yet.
func (s State) chargeBack(m meant, news Reversal, at time.Time) []domain.Event {
	events := s.cancelUnsent(m.suspenseID(), "chargeback", at)
	after := Aggregate.Fold(s, events...)
	c, _ := after.credit(m.suspenseID())
	for _, e := range after.reverse(received{credit: &c, suspense: m.suspense}, news, at) {
		if reversed, took := e.(Reversed); took {
			e = after.consumeHold(reversed, c)
		}
		events = append(events, e)
	}
	return events
}

// consumeHold makes a chargeback consume the hold of its dispute first. Of what the hold leaves, that goes back to unsettled
// which came from there; a chargeback takes what is unsettled first, so only a hold that is larger leaves any.
func (s State) consumeHold(e Reversed, c Credit) Reversed {
	d, is := s.disputeOver(e.SuspenseID)
	if !is || !d.Held {
		return e
	}
	e.DisputeID = d.DisputeID
	consumed := decimal.Min(d.Amount, e.ClientBears)
	e.FromUnsettled = decimal.Min(e.ClientBears.Sub(consumed), c.Unsettled)
	e.ToUnsettled = s.backToUnsettled(e.SuspenseID, decimal.Max(decimal.Zero, d.FromUnsettled.Sub(consumed)))
	e.HeldSince = s.heldSince(e.SuspenseID, e.ToUnsettled)
	return e
}
