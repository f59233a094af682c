package reactor

import (
	"context"
	"time"

	"gateway/domain/report"
	"gateway/eventstore"
)

// savedPlace returns the saved cursor, which goes back in a new generation of the log: events of
// bookings may be lost that were made after the last surviving event, however long ago
// that is. Where the cursor went back, this process does as well.
func (r *ProviderListing) savedPlace(ctx context.Context) (report.ListingPlace, error) {
	saved, err := r.cursor.ListingCursor(ctx)
	if err != nil {
		return saved, err
	}
	g, err := eventstore.ReadGeneration(ctx, r.reports.Log.Store())
	if err != nil {
		return saved, err
	}
	known := g.Number
	switch {
	case saved.Generation != nil:
		known = *saved.Generation
	case saved.At.IsZero(): // the cursor was lost, or there was none: of an import, at least
		known = g.Number - 1
	}
	if known < g.Number {
		lost, began, err := eventstore.EventsLostSince(ctx, r.reports.Log.Store(), known)
		if err != nil {
			return saved, err
		}
		if began && !lost.IsZero() && (saved.At.IsZero() || lost.Before(saved.At)) {
			saved.At = lost
		}
	}
	if saved.Resets != r.resets || g.Number != r.generation {
		r.at, r.seen, r.waiting = time.Time{}, make(seenBookings), make(waitingBookings)
		r.resets, r.generation = saved.Resets, g.Number
	}
	return saved, nil
}
