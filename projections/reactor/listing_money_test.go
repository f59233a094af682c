package reactor

import (
	"slices"
	"testing"
	"time"

	"gateway/domain/payment"
	"gateway/domain/report"
	"gateway/test/rupiah"
)

// After a restore the log may have only one of two receipts of a payment, while the books show that the
// other one was taken back. The reversal must not be booked against the receipt that the log has.
func TestAReversalThatNamesNoMoneyWaitsForAllThatTheBooksList(t *testing.T) {
	t.Parallel()
	h := newLogFixture(t)
	id := nextTransactionID()
	h.request(identity(1, id))
	books := &fakeBooks{bookings: []report.Booking{booking(id, "p1", 100_000)}}
	r := NewProviderListing(h.reports, books, books, &memoryCursor{at: books.bookings[0].At}, h.logger,
		h.patient(ProviderListingOptions{Consumers: []BookingConsumer{h.reports}}))
	run := func() {
		t.Helper()
		h.must(r.RunOnce(t.Context()))
	}
	run()
	second := booking(id, "p2", 100_000)
	second.At, second.UpdatedAt = h.clock.now(), h.clock.now()
	back := report.Booking{
		ID: "txn-cb", Kind: report.BookedChargeback, ProductID: "cb", Reference: id, Status: report.Completed, Amount: rupiah.Of(40_000),
		At: h.clock.now(), UpdatedAt: h.clock.now(),
	}
	books.bookings = append(books.bookings, second, back)
	run()
	if got := h.events(payment.Stream(id)); slices.Contains(got, "reversed") || slices.Contains(got, "suspended") {
		t.Fatalf("the second payment's notification may still come, and there is %v", got)
	}
	for range 2 {
		h.clock.advance(time.Minute)
		run()
	}
	if w, waits := h.payment(id).WaitingReversal("cb"); !waits || !w.Undecided {
		t.Errorf("no person is asked which money was taken back: %v", h.events(payment.Stream(id)))
	}
}
