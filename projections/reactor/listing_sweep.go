package reactor

import (
	"context"
	"fmt"
	"hash/maphash"
	"time"

	"gateway/domain/report"
	"gateway/eventstore"
)

// listingSweep reads all recent bookings again, page by page, in the time between passes. It finds what
// passes miss: bookings that the provider listed late, or changed without a new time of change, such as
// the settlement of a payment. The first sweep of a process, and then one a day, goes further back
// (LongBack).
type listingSweep struct {
	query report.BookingQuery
	// pass is the reading under way; nil when no sweep is under way.
	pass *listingPass
	// isLong is true if the sweep under way goes back LongBack.
	isLong           bool
	ended, longEnded time.Time
}

// longSweepEvery is the time between two sweeps that go back LongBack.
const longSweepEvery = 24 * time.Hour

func (r *ProviderListing) sweepIsDue() bool {
	return r.sweep.pass != nil || r.reports.Now().Sub(r.sweep.ended) >= r.o.SweepEvery
}

// sweepPage takes in the next page of the sweep. After an error the page is read again.
func (r *ProviderListing) sweepPage(ctx context.Context) error {
	now := r.reports.Now()
	if r.sweep.pass == nil {
		from := now.Add(-r.o.Back)
		if r.sweep.isLong = now.Sub(r.sweep.longEnded) >= longSweepEvery; r.sweep.isLong {
			var err error
			if from, err = r.longSweepFrom(ctx, now); err != nil {
				return err
			}
		}
		r.sweep.pass = &listingPass{began: now, from: from}
		r.sweep.query = report.BookingQuery{From: from}
	}
	page, err := r.page(ctx, r.sweep.query)
	if err != nil {
		return err
	}
	r.takeAll(ctx, page.Bookings)
	if page.Next == "" {
		longEnded := r.sweep.longEnded
		if r.sweep.isLong {
			longEnded = now
		}
		r.sweep = listingSweep{ended: now, longEnded: longEnded}
		return nil
	}
	r.sweep.query.After = page.Next
	return ctx.Err()
}

// longSweepFrom returns where a long sweep begins: LongBack ago, or earlier if a restore may have lost
// older events. Clients may repeat a lost request for as long as lostSweptFor, when the passes have
// already read past its payment in the books.
func (r *ProviderListing) longSweepFrom(ctx context.Context, now time.Time) (time.Time, error) {
	from := now.Add(-max(r.o.Back, r.o.LongBack))
	lostFrom, lost, err := eventstore.BooksLostSince(ctx, r.reports.Log.Store(), 0)
	if lost && lostFrom.Before(from) && now.Sub(lostFrom) < lostSweptFor {
		from = lostFrom
	}
	return from, err
}

// lostSweptFor bounds how far back a sweep reads what a restore may have lost.
const lostSweptFor = 60 * 24 * time.Hour

// seenBookings holds the fingerprints of bookings that were taken in, by id.
type seenBookings map[string]seenBooking

type seenBooking struct {
	fingerprint uint64
	updatedAt   time.Time
}

var fingerprintSeed = maphash.MakeSeed()

func fingerprint(b report.Booking) uint64 {
	return maphash.String(fingerprintSeed, fmt.Sprintf("%+v", b))
}

func (s seenBookings) add(b report.Booking) {
	s[b.ID] = seenBooking{fingerprint: fingerprint(b), updatedAt: b.UpdatedAt}
}

func (s seenBookings) has(b report.Booking) bool {
	known, ok := s[b.ID]
	return ok && known.fingerprint == fingerprint(b)
}

// forgetBefore drops the bookings that no later pass will read.
func (s seenBookings) forgetBefore(at time.Time) {
	for id, b := range s {
		if b.updatedAt.Before(at) {
			delete(s, id)
		}
	}
}
