package bookreactor

import (
	"slices"
	"testing"
	"time"

	"gateway/domain/payment"
	"gateway/domain/report"
	"gateway/projections/reactor/reactortest"
	"gateway/test/rupiah"
)

// After a restore the log may have only one of two receipts of a payment, while the books show that the
// other one was taken back. The reversal must not be booked against the receipt that the log has.
func TestAReversalThatNamesNoMoneyWaitsForAllThatTheBooksList(t *testing.T) {
	t.Parallel()
	h := reactortest.NewLogFixture(t)
	id := reactortest.NextTransactionID()
	h.Request(reactortest.Identity(1, id))
	books := &reactortest.Books{Bookings: []report.Booking{reactortest.Booking(id, "p1", 100_000)}}
	r := NewProviderListing(h.Reports, books, books, &memoryCursor{at: books.Bookings[0].At}, h.Logger,
		patient(h.Clock, ProviderListingOptions{Consumers: []BookingConsumer{h.Reports}}))
	run := func() {
		t.Helper()
		h.Must(r.RunOnce(t.Context()))
	}
	run()
	second := reactortest.Booking(id, "p2", 100_000)
	second.At, second.UpdatedAt = h.Clock.Now(), h.Clock.Now()
	back := report.Booking{
		Connection: "xendit", ID: "txn-cb", Kind: report.BookedChargeback, ProductID: "cb", Reference: id, Status: report.Completed, Amount: rupiah.Of(40_000),
		At: h.Clock.Now(), UpdatedAt: h.Clock.Now(),
	}
	books.Bookings = append(books.Bookings, second, back)
	run()
	if got := h.Events(payment.Stream(id)); slices.Contains(got, payment.Reversed{}.EventType()) || slices.Contains(got, payment.Suspended{}.EventType()) {
		t.Fatalf("the second payment's notification may still come, and there is %v", got)
	}
	for range 2 {
		h.Clock.Advance(time.Minute)
		run()
	}
	if w, waits := h.Payment(id).WaitingReversal("cb"); !waits || !w.Undecided {
		t.Errorf("no person is asked which money was taken back: %v", h.Events(payment.Stream(id)))
	}
}

// After a restore the books may list a payment that the log lost, and a client may bring it back by repeating its request.
// The booking was read in the meantime, and is taken in all the same.
func TestABookingOfALostPaymentIsTakenInOnceThePaymentIsBack(t *testing.T) {
	t.Parallel()
	h := reactortest.NewLogFixture(t)
	id := reactortest.NextTransactionID()
	settled := reactortest.Booking(id, "p1", 100_000)
	settled.Status = report.Settled
	books := &reactortest.Books{Bookings: []report.Booking{settled}}
	options := patient(h.Clock, ProviderListingOptions{Consumers: []BookingConsumer{h.Reports}})
	options.SweepEvery = 365 * 24 * time.Hour
	r := NewProviderListing(h.Reports, books, books, &memoryCursor{at: settled.At}, h.Logger, options)
	for range 2 {
		h.Must(r.RunOnce(t.Context()))
	}
	h.Request(reactortest.Identity(1, id))
	for range 3 {
		h.Must(r.RunOnce(t.Context()))
		h.Clock.Advance(time.Minute)
	}
	if got := h.Events(payment.Stream(id)); !slices.Contains(got, payment.Settled{}.EventType()) {
		t.Errorf("the settlement of the payment is lost: %v", got)
	}
}
