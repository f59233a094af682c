package reactor

import (
	"context"
	"fmt"
	"hash/maphash"
	"time"

	"gateway/domain/report"
)

// listingSweep is the reading of all bookings of the last time again, page by page in the
// time between passes. It finds what passes can't: bookings that the provider listed late,
// or changed without a new time of change.
type listingSweep struct {
	query report.BookingQuery
	// pass collects what the pages show; nil when no sweep is under way.
	pass  *listingPass
	ended time.Time
}

func (r *ProviderListing) sweepIsDue() bool {
	return r.sweep.pass != nil || r.reports.Now().Sub(r.sweep.ended) >= r.o.SweepEvery
}

// sweepPage takes in the next page of the sweep. After an error the page is read again.
func (r *ProviderListing) sweepPage(ctx context.Context) error {
	now := r.reports.Now()
	if r.sweep.pass == nil {
		r.sweep.pass = &listingPass{began: now, from: now.Add(-r.o.Back)}
		r.sweep.query = report.BookingQuery{From: r.sweep.pass.from}
	}
	page, err := r.page(ctx, r.sweep.query)
	if err != nil {
		return err
	}
	r.takeAll(ctx, page.Bookings)
	if page.Next == "" {
		r.sweep = listingSweep{ended: now}
		return nil
	}
	r.sweep.query.After = page.Next
	return ctx.Err()
}

// seenBookings are fingerprints of bookings that were taken in, by id.
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

// forgetBefore drops the bookings that no later pass reads.
func (s seenBookings) forgetBefore(at time.Time) {
	for id, b := range s {
		if b.updatedAt.Before(at) {
			delete(s, id)
		}
	}
}
