package reactor

import (
	"context"
	"errors"

	"gateway/domain/report"
)

// BookingConsumer takes in entries of the provider's books, which ProviderListing reads.
// It returns nil for entries that do not concern it.
type BookingConsumer interface {
	// TakeBooking takes in a booking as the provider lists it now. It may be called again
	// for one that it has taken in: after a restart, beside another leader, and when the
	// booking has changed (settled, fee final). So a consumer recognises by the booking's
	// ID, and in the log, what it has done. The bookings of one pass come in the order of
	// their At. Errors: ErrBookingLater, to get the booking in a later pass; a
	// *domain.Refusal, which is logged and final; any other error is logged, and the booking
	// comes again.
	TakeBooking(ctx context.Context, b report.Booking) error
}

// BookingConsumerFunc is a function that is a BookingConsumer.
type BookingConsumerFunc func(ctx context.Context, b report.Booking) error

// TakeBooking implements BookingConsumer.
func (f BookingConsumerFunc) TakeBooking(ctx context.Context, b report.Booking) error {
	return f(ctx, b)
}

// ErrBookingLater says that it is too early to decide on a booking.
var ErrBookingLater = errors.New("reactor: the booking is for a later pass")

// BookingLister reads the provider's books. *provider.Client implements it.
type BookingLister interface {
	// BookingPage reads one page of a query by one call, newest booking first. Errors:
	// those of PayoutProvider's look-ups.
	BookingPage(ctx context.Context, q report.BookingQuery) (report.BookingPage, error)
}
