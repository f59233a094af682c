package payment

import (
	"slices"
	"time"

	"gateway/domain"

	"github.com/shopspring/decimal"
)

// reverseWithRefunds decides on news about this money, which may be the outcome of a refund that was asked for: then that
// refund has succeeded. A chargeback cancels the refunds of the money that were not sent.
func (s State) reverseWithRefunds(m meant, news Reversal, at time.Time) []domain.Event {
	if m.credit == nil {
		return s.reverse(m.received, news, at)
	}
	if news.Kind == Chargeback {
		return s.chargeBack(m, news, at)
	}
	fitting := s.refundsOf(m.suspenseID(), news)
	switch {
	case len(fitting) == 0:
		return s.reverse(m.received, news, at)
	case len(fitting) > 1:
		return s.awaitPerson(news, at)
	case fitting[0].Status == RefundStatusSucceeded: // the news calls it by another of its ids
		return nil
	}
	events, err := SucceedRefund(s, SucceedRefundCmd{RefundID: fitting[0].RefundID, Kind: news.Kind, ReversalID: news.ReversalID, At: at})
	if err != nil {
		return s.reverse(m.received, news, at)
	}
	return events
}

// cancelUnsent cancels the refunds of the money that the provider can't have.
func (s State) cancelUnsent(suspenseID int64, why string, at time.Time) (events []domain.Event) {
	for _, r := range s.Refunds {
		if r.IsOpen() && !r.MayBeAtProvider() && r.SuspenseID == suspenseID {
			events = append(events, s.cancelRefund(r, ByProvider, why, at))
		}
	}
	return events
}

// awaitPerson keeps news that two refunds fit, until one of their ids is known, or AssignReversal.
func (s State) awaitPerson(news Reversal, at time.Time) []domain.Event {
	before, waited := s.WaitingReversal(news.ReversalID)
	if waited && before.Undecided && !before.Unconfirmed {
		return nil
	}
	return []domain.Event{ReversalReported{
		Identity: s.Identity, Reversal: news, Undecided: true, Waited: waited, WasUndecided: before.Undecided, At: at,
	}}
}

// refundsOf finds the refunds that the news can be the outcome of: the one that has its id, or else those of this amount that
// the provider may have without our knowing their ids. A void has an id of its own, whatever the refund was called before.
func (s State) refundsOf(suspenseID int64, news Reversal) (fitting []RefundOf) {
	c, _ := s.credit(suspenseID)
	for _, r := range s.Refunds {
		isOf := r.SuspenseID == suspenseID && r.Method != MethodTransfer
		if isOf && r.isCalled(news.ReversalID) && (r.Status == RefundStatusSucceeded || r.MayBeAtProvider()) {
			return []RefundOf{r}
		}
		isUnnamed, isAmount := r.ProviderID == "", news.Amount.IsZero() || r.Amount.Equal(news.Amount)
		if news.Kind == Void { // it has the id of its money, and takes all of it
			isUnnamed, isAmount = true, r.Amount.Equal(c.left())
		}
		if isOf && r.MayBeAtProvider() && isUnnamed && isAmount {
			fitting = append(fitting, r)
		}
	}
	return fitting
}

// moneyOfRefund finds the money among these of the refund that the provider calls so, or once called so.
func (s State) moneyOfRefund(among []received, id string) (m received, is bool) {
	i := slices.IndexFunc(s.Refunds, func(r RefundOf) bool { return r.isCalled(id) || slices.Contains(r.FormerIDs, id) })
	if i < 0 {
		return m, false
	}
	j := slices.IndexFunc(among, func(m received) bool { return m.is(s.Refunds[i].SuspenseID) })
	if j < 0 {
		return m, false
	}
	return among[j], true
}

// coversReturn reports whether refunds that the merchant asked for are why a provider says that the payment was given back.
func (s State) coversReturn(id string) bool {
	money := s.named(id)
	if len(money) != 1 || money[0].credit == nil {
		return false
	}
	sum := s.refunded(money[0].suspenseID())
	for _, r := range s.Refunds {
		if r.SuspenseID == money[0].suspenseID() && r.Method != MethodTransfer && r.MayBeAtProvider() {
			sum = sum.Add(r.Amount)
		}
	}
	return !sum.LessThan(money[0].receipt().PaidAmount)
}

// mayTake reports whether a chargeback may take more than is left of the money: what a refund gave back too. Both took it, and
// the client bears both.
func (s State) mayTake(m received, news Reversal) bool {
	return news.Kind == Chargeback && m.credit != nil && s.isWithinRefunded(m, news)
}

// mayOverlap reports whether a refund made at the provider may take more than is left of the money, because a chargeback took what
// our refunds gave back, too: the provider counts what refunds gave back alone. Only a person can tell it from a refund of ours
// that failed without our knowing.
func (s State) mayOverlap(m received, news Reversal) bool {
	if news.Kind != Refund || m.credit == nil {
		return false
	}
	charged := decimal.Zero
	for _, d := range s.Reversals {
		if d.SuspenseID == m.suspenseID() && d.Kind == Chargeback && !d.Returned {
			charged = charged.Add(d.Took.Reversal.Amount)
		}
	}
	return news.takesAtMost(m.left().Add(decimal.Min(charged, s.refunded(m.suspenseID()))))
}

// isWithinRefunded reports whether the news takes at most what is left of the money and what refunds gave back.
func (s State) isWithinRefunded(m received, news Reversal) bool {
	return news.takesAtMost(m.left().Add(s.refunded(m.suspenseID())))
}

// refunded is how much of the money the provider gave back by refunds that the merchant asked for, in rupiah.
func (s State) refunded(suspenseID int64) (sum decimal.Decimal) {
	for _, d := range s.Reversals {
		if d.SuspenseID == suspenseID && d.Took.RefundID != 0 && d.Took.Paid == nil && !d.Returned {
			sum = sum.Add(d.Took.Reversal.Amount)
		}
	}
	return sum
}

// TookReversal reports whether a reversal of credited money with this id was posted and has not come back.
func (s State) TookReversal(id string) bool {
	return slices.ContainsFunc(s.Reversals, func(d DecidedReversal) bool {
		return d.ReversalID == id && !d.Contradicted && !d.Returned && d.Took.IsOfCredit()
	})
}

// ReturnReversalCmd says that money that had gone back is here again. Code is the provider's word for why.
type ReturnReversalCmd struct {
	ReversalID, Code string
	At               time.Time
}

// ReturnReversal gives the client back what a reversal took. A refund that it was the success of has failed. Another reversal may
// have waited for this, and is then decided. What still waited to be decided took nothing, and is over: ReversalContradicted. Checks:
//
//  1. payment_not_found
//  2. reversal_not_found: it is not known, or was contradicted, or took money out of suspense
//  3. it was returned before: nothing happens
func ReturnReversal(s State, cmd ReturnReversalCmd) ([]domain.Event, error) {
	if !s.Exists() {
		return nil, notFound()
	}
	if w, waits := s.WaitingReversal(cmd.ReversalID); waits {
		return s.decideWaiting([]domain.Event{ReversalContradicted{
			Identity: s.Identity, Reversal: w.Reversal, PreviousStatus: s.Status, Contradiction: CameBack, Waited: true,
			WasUndecided: w.Undecided, At: cmd.At,
		}}, cmd.At), nil
	}
	i := slices.IndexFunc(s.Reversals, func(d DecidedReversal) bool { return d.ReversalID == cmd.ReversalID })
	if i < 0 || s.Reversals[i].Contradicted || !s.Reversals[i].Took.IsOfCredit() {
		return nil, domain.Refuse(domain.NotFound, "reversal_not_found", "there is no such reversal of credited money")
	}
	d := s.Reversals[i]
	if d.Returned {
		return nil, nil
	}
	dispute, _ := s.disputeTakenBy(cmd.ReversalID)
	returned := ReversalReturned{
		Identity: d.Took.Identity, Reversal: d.Took.Reversal, SuspenseID: d.SuspenseID, ClientGets: d.Took.ClientBears,
		DisputeID: dispute.DisputeID, Fee: d.Took.Fee, VAT: d.Took.VAT, Paid: d.Took.Paid, Code: cmd.Code, At: cmd.At,
	}
	return s.decideExceeding(s.decideWaiting([]domain.Event{returned}, cmd.At), cmd.At), nil
}

// BounceRefund takes in the news that a refund failed after it had succeeded. Checks: payment_not_found, refund_not_found;
// then those of ReturnReversal. A refund that did not succeed changes nothing.
func BounceRefund(s State, id int64, code string, at time.Time) ([]domain.Event, error) {
	r, err := s.existingRefund(id)
	if err != nil || r.Status != RefundStatusSucceeded {
		return nil, err
	}
	return ReturnReversal(s, ReturnReversalCmd{ReversalID: r.ReversalID, Code: code, At: at})
}

// withReturned is the state after a ReversalReturned.
func (s State) withReturned(e ReversalReturned) State {
	s.Reversals = slices.Clone(s.Reversals)
	for i := range s.Reversals {
		if s.Reversals[i].ReversalID == e.ReversalID {
			s.Reversals[i].Returned = true
		}
	}
	if e.RefundID != 0 {
		s = s.withRefund(e.RefundID, func(r *RefundOf) { r.Status = RefundStatusFailed })
	}
	return s.withCredit(e.SuspenseID, func(c *Credit) {
		c.Reversed = c.Reversed.Sub(e.Reversal.Amount)
		if e.Paid != nil {
			c.PaidOtherwise = c.PaidOtherwise.Sub(e.Reversal.Amount)
		}
	})
}
