package reactor

import (
	"cmp"
	"slices"
	"time"

	"gateway/domain/report"
)

// waitingBookings holds the bookings that could not be taken in yet, by id. Passes keep retrying them. The
// saved cursor stays at the oldest one, while newer bookings are still read.
type waitingBookings map[string]waitingBooking

// waitingBooking is a booking as the provider last listed it, and when it was last tried.
type waitingBooking struct {
	report.Booking
	tried time.Time
}

// maxWaitingBookings is the number of waiting bookings at which reading stops moving forward, until some
// of them have been taken in.
const maxWaitingBookings = 10_000

// joinedBy returns the news together with the waiting bookings that were last tried at or before the time,
// oldest first. A changed booking replaces its waiting version; an unchanged one does not.
func (w waitingBookings) joinedBy(news []report.Booking, notTriedAfter time.Time) []report.Booking {
	due := make(map[string]report.Booking)
	for id, b := range w {
		if !b.tried.After(notTriedAfter) {
			due[id] = b.Booking
		}
	}
	for _, n := range news {
		if b, waits := w[n.ID]; !waits || fingerprint(b.Booking) != fingerprint(n) {
			due[n.ID] = n
		}
	}
	all := make([]report.Booking, 0, len(due))
	for _, b := range due {
		all = append(all, b)
	}
	slices.SortFunc(all, func(a, b report.Booking) int {
		return cmp.Or(a.At.Compare(b.At), a.UpdatedAt.Compare(b.UpdatedAt), cmp.Compare(a.ID, b.ID))
	})
	return all
}

// hold returns at, or the change time of the oldest waiting booking if that is earlier.
func (w waitingBookings) hold(at time.Time) time.Time {
	for _, b := range w {
		if b.UpdatedAt.Before(at) {
			at = b.UpdatedAt
		}
	}
	return at
}
