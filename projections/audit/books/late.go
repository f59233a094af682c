package books

import (
	"context"
	"time"

	"gateway/domain/calendar"
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

// LateIn calls visit with what was booked in a part of the log and has a value date from the day that begins at from, up to
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
			day := e.valueDay(days)
			if !e.moves() || day < first || day >= end {
				continue
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

// valueDay returns the day of the value date; a treasury entry names the day itself.
func (e movementEvent) valueDay(days calendar.Calendar) string {
	if _, err := time.Parse(time.DateOnly, e.ValueDate); err == nil {
		return e.ValueDate
	}
	return days.DayOf(e.valueDate())
}
