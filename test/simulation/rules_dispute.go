package simulation

import (
	"slices"

	"gateway/domain/balance"
	"gateway/domain/ledger"
	"gateway/domain/payment"
	"gateway/eventstore"

	"github.com/shopspring/decimal"
)

// disputeRulesOfLog are the rules of disputes that hold at every position of the log.
type disputeRulesOfLog struct {
	*world
	refunds  *refundRulesOfLog
	disputes map[int64]*loggedDispute
	// attempts are the last attempts of the refunds, and failed those that certainly made nothing.
	attempts map[int64]int
	failed   map[int64]bool
}

// loggedDispute is a dispute as the log tells it.
type loggedDispute struct {
	money      refundedMoney
	providerID string
	amount     decimal.Decimal
	status     string
	// held: the payment's stream says that the money is held. taken: a chargeback took it.
	held, taken, returned bool
}

func (d *loggedDispute) isOpen() bool {
	return d.status == payment.DisputeStatusNeedsResponse || d.status == payment.DisputeStatusUnderReview
}

func newDisputeRules(w *world, refunds *refundRulesOfLog) *disputeRulesOfLog {
	return &disputeRulesOfLog{w, refunds, map[int64]*loggedDispute{}, map[int64]int{}, map[int64]bool{}}
}

// over finds the dispute about the money that is open, or holds it.
func (r *disputeRulesOfLog) over(m refundedMoney) (id int64, d *loggedDispute) {
	for id, d := range r.disputes {
		if d.money == m && (d.isOpen() || d.held) {
			return id, d
		}
	}
	return 0, nil
}

// check goes before the check of the rules of refunds, whose state is that before the event.
func (r *disputeRulesOfLog) check(e eventstore.Envelope) {
	r.checkDispute(e)
	r.checkRefund(e)
	r.checkMoney(e)
}

// checkDispute: a money has one dispute at a time, and no refund of it is left that the provider can't have. A dispute that was won
// changes no more, one that was accepted or expired ends once, and nothing of a dispute ends before it was opened.
func (r *disputeRulesOfLog) checkDispute(e eventstore.Envelope) {
	switch event := e.Event.(type) {
	case payment.DisputeOpened:
		r.checkOpened(event)
	case payment.DisputeForwarded:
		r.turn(event.DisputeID, payment.DisputeStatusUnderReview, payment.DisputeStatusNeedsResponse, payment.DisputeStatusExpired)
	case payment.DisputeAccepted:
		r.turn(event.DisputeID, payment.DisputeStatusAccepted, payment.DisputeStatusNeedsResponse)
	case payment.DisputeExpired:
		r.turn(event.DisputeID, payment.DisputeStatusExpired, payment.DisputeStatusNeedsResponse)
	case payment.DisputeDecided:
		r.checkDecided(event)
	}
}

func (r *disputeRulesOfLog) checkOpened(e payment.DisputeOpened) {
	m := refundedMoney{e.TransactionID, e.SuspenseID}
	if id, other := r.over(m); other != nil {
		r.fail("the dispute %d of %s is opened while %d is about the same money", e.DisputeID, e.TransactionID, id)
	}
	for id, d := range r.disputes {
		if id == e.DisputeID || d.money.transactionID == e.TransactionID && d.providerID == e.ProviderDisputeID {
			r.fail("the dispute %d of %s (%s) is opened again as %d", id, e.TransactionID, e.ProviderDisputeID, e.DisputeID)
		}
	}
	for id, f := range r.refunds.refunds {
		if f.money == m && !f.ended && (!f.sent || r.failed[id]) {
			r.fail("the refund %d of %s is not at the provider, and outlives a dispute", id, e.TransactionID)
		}
	}
	r.disputes[e.DisputeID] = &loggedDispute{
		money: m, providerID: e.ProviderDisputeID, amount: e.DisputeOrder.Amount, status: payment.DisputeStatusNeedsResponse,
		held: e.ReversalID == "", taken: e.ReversalID != "",
	}
}

// turn changes the status of a dispute, which must be one of those before.
func (r *disputeRulesOfLog) turn(id int64, to string, from ...string) *loggedDispute {
	d := r.disputes[id]
	if d == nil || !slices.Contains(from, d.status) {
		r.fail("the dispute %d turns to %s, and was %+v", id, to, d)
		d = &loggedDispute{}
	}
	d.status = to
	return d
}

// checkDecided: a dispute that is won releases its hold, once; one that is lost keeps it.
func (r *disputeRulesOfLog) checkDecided(e payment.DisputeDecided) {
	d := r.turn(e.DisputeID, e.Outcome, payment.DisputeStatusNeedsResponse, payment.DisputeStatusUnderReview,
		payment.DisputeStatusAccepted, payment.DisputeStatusExpired, payment.DisputeStatusLost)
	released := decimal.Zero
	if e.Outcome == payment.DisputeStatusWon && d.held {
		released, d.held = d.amount, false
	}
	if !e.Released.Equal(released) {
		r.fail("the dispute %d of %s is %s and releases %s, not %s", e.DisputeID, e.TransactionID, e.Outcome, e.Released, released)
	}
}

// checkRefund: no refund of disputed money is asked for, and none is sent by an attempt that began after the dispute was opened.
func (r *disputeRulesOfLog) checkRefund(e eventstore.Envelope) {
	switch event := e.Event.(type) {
	case payment.RefundRequested:
		if id, d := r.over(refundedMoney{event.TransactionID, event.SuspenseID}); d != nil {
			r.fail("the refund %d of %s is asked for while its money is disputed (%d)", event.RefundID, event.TransactionID, id)
		}
	case payment.RefundSubmitted:
		id, d := r.over(refundedMoney{event.TransactionID, event.SuspenseID})
		if d != nil && event.Attempt != r.attempts[event.RefundID] {
			r.fail("the attempt %d of the refund %d of %s is made while its money is disputed (%d)", event.Attempt, event.RefundID, event.TransactionID, id)
		}
		r.attempts[event.RefundID], r.failed[event.RefundID] = event.Attempt, false
	case payment.RefundAttemptFailed:
		r.failed[event.RefundID] = true
	}
}

// checkMoney: a chargeback takes what is held for the dispute about its money first, and only what it takes above that from what
// the client has otherwise. What it took comes back at most once.
func (r *disputeRulesOfLog) checkMoney(e eventstore.Envelope) {
	switch event := e.Event.(type) {
	case payment.Reversed:
		id, d := r.over(refundedMoney{event.TransactionID, event.SuspenseID})
		switch {
		case event.Kind != payment.Chargeback || !event.IsOfCredit() || d == nil || !d.held:
			if event.DisputeID != 0 && event.Kind != payment.Chargeback {
				r.fail("%s of %s is of the dispute %d", event.Kind, event.TransactionID, event.DisputeID)
			}
		case event.DisputeID != id:
			r.fail("the chargeback %s of %s is of the dispute %d, not of %d, which holds its money", event.ReversalID, event.TransactionID, event.DisputeID, id)
		default:
			d.held, d.taken = false, true
		}
	case payment.ReversalReturned:
		if d := r.disputes[event.DisputeID]; d != nil {
			if d.returned || !d.taken {
				r.fail("what the dispute %d of %s took comes back, and was not taken or came back before", event.DisputeID, event.TransactionID)
			}
			d.returned = true
		}
	case balance.PaymentReversed:
		r.checkTaken(e, event)
	}
}

func (r *disputeRulesOfLog) checkTaken(e eventstore.Envelope, event balance.PaymentReversed) {
	d := r.disputes[event.DisputeID]
	if d == nil {
		return
	}
	others := decimal.Zero
	for _, p := range event.Postings {
		switch p.Account {
		case ledger.Available(event.ClientID), ledger.Unsettled(event.ClientID), ledger.Receivable(event.ClientID):
			others = others.Add(p.Amount)
		}
	}
	if want := d.amount.Sub(event.Amount); !others.Equal(want) {
		r.fail("%s@%d: the chargeback of %s moves %s outside of the %s that are held for the dispute %d, not %s",
			e.Stream, e.Revision, event.Amount, others, d.amount, event.DisputeID, want)
	}
}
