package books

import (
	"context"
	"time"

	"gateway/domain/balance"
	"gateway/domain/calendar"
	"gateway/domain/payment"
	"gateway/eventstore"
	"gateway/projections/engine"

	"github.com/shopspring/decimal"
)

// Late is money that was booked after a period, with a value date in it.
type Late struct {
	// Leaf is the number of the event in the log, counted from 0. It is that of its leaf in the Merkle tree, and the same in
	// every store.
	Leaf int64 `json:"leaf"`
	// Event is the wire name of the event.
	Event     string `json:"event"`
	Reference string `json:"reference"`
	// Amount is how much the event moved between accounts, in rupiah.
	Amount decimal.Decimal `json:"amount"`
	// ValueDate is a day of the period's calendar.
	ValueDate string    `json:"value_date"`
	BookedAt  time.Time `json:"booked_at"`
}

// LateIn calls visit with what was booked in a part of the log and concerns a period: it has a value date in the period, or
// reverses a payment or a payout that was booked in it. The period is from the day that begins at from, up to
// the one that begins at until, which is exclusive, in log order. leaf is the number of the first event of the part. It
// reads the whole part.
func (r Reader) LateIn(
	ctx context.Context, at Stretch, leaf int64, days calendar.Calendar, from, until time.Time, visit func(Late) error,
) error {
	var d decoder
	first, end := days.DayOf(from), days.DayOf(until)
	leaf--
	return engine.ReadPages(ctx, r.Log.Store(), at.After, at.Through, func(page []eventstore.Recorded) error {
		for _, event := range page {
			leaf++
			if !Posts(event.Stream) {
				continue
			}
			e, err := d.event(event)
			if err != nil {
				return err
			}
			if !e.moves() {
				continue
			}
			day := e.valueDay(days)
			concerns := func(day string) bool { return first <= day && day < end }
			if !concerns(day) {
				turned, err := r.turnedRound(ctx, event, e.Reference)
				if err != nil {
					return err
				}
				if turned.IsZero() || !concerns(days.DayOf(turned)) {
					continue
				}
			}
			late := Late{Leaf: leaf, Event: event.Type, Reference: e.Reference, ValueDate: day, BookedAt: event.BookedAt.UTC()}
			for _, p := range e.Postings {
				if p.Amount.IsPositive() {
					late.Amount = late.Amount.Add(p.Amount)
				}
			}
			if err := visit(late); err != nil {
				return err
			}
		}
		return nil
	})
}

// turnedRound returns when that was booked which an event reverses: the payment of a reversal, or the payout that came
// back. It is zero for other events, and where that is not found.
func (r Reader) turnedRound(ctx context.Context, event eventstore.Recorded, reference string) (time.Time, error) {
	switch event.Type {
	case balance.PaymentReversed{}.EventType():
		events, err := r.eventsOf(ctx, payment.Stream(reference))
		for _, e := range events {
			if paid, ok := e.(payment.Paid); ok {
				return paid.At, err
			}
		}
		return time.Time{}, err
	case balance.PayoutReversed{}.EventType():
		return r.paidOut(ctx, event, reference)
	}
	return time.Time{}, nil
}

// paidOut returns when the payout was booked that an event of the same stream says came back. It reads back from that event.
func (r Reader) paidOut(ctx context.Context, event eventstore.Recorded, reference string) (time.Time, error) {
	var d decoder
	for from := event.Revision - 1; from >= 0; {
		page, err := r.Log.Store().ReadStream(ctx, event.Stream, from, eventstore.Backwards, engine.FirstPage)
		if err != nil || len(page) == 0 {
			return time.Time{}, err
		}
		for _, earlier := range page {
			from = earlier.Revision - 1
			if earlier.Type != (balance.PayoutCompleted{}).EventType() {
				continue
			}
			if e, err := d.event(earlier); err != nil || e.Reference == reference {
				return e.At, err
			}
		}
	}
	return time.Time{}, nil
}

// valueDay returns the day of the value date; a treasury entry names the day itself.
func (e movementEvent) valueDay(days calendar.Calendar) string {
	if _, err := time.Parse(time.DateOnly, e.ValueDate); err == nil {
		return e.ValueDate
	}
	return days.DayOf(e.valueDate())
}
