package reactor

import (
	"cmp"
	"context"

	"gateway/domain/balance"
	"gateway/domain/report"
	"gateway/eventstore"
)

// BookedPayouts is a BookingConsumer that notices payouts which the provider took back
// after it had completed them, where no notification told. It treats such a booking as a
// notification: the provider is asked before money moves. Payouts that are open are polled
// anyway.
type BookedPayouts struct{ Reports *Reports }

// TakeBooking implements BookingConsumer.
func (c BookedPayouts) TakeBooking(ctx context.Context, b report.Booking) error {
	if b.Kind != report.BookedPayout || b.Status != report.Reversed && b.Status != report.Failed {
		return nil
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
	_, open := s.Payout(kind, id)
	if open || remembered && (closed.Status != balance.StatusCompleted || closed.ProviderID == "") {
		return nil
	}
	return c.Reports.TakePayout(ctx, report.Payout{
		ProviderID: cmp.Or(closed.ProviderID, b.ProductID), Reference: b.Reference, Status: b.Status, Amount: b.Amount, UpdatedAt: b.UpdatedAt,
		FailureCode: "found_in_the_books",
	})
}
