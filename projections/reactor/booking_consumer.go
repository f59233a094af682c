package reactor

import (
	"context"
	"errors"

	"gateway/domain/report"
)

// BookingConsumer takes in the entries of the provider's books that ProviderListing reads. It returns nil
// for entries that do not concern it.
type BookingConsumer interface {
	// TakeBooking takes in a booking as the provider lists it now. It may get the same booking again:
	// after a restart, while another leader runs too, and when the booking has changed (settled, fee
	// final). So a consumer looks in the log, by the booking's ID, for what it has already done. One pass
	// delivers its bookings in the order of their At. Errors: ErrBookingLater, to get the booking in a
	// later pass; a *domain.Refusal, which is logged and final; after any other error, which is logged,
	// the booking comes again.
	TakeBooking(ctx context.Context, b report.Booking) error
}

// BookingConsumerFunc lets a function serve as a BookingConsumer.
type BookingConsumerFunc func(ctx context.Context, b report.Booking) error

// TakeBooking implements BookingConsumer.
func (f BookingConsumerFunc) TakeBooking(ctx context.Context, b report.Booking) error {
	return f(ctx, b)
}

// ErrBookingLater means that it is too early to decide on a booking.
var ErrBookingLater = errors.New("reactor: the booking is for a later pass")

// BookingLister reads the provider's books. *provider.Client implements it.
type BookingLister interface {
	// BookingPage makes one call and returns one page of the query, newest booking first. It returns the
	// same errors as the look-ups of PayoutProvider.
	BookingPage(ctx context.Context, q report.BookingQuery) (report.BookingPage, error)
}
