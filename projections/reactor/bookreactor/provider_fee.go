package bookreactor

import (
	"context"
	"time"

	"gateway/domain"
	"gateway/domain/report"
	"gateway/domain/treasury"
	"gateway/eventstore"
	"gateway/projections/reactor/reportreactor"
)

// ProviderFees records the provider's fees from the provider's books. It records each fee once, when it is
// final, and its return once, even while another leader runs (see treasury.BookFee). It implements
// BookingConsumer and is safe for concurrent use.
type ProviderFees struct {
	Log *eventstore.Log
	Now func() time.Time
}

// TakeBooking implements BookingConsumer. Most bookings come several times, with a fee that is already
// recorded or not final yet, so only a new fee or return is appended to the log.
func (f ProviderFees) TakeBooking(ctx context.Context, b report.Booking) error {
	if !b.Fee.IsFinal() && b.Fee.Status != report.FeeGivenBack {
		return nil
	}
	_, err := eventstore.Execute(reportreactor.WithProviderAsActor(ctx), f.Log, treasury.Fees, treasury.FeeStream(b.Connection, b.ID),
		func(s treasury.Fee) ([]domain.Event, error) { return treasury.BookFee(s, b, f.Now()) })
	return err
}
