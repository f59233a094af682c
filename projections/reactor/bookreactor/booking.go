package bookreactor

import (
	"cmp"
	"context"
	"errors"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/payment"
	"gateway/domain/report"
	"gateway/eventstore"
	"gateway/projections/reactor/reportreactor"

	"github.com/sirupsen/logrus"
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

// takeBooking passes a booking to the payments and to the consumers. mayAsk allows calls to the provider. Without
// mayAsk, takeBooking returns errNeedsLookUp if it needs a call. settle gets each error, and returns what is left of it.
func takeBooking(
	ctx context.Context, payments *bookedPayments, consumers []BookingConsumer, b report.Booking, mayAsk bool,
	settle func(report.Booking, error) error,
) error {
	if err := payments.awaitMoney(ctx, b, mayAsk); err != nil {
		return err
	}
	err := payments.take(ctx, b, mayAsk)
	if errors.Is(err, errNeedsLookUp) {
		return err
	}
	err = settle(b, err)
	for _, c := range consumers {
		err = errors.Join(err, settle(b, c.TakeBooking(ctx, b)))
	}
	return err
}

// BookedPayouts is a BookingConsumer that notices when the provider takes back a completed payout without
// sending a notification. It treats such a booking as a notification: the gateway asks the provider before
// money moves. It also notices orders that the log does not contain, for example because the log was
// restored. It ignores the known orders of open payouts, because Payouts polls those.
type BookedPayouts struct{ Reports *reportreactor.Reports }

// TakeBooking implements BookingConsumer.
func (c BookedPayouts) TakeBooking(ctx context.Context, b report.Booking) error {
	if b.Kind != report.BookedPayout {
		return nil
	}
	if _, _, _, isRefund := payment.ParseRefundKey(b.Reference); isRefund {
		return c.takeRefundTransfer(ctx, b)
	}
	kind, clientID, id, ok := balance.ParseReference(b.Reference)
	if !ok {
		return nil
	}
	s, _, err := eventstore.Load(ctx, c.Reports.Log, balance.Aggregate, balance.Stream(clientID))
	if err != nil {
		return err
	}
	closed, remembered := s.ClosedPayout(kind, id)
	p, open := s.Payout(kind, id)
	isMade := b.Status == report.Pending || b.Status == report.Completed
	if open && b.Reference != p.Reference || !open && remembered && isMade {
		return c.Reports.NotePayoutFound(ctx, b)
	}
	takenBack := b.Status == report.Reversed || b.Status == report.Failed
	if open || !takenBack || remembered && (closed.Status != balance.StatusCompleted || closed.ProviderID == "") {
		return nil
	}
	err = c.Reports.TakePayout(ctx, report.Payout{
		Connection: b.Connection, ProviderID: cmp.Or(closed.ProviderID, b.ProductID), Reference: b.Reference,
		Status: b.Status, Amount: b.Amount, UpdatedAt: b.UpdatedAt,
		FailureCode: "found_in_the_books",
	})
	if errors.Is(err, domain.Refuse(domain.Busy, "payout_unknown", "")) {
		return nil // its log was lost: TakePayout logged an error, and a retry would never find it
	}
	return err
}

// takeRefundTransfer takes in a payout that a refund was made by. A refund that the log does not have may be of a log that
// was lost: that is an alarm, and asking again would never find it.
func (c BookedPayouts) takeRefundTransfer(ctx context.Context, b report.Booking) error {
	_, err := c.Reports.TakeRefundTransfer(ctx, report.Payout{
		Connection: b.Connection, ProviderID: b.ProductID, Reference: b.Reference, Status: b.Status, Amount: b.Amount, UpdatedAt: b.UpdatedAt,
		FailureCode: "found_in_the_books",
	})
	refusal, refused := errors.AsType[*domain.Refusal](err)
	if !refused {
		return err
	}
	c.Reports.Logger.WithFields(logrus.Fields{"payout": b.Reference, "code": refusal.Code}).
		Error("the provider lists a payout of a refund that does not fit the log: is this an older log?")
	return nil
}
