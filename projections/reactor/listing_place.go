package reactor

import (
	"context"
	"time"

	"gateway/domain/report"
	"gateway/eventstore"
)

// noteEvery is how far the cursor goes on before the log notes it: after a restore, at least
// as much of the books is read again.
const noteEvery = time.Hour

// savedPlace returns the saved cursor. In a new generation of the log it goes back to the last one
// that the surviving log notes: the events of all bookings after that may be lost, however
// long ago it is. Where the cursor went back, this process does as well.
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
		from, lost, err := eventstore.BooksLostSince(ctx, r.reports.Log.Store(), known)
		if err != nil {
			return saved, err
		}
		if lost && (saved.At.IsZero() || from.Before(saved.At)) {
			saved.At = from
		}
	}
	if saved.Resets != r.resets || g.Number != r.generation {
		r.at, r.seen, r.waiting = time.Time{}, make(seenBookings), make(waitingBookings)
		r.resets, r.generation, r.noted = saved.Resets, g.Number, time.Time{}
	}
	return saved, nil
}

// savePlace saves the cursor, and has the log note it at times: the log can be restored without
// the database that has the cursor.
func (r *ProviderListing) savePlace(ctx context.Context, at time.Time) error {
	if err := r.cursor.SaveListingCursor(ctx, report.ListingPlace{At: at, Generation: &r.generation, Resets: r.resets}); err != nil {
		return err
	}
	if at.Before(r.noted.Add(noteEvery)) {
		return nil
	}
	if err := eventstore.NoteBooksRead(ctx, r.reports.Log, at, noteEvery, r.reports.Now()); err != nil {
		return err
	}
	r.noted = at
	return nil
}
