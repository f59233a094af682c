package reactor

import (
	"context"

	"gateway/domain/report"
)

// allBookings reads all pages of a query, newest booking first. It runs wait before each call; wait may
// limit the rate of calls.
func allBookings(
	ctx context.Context, lister BookingLister, q report.BookingQuery, wait func(context.Context) error,
) (all []report.Booking, err error) {
	for {
		if err := wait(ctx); err != nil {
			return nil, err
		}
		page, err := lister.BookingPage(ctx, q)
		if err != nil {
			return nil, err
		}
		all = append(all, page.Bookings...)
		if q.After = page.Next; q.After == "" {
			return all, nil
		}
	}
}
