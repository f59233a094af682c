package reactor

import (
	"cmp"
	"slices"
	"time"

	"gateway/domain/report"
)

// waitingBookings are those that could not be taken in yet, by id. They are tried again and
// again, and the saved cursor stays at the oldest one, while newer bookings are read.
type waitingBookings map[string]waitingBooking

// waitingBooking is a booking as it was listed last, and when it was tried.
type waitingBooking struct {
	report.Booking
	tried time.Time
}

// maxWaitingBookings is the number from which no newer bookings are read before some of
// those that wait are taken in.
const maxWaitingBookings = 10_000

// joinedBy returns the news, and those that wait and were not tried after the time, oldest
// first. News of a booking that waits replaces it, unless it says the same.
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

// hold returns the time, or that of the oldest booking that waits if that is earlier.
func (w waitingBookings) hold(at time.Time) time.Time {
	for _, b := range w {
		if b.UpdatedAt.Before(at) {
			at = b.UpdatedAt
		}
	}
	return at
}
