package reactor

import (
	"context"
	"time"

	"gateway/domain/report"
	"gateway/eventstore"
)

// noteEvery is how far the cursor moves between two notes of it in the log. After a restore the reactor
// reads the books again from the last note.
const noteEvery = time.Hour

// savedPlace returns the saved cursor. If the log has a new generation, savedPlace goes back to the last
// cursor noted in the surviving log, however old, because the events of all later bookings may be lost. If
// the log was restored or an operator reset the cursor, savedPlace also resets what this process has read.
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
	case saved.At.IsZero(): // the cursor was lost or never saved: treat the latest generation as new, since the log was at least imported
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

// savePlace saves the cursor, and once per noteEvery also notes it in the log, because the log may be
// restored without the database that holds the cursor.
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
