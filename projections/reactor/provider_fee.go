package reactor

import (
	"context"
	"time"

	"gateway/domain"
	"gateway/domain/report"
	"gateway/domain/treasury"
	"gateway/eventstore"
)

// ProviderFees books the provider's fees as the provider lists them: each once, when it is
// final, and its return once, also beside another leader (treasury.BookFee). It implements
// BookingConsumer and is safe for concurrent use.
type ProviderFees struct {
	Log *eventstore.Log
	Now func() time.Time
}

// TakeBooking implements BookingConsumer. Most bookings are passed on again with a fee
// that is booked already, or is none yet, so the log is written only for news.
func (f ProviderFees) TakeBooking(ctx context.Context, b report.Booking) error {
	if !b.Fee.IsFinal() && b.Fee.Status != report.FeeGivenBack {
		return nil
	}
	_, err := eventstore.Execute(withProviderAsActor(ctx), f.Log, treasury.Fees, treasury.FeeStream(b.ID),
		func(s treasury.Fee) ([]domain.Event, error) { return treasury.BookFee(s, b, f.Now()) })
	return err
}
