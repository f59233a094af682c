package reconcile

import (
	"cmp"
	"context"
	"strings"
	"time"

	"gateway/domain/balance"
	"gateway/domain/payment"
	"gateway/domain/report"
	"gateway/eventstore"
	"gateway/projections/engine"
)

// The kinds of items.
const (
	kindPayment = "payment"
	kindPayout  = "payout"
)

// ByHand is the status of a payout that a person made after the provider had failed
// to.
const ByHand report.Status = "BY_HAND"

// logItems reads the log for the payments received, at the provider's time, and the
// payouts submitted, at our time, that are wanted. Their status is the one at the end
// of the log.
func logItems(
	ctx context.Context, log *eventstore.Log, wanted func(reference string, at time.Time) bool, progress func(eventstore.Position),
) (map[string]itemsByReference, error) {
	f := &folding{wanted: wanted, payments: make(itemsByReference), payouts: make(itemsByReference), last: make(map[string]string)}
	head, err := log.Store().Head(ctx)
	if err != nil {
		return nil, err
	}
	err = engine.ReadPages(ctx, log.Store(), eventstore.Position{}, head, func(page []eventstore.Recorded) error {
		for _, r := range page {
			if !strings.HasPrefix(r.Type, "payment.") && !strings.HasPrefix(r.Type, "payout.") {
				continue
			}
			e, err := log.Decode(r)
			if err != nil {
				return err
			}
			f.fold(e)
		}
		if progress != nil {
			progress(page[len(page)-1].Position)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return map[string]itemsByReference{kindPayment: f.payments, kindPayout: f.payouts}, nil
}

type folding struct {
	wanted            func(reference string, at time.Time) bool
	payments, payouts itemsByReference
	// last is the reference of each payout's last attempt, by balance.Order.Name.
	last map[string]string
}

func (f *folding) fold(e eventstore.Envelope) {
	switch event := e.Event.(type) {
	case payment.Paid:
		// Money from suspense was received by an earlier event.
		if event.SuspenseID == 0 {
			f.receive(e, event.Identity, event.Receipt).waits = event.Held
		}
	case payment.Suspended:
		f.receive(e, event.Identity, event.Receipt)
	case payment.Settled:
		f.settle(event.Identity, event.Receipt.ProviderPaymentID)
	case balance.PayoutSubmitted:
		f.submit(e, event)
	case balance.PayoutAttemptFailed:
		f.end(event.Order, report.Failed)
	case balance.PayoutCompleted:
		if event.ProviderID == "" {
			f.end(event.Order, ByHand)
			return
		}
		f.end(event.Order, report.Completed)
	case balance.PayoutFailed:
		f.end(event.Order, report.Failed)
	case balance.PayoutReversed:
		f.end(event.Order, report.Reversed)
	}
}

func (f *folding) receive(e eventstore.Envelope, p payment.Identity, r payment.Receipt) *Item {
	i := &Item{
		ID: r.ProviderPaymentID, alias: r.ProviderID, Amount: r.PaidAmount, Status: report.Paid, At: r.PaidAt.UTC(),
		Position: e.Position.Commit,
	}
	if f.wanted(p.TransactionID, r.PaidAt) {
		f.payments[p.TransactionID] = append(f.payments[p.TransactionID], i)
	}
	return i
}

func (f *folding) settle(p payment.Identity, paymentID string) {
	for _, i := range f.payments[p.TransactionID] {
		if i.ID == paymentID {
			i.Status = report.Settled
		}
	}
}

// submit adds an attempt with a reference of its own. A repetition has that of the
// attempt before.
func (f *folding) submit(e eventstore.Envelope, s balance.PayoutSubmitted) {
	reference := cmp.Or(s.Reference, s.Name())
	f.last[s.Name()] = reference
	if !f.wanted(reference, s.At) || len(f.payouts[reference]) > 0 {
		return
	}
	f.payouts[reference] = []*Item{{
		ID: reference, Amount: s.Order.Amount, Status: report.Pending, At: s.At.UTC(), Position: e.Position.Commit,
	}}
}

// end gives the last attempt the status of its payout.
func (f *folding) end(o balance.Order, status report.Status) {
	for _, i := range f.payouts[f.last[o.Name()]] {
		i.Status = status
	}
}
