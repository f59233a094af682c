package reactor

import (
	"cmp"
	"context"
	"errors"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/report"
	"gateway/eventstore"
)

// BookedPayouts is a BookingConsumer that notices when the provider takes back a completed payout without
// sending a notification. It treats such a booking as a notification: the gateway asks the provider before
// money moves. It also notices orders that the log does not contain, for example because the log was
// restored. It ignores the known orders of open payouts, because Payouts polls those.
type BookedPayouts struct{ Reports *Reports }

// TakeBooking implements BookingConsumer.
func (c BookedPayouts) TakeBooking(ctx context.Context, b report.Booking) error {
	if b.Kind != report.BookedPayout {
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
		ProviderID: cmp.Or(closed.ProviderID, b.ProductID), Reference: b.Reference, Status: b.Status, Amount: b.Amount, UpdatedAt: b.UpdatedAt,
		FailureCode: "found_in_the_books",
	})
	if errors.Is(err, domain.Refuse(domain.Busy, "payout_unknown", "")) {
		return nil // its log was lost: TakePayout logged an error, and a retry would never find it
	}
	return err
}
