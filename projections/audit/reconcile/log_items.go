package reconcile

import (
	"cmp"
	"context"
	"slices"
	"time"

	"gateway/domain/balance"
	"gateway/domain/connection"
	"gateway/domain/difference"
	"gateway/domain/ledger"
	"gateway/domain/payment"
	"gateway/domain/report"
	"gateway/domain/treasury"
	"gateway/eventstore"
)

// concernedTypes are the name prefixes of the events that are read.
var concernedTypes = []string{"payment.", "refund.", "payout.", "balance.", "treasury.", "provider_fee.", "settlement_row."}

// period selects items of the log: those in a time range, and those of any time whose reference the provider
// booked in that range.
type period struct {
	// connection is the one whose events count.
	connection string
	from, to   time.Time
	references map[string]bool
}

func (p period) contains(t time.Time) bool { return !t.Before(p.from) && t.Before(p.to) }

// logSide holds what the log has: the items of a period and the terms of the equation.
type logSide struct {
	period period
	items  items
	// last is the reference of each payout's last attempt, by balance.Order.Name, transfers that of each refund by
	// transfer.
	last      map[string]string
	transfers map[int64]string
	money     money
}

func newLogSide(p period) *logSide {
	return &logSide{
		period: p, items: newItems(), last: make(map[string]string), transfers: make(map[int64]string), money: newMoney(p.connection),
	}
}

// readLog reads the log from a beginning to its head. It dates payments by the provider's time and payouts by
// our time of submission. Statuses are those at the head of the log.
func readLog(ctx context.Context, log *eventstore.Log, b beginning, p period, progress func(eventstore.Position)) (*logSide, error) {
	l := newLogSide(p)
	head, err := log.Store().Head(ctx)
	if err == nil {
		err = l.begin(ctx, log, b)
	}
	if err != nil {
		return nil, err
	}
	err = readMoney(ctx, log, b.after, head, func(e eventstore.Envelope) error { l.take(e); return nil }, progress)
	return l, err
}

// take folds an event, unless it is about another connection. An event of a payout may name none: it was not ordered,
// or a former version wrote that it was refused.
func (l *logSide) take(e eventstore.Envelope) {
	l.money.foldTransfer(e.Event)
	l.foldTransfer(e)
	if of, ok := e.Event.(connection.Of); ok && of.OfConnection() != "" && of.OfConnection() != l.period.connection {
		return
	}
	l.money.fold(e)
	l.fold(e)
}

// add adds an item if it is in the period, or if the provider booked its reference in the period.
func (l *logSide) add(kind, reference string, e eventstore.Envelope, i Item) {
	i.Position, i.At, i.otherDay = e.Position.Commit, i.At.UTC(), !l.period.contains(i.At)
	if !i.otherDay || l.period.references[reference] {
		l.items.add(kind, reference, &i)
	}
}

func (l *logSide) fold(e eventstore.Envelope) {
	switch event := e.Event.(type) {
	case payment.Paid:
		// An earlier event already received this money into suspense.
		if event.SuspenseID == 0 {
			l.receive(e, event.Identity, event.Receipt)
		}
	case payment.Suspended:
		l.receive(e, event.Identity, event.Receipt)
	case payment.Settled:
		l.settle(event.TransactionID, event.Receipt.ProviderPaymentID)
	case payment.SuspenseSettled:
		l.settle(event.TransactionID, l.money.keyOf(event.Identity, event.SuspenseID).paymentID)
	case payment.HoldEnded:
		if event.IsSettled() {
			l.settle(event.TransactionID, l.money.keyOf(event.Identity, event.SuspenseID).paymentID)
		}
	case payment.Reversed:
		l.reverse(e, event)
	case payment.ReversalReturned:
		l.giveBack(event)
	case balance.PayoutSubmitted:
		l.submit(e, event.Order, event.Reference, event.At)
	case balance.PayoutAdopted:
		l.submit(e, event.Order, event.Reference, event.At)
	case balance.PayoutAttemptFailed:
		l.end(event.Order, report.Failed)
	case balance.PayoutCompleted:
		if event.ProviderID == "" {
			l.end(event.Order, difference.ByHand)
			return
		}
		l.end(event.Order, report.Completed)
	case balance.PayoutFailed:
		l.end(event.Order, report.Failed)
	case balance.PayoutReversed:
		l.end(event.Order, report.Reversed)
	case treasury.Entered:
		l.enter(e, event)
	case treasury.FeeBooked:
		l.fee(e, event)
	case treasury.FeeReturned:
		l.items[kindFee][event.Reference] = slices.DeleteFunc(l.items[kindFee][event.Reference],
			func(i *Item) bool { return i.ID == event.BookingID })
	}
}

func (l *logSide) receive(e eventstore.Envelope, p payment.Identity, r payment.Receipt) {
	l.add(kindPayment, p.TransactionID, e, Item{
		ID: r.ProviderPaymentID, alias: r.ProviderID, Amount: r.PaidAmount, Status: report.Paid, At: r.PaidAt,
	})
}

func (l *logSide) settle(reference, paymentID string) {
	for _, i := range l.items[kindPayment][reference] {
		if i.ID == paymentID && i.Status == report.Paid {
			i.Status, i.Effect = report.Settled, i.Amount
		}
	}
}

// reverse adds money that was taken back. The provider books it separately, unless the reversal undid the
// payment. A refund that did not go back by the provider's refund is no reversal there (foldTransfer).
func (l *logSide) reverse(e eventstore.Envelope, event payment.Reversed) {
	if event.Paid != nil {
		return
	}
	if event.UndoesPayment() {
		id := l.money.keyOf(event.Identity, event.SuspenseID).paymentID
		for _, i := range l.items[kindPayment][event.TransactionID] {
			if i.ID == id {
				i.Status, i.Effect = report.Reversed, i.Effect.Sub(i.Effect)
			}
		}
		return
	}
	l.add(kindReversal, event.TransactionID, e, Item{
		ID: event.ReversalID, Amount: event.Reversal.Amount, Effect: event.Back().Neg(), Status: report.Completed, At: event.At,
	})
}

// submit adds a payout attempt that has its own or an adopted reference. A repeated attempt has the reference
// of the one before and adds nothing.
func (l *logSide) submit(e eventstore.Envelope, o balance.Order, reference string, at time.Time) {
	reference = cmp.Or(reference, o.Name())
	l.last[o.Name()] = reference
	if len(l.items[kindPayout][reference]) == 0 {
		l.add(kindPayout, reference, e, Item{
			ID: reference, Amount: o.Amount, Effect: o.Amount.Neg(), Status: report.Pending, At: at,
		})
	}
}

// end gives the last attempt the final status of its payout. The effect is 0 unless the transfer was
// completed.
func (l *logSide) end(o balance.Order, status report.Status) {
	for _, i := range l.items[kindPayout][l.last[o.Name()]] {
		i.Status = status
		if status != report.Completed {
			i.Effect = i.Effect.Sub(i.Effect)
		}
	}
}

// foldTransfer folds the events of refunds by transfer. The connection that pays books one as a payout; it need not be the
// connection of the payment. A refund that a person paid by hand is booked nowhere.
func (l *logSide) foldTransfer(e eventstore.Envelope) {
	switch event := e.Event.(type) {
	case payment.RefundSubmitted:
		if event.PaidBy != l.period.connection {
			return
		}
		l.transfers[event.RefundID] = event.Key
		if len(l.items[kindPayout][event.Key]) == 0 {
			amount := event.RefundOrder.Amount
			l.add(kindPayout, event.Key, e, Item{ID: event.Key, Amount: amount, Effect: amount.Neg(), Status: report.Pending, At: event.At})
		}
	case payment.RefundAttemptFailed:
		l.endTransfer(event.RefundID, report.Failed)
	case payment.RefundFailed:
		l.endTransfer(event.RefundID, report.Failed)
	case payment.Reversed:
		if event.Paid != nil && event.Paid.PaidBy == "" {
			l.endTransfer(event.RefundID, difference.ByHand)
			return
		}
		l.endTransfer(event.RefundID, report.Completed)
	case payment.ReversalReturned:
		l.endTransfer(event.RefundID, report.Reversed)
	}
}

// endTransfer gives the last attempt of a refund by transfer its final status. The effect is 0 unless it was completed.
func (l *logSide) endTransfer(refundID int64, status report.Status) {
	for _, i := range l.items[kindPayout][l.transfers[refundID]] {
		i.Status = status
		if status != report.Completed {
			i.Effect = i.Effect.Sub(i.Effect)
		}
	}
}

// giveBack undoes the effect of money that had been taken back and is here again.
func (l *logSide) giveBack(event payment.ReversalReturned) {
	if event.Paid != nil {
		return
	}
	for _, i := range l.items[kindReversal][event.TransactionID] {
		if i.ID == event.ReversalID {
			i.Status, i.Effect = report.Reversed, i.Effect.Sub(i.Effect)
		}
	}
}

// enter adds a treasury entry that changes our money at the provider.
func (l *logSide) enter(e eventstore.Envelope, entry treasury.Entered) {
	atProvider := slices.DeleteFunc(slices.Clone(entry.Postings), func(p ledger.Posting) bool { return !l.money.holds(p.Account) })
	effect := ledger.Sum(atProvider).Neg()
	if effect.IsZero() {
		return
	}
	status := report.Completed
	if entry.Kind == treasury.Opening {
		status = difference.Opening
	}
	l.add(kindOwnMoney, entry.Reference, e, Item{ID: entry.Reference, Amount: entry.Amount, Effect: effect, Status: status, At: entry.At})
}

// fee adds a fee if its payment or payout is selected. The provider books the fee on the same day.
func (l *logSide) fee(e eventstore.Envelope, f treasury.FeeBooked) {
	total := f.Fee.Add(f.VAT)
	i := &Item{
		ID: f.BookingID, Amount: total, Effect: total.Neg(), Status: report.Completed, At: f.ValueDate.UTC(), Position: e.Position.Commit,
		otherDay: !slices.ContainsFunc([]string{kindPayment, kindPayout}, func(kind string) bool { return l.ofPeriod(kind, f.Reference) }),
	}
	if !i.otherDay || l.period.references[f.Reference] {
		l.items.add(kindFee, f.Reference, i)
	}
}

func (l *logSide) ofPeriod(kind, reference string) bool {
	return slices.ContainsFunc(l.items[kind][reference], func(i *Item) bool { return !i.otherDay })
}
