package simulation

import (
	"slices"
	"time"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/balance"
	"gateway/domain/payment"
	"gateway/eventstore"
)

// rules are rules that the end of a run does not show, but the order of the log does.
type rules struct {
	*world
	pending   map[int64]int64     // by client: the withdrawal that is pending
	suspended map[int64]time.Time // by client: when the event that suspended it was appended
	review    map[string]int      // by transaction_id: money that waits in suspense
	settled   map[int64]bool      // by suspense id: whether the provider settled the money
	sent      map[int64]bool      // refunds
	asked     map[string][]string // by transaction_id: the keys of notifications that wait for confirmation
}

// checkRules goes through the log once.
func (w *world) checkRules() {
	r := rules{w, map[int64]int64{}, map[int64]time.Time{}, map[string]int{}, map[int64]bool{}, map[int64]bool{}, map[string][]string{}}
	orders, refunds := newOrderRules(w), newRefundRules(w)
	disputes := newDisputeRules(w, refunds)
	for _, e := range w.events() {
		orders.check(e.Event)
		disputes.check(e)
		refunds.check(e)
		r.checkWithdrawals(e.Event)
		r.checkSuspension(e)
		r.checkPayments(e.Event)
	}
}

// checkWithdrawals: a client has at most one pending withdrawal (API reference: Withdrawals).
func (r rules) checkWithdrawals(event domain.Event) {
	switch e := event.(type) {
	case balance.WithdrawalRequested:
		if other, another := r.pending[e.Order.ClientID]; another {
			r.fail("client %d asked for the withdrawal %d while %d was pending", e.Order.ClientID, e.ID, other)
		}
		r.pending[e.Order.ClientID] = e.ID
	case balance.PayoutApproved:
		r.noLongerPending(e.Order)
	case balance.PayoutRejected:
		r.noLongerPending(e.Order)
	case balance.PayoutCancelled:
		r.noLongerPending(e.Order)
	}
}

func (r rules) noLongerPending(o balance.Order) {
	if o.Kind == withdrawal {
		delete(r.pending, o.ClientID)
	}
}

// suspendedFor is how long it may take until work in progress notices a suspension.
const suspendedFor = time.Minute

// checkSuspension: a suspended client requests nothing, and none of its payouts is sent that was not sent
// before (States: Client).
func (r rules) checkSuspension(e eventstore.Envelope) {
	switch event := e.Event.(type) {
	case account.Suspended:
		r.suspended[event.ClientID] = r.bookedAt(e)
	case account.Reactivated:
		delete(r.suspended, event.ClientID)
	case payment.Requested:
		r.mustBeActive(event.ClientID, e, event.At, "asked for a payment")
	case balance.WithdrawalRequested:
		r.mustBeActive(event.Order.ClientID, e, event.Order.RequestedAt, "asked for a withdrawal")
	case balance.SettlementRequested:
		r.mustBeActive(event.Order.ClientID, e, event.Order.RequestedAt, "asked for a settlement")
	case payment.RefundRequested:
		r.mustBeActive(event.ClientID, e, event.At, "asked for a refund")
	case payment.RefundSubmitted:
		if event.Attempt == 1 && !r.sent[event.RefundID] { // a repetition has the same number
			r.mustBeActive(event.ClientID, e, event.At, "had a refund sent")
		}
		r.sent[event.RefundID] = true
	case balance.PayoutSubmitted:
		if event.Attempt == 1 {
			r.mustBeActive(event.ClientID, e, event.At, "had a payout sent")
		}
	}
}

// mustBeActive judges by the time of the decision, because a process may stand still for hours between the
// decision and its append. It makes no call during that time.
func (r rules) mustBeActive(client int64, e eventstore.Envelope, at time.Time, did string) {
	if since, is := r.suspended[client]; is && at.Sub(since) > suspendedFor {
		r.fail("client %d %s (%s@%d), and is suspended since %s", client, did, e.Stream, e.Revision, since)
	}
}

// bookedAt is when an event was appended, by the clock of the run. PostgreSQL has another clock.
func (r rules) bookedAt(e eventstore.Envelope) time.Time {
	if r.postgres != nil {
		return r.postgres.bookedAt(e)
	}
	return e.BookedAt
}

// heldUntilSettled returns the channels whose credits can't be withdrawn before SETTLED. In some runs it is one
// of the channels whose money also goes to suspense.
func (w *world) heldUntilSettled() []string {
	if w.seed%3 == 0 {
		return []string{"DANA", "QRIS"}
	}
	return []string{"DANA"}
}

// checkPayments: money of a held channel is held (Balance). A payment does not expire while money for it waits
// for an administrator, or was notified and is not confirmed yet.
func (r rules) checkPayments(event domain.Event) {
	switch e := event.(type) {
	case payment.Paid:
		if slices.Contains(r.heldUntilSettled(), e.ChannelCode) && e.SuspenseID == 0 && !e.Held {
			r.fail("%s was credited at once, and its channel is held until SETTLED", e.TransactionID)
		}
	case payment.Suspended:
		r.review[e.TransactionID]++
	case payment.SuspenseSettled:
		r.settled[e.SuspenseID] = true
	case payment.SuspenseReleased:
		r.review[e.TransactionID]--
		if slices.Contains(r.heldUntilSettled(), e.ChannelCode) && !e.Held && !r.settled[e.SuspenseID] {
			r.fail("%s was released at once, and its channel is held until SETTLED", e.TransactionID)
		}
	case payment.SuspenseRefunded:
		r.review[e.TransactionID]--
	case payment.SuspenseReopened:
		r.review[e.TransactionID]++
	case payment.Reversed:
		delete(r.review, e.TransactionID) // it may have closed the entry
	case payment.Reported:
		r.answer(e.TransactionID, e.Key())
		r.asked[e.TransactionID] = append(r.asked[e.TransactionID], e.Key())
	case payment.ReportAnswered:
		r.answer(e.TransactionID, e.Key())
	case payment.Contradicted:
		r.answer(e.TransactionID, e.Key())
	case payment.Expired:
		if len(r.asked[e.TransactionID]) > 0 {
			r.fail("%s expired while a notification of money waits to be confirmed", e.TransactionID)
		}
		if r.review[e.TransactionID] > 0 {
			r.fail("%s expired while money for it waits in suspense", e.TransactionID)
		}
	}
}

// answer ends the wait of a notification.
func (r rules) answer(transactionID, key string) {
	r.asked[transactionID] = slices.DeleteFunc(r.asked[transactionID], func(k string) bool { return k == key })
}
