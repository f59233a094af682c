package verify

import (
	"context"
	"time"

	"gateway/domain/balance"
	"gateway/domain/payment"
	"gateway/eventstore"
	"gateway/projections/engine"

	"github.com/shopspring/decimal"
)

// posted checks that every payment event that moves money is booked exactly once, with its amount. It matches
// bookings by subject, because positions change when a log moves to another store. It also checks the
// position that a booking names, when the position is of this store.
type posted struct {
	store string
	// due are the payment events that are not booked yet.
	due map[subjectOf]booking
	// reached is the position that the posting reactor has handled, including what it parked; later events
	// may wait. It is nil in a check before a move, when nothing may wait.
	reached *eventstore.Position
	now     time.Time // when the newest event was written
	refunds refundHolds
}

// subjectOf identifies what a booking is for: the credit or settlement of a transaction, or one of the three
// steps of money in suspense.
type subjectOf struct {
	event     string
	reference string
	suspense  int64
}

type booking struct {
	subject  string
	client   int64
	net      decimal.Decimal
	position eventstore.Position
	created  time.Time
}

// reversal identifies a reversal of a payment, which may have several.
func reversal(transactionID, reversalID string) subjectOf {
	return subjectOf{event: "reversal " + reversalID, reference: transactionID}
}

func newPosted(store string) *posted {
	return &posted{store: store, due: make(map[subjectOf]booking), refunds: newRefundHolds()}
}

func (p *posted) name() string { return "every payment is booked exactly once" }

func (p *posted) observe(e eventstore.Envelope, r *Report) {
	if e.BookedAt.After(p.now) {
		p.now = e.BookedAt
	}
	p.observeRefund(e, r)
	switch event := e.Event.(type) {
	case payment.Paid:
		if event.SuspenseID == 0 {
			p.expect(e, subjectOf{"credited", event.TransactionID, 0}, event.ClientID, event.Net)
		}
	case payment.Settled:
		if event.FromUnsettled.IsPositive() {
			p.expect(e, subjectOf{"settled", event.TransactionID, 0}, event.ClientID, event.FromUnsettled)
		}
	case payment.HoldEnded:
		p.expect(e, subjectOf{"hold ended", event.TransactionID, event.SuspenseID}, event.ClientID, event.FromUnsettled)
	case payment.Reversed:
		if back := event.Back(); back.IsPositive() {
			p.expect(e, reversal(event.TransactionID, event.ReversalID), event.ClientID, back)
		}
	case payment.DisputeOpened:
		if event.ReversalID == "" {
			p.expect(e, subjectOf{"dispute held", event.TransactionID, event.DisputeID}, event.ClientID, event.DisputeOrder.Amount)
		}
	case payment.DisputeDecided:
		if event.Released.IsPositive() {
			p.expect(e, subjectOf{"dispute released", event.TransactionID, event.DisputeID}, event.ClientID, event.Released)
		}
	case payment.Suspended:
		p.expect(e, subjectOf{"received", "", event.SuspenseID}, event.ClientID, event.PaidAmount)
	case payment.SuspenseReleased:
		p.expect(e, subjectOf{"released", "", event.SuspenseID}, event.ClientID, event.Net)
	case payment.SuspenseRefunded:
		if !event.WaitsForProvider() {
			p.expect(e, subjectOf{"refunded", "", event.SuspenseID}, event.ClientID, event.PaidAmount)
		}
	case balance.Credited:
		p.book(e, subjectOf{"credited", event.Reference, 0}, event.Source, event.ClientID, event.Net, r)
	case balance.Settled:
		p.book(e, subjectOf{"settled", event.Reference, 0}, event.Source, event.ClientID, event.Net, r)
	case balance.HoldEnded:
		p.book(e, subjectOf{"hold ended", event.Reference, event.SuspenseID}, event.Source, event.ClientID, event.Amount, r)
	case balance.PaymentReversed:
		p.book(e, reversal(event.Reference, event.ReversalID), event.Source, event.ClientID, event.Amount, r)
	case balance.DisputeHeld:
		p.book(e, subjectOf{"dispute held", event.Reference, event.DisputeID}, event.Source, event.ClientID, event.Amount, r)
	case balance.DisputeReleased:
		p.book(e, subjectOf{"dispute released", event.Reference, event.DisputeID}, event.Source, event.ClientID, event.Amount, r)
	case balance.SuspenseReceived:
		p.book(e, subjectOf{"received", "", event.SuspenseID}, event.Source, event.ClientID, event.Amount, r)
	case balance.SuspenseReleased:
		p.book(e, subjectOf{"released", "", event.SuspenseID}, event.Source, event.ClientID, event.Net, r)
	case balance.SuspenseRefunded:
		p.book(e, subjectOf{"refunded", "", event.SuspenseID}, event.Source, event.ClientID, event.Amount, r)
	}
}

func (p *posted) expect(e eventstore.Envelope, about subjectOf, client int64, net decimal.Decimal) {
	p.due[about] = booking{subject: subject(e), client: client, net: net, position: e.Position, created: e.BookedAt}
}

func (p *posted) book(
	e eventstore.Envelope, about subjectOf, source balance.Source, client int64, net decimal.Decimal, r *Report,
) {
	due, ok := p.due[about]
	named := eventstore.Position{Commit: source.Commit, Prepare: source.Prepare}
	switch {
	case !ok:
		r.addFinding(p.name(), subject(e), "books position %d, which is no payment or is booked already", source.Commit)
	case due.client != client:
		r.addFinding(p.name(), subject(e), "books client %d what %s says of client %d", client, due.subject, due.client)
	case !due.net.Equal(net):
		r.addFinding(p.name(), subject(e), "books %s, but %s says %s", net, due.subject, due.net)
	case source.Store == p.store && named != due.position:
		r.addFinding(p.name(), subject(e), "names position %d, but it books %s", source.Commit, due.subject)
	}
	delete(p.due, about)
}

// Unposted reads the whole log and returns the payment events that are not booked because posting lags or a
// client is parked. A log may only be moved to another store when there are none.
func Unposted(ctx context.Context, log *eventstore.Log, progress func(eventstore.Position)) ([]Finding, error) {
	head, err := log.Store().Head(ctx)
	if err != nil {
		return nil, err
	}
	p, r := newPosted(log.Store().ID()), &Report{}
	err = engine.Walk(ctx, log, head, func(events []eventstore.Envelope) error {
		for _, e := range events {
			p.observe(e, r)
		}
		if progress != nil {
			progress(events[len(events)-1].Position)
		}
		return nil
	})
	p.finish(r)
	return r.Findings, err
}

func (p *posted) finish(r *Report) {
	for _, due := range p.due {
		if p.reached != nil && p.reached.Before(due.position) && p.now.Sub(due.created) < patience {
			r.addWaiting(p.name(), due.subject, "is about to be booked")
			continue
		}
		r.addFinding(p.name(), due.subject, "is not booked")
	}
}
