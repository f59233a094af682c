package reactor

import (
	"testing"
	"time"

	"gateway/domain/report"
	"gateway/domain/treasury"
	"gateway/eventstore"
	"gateway/test/rupiah"

	"golang.org/x/sync/errgroup"
)

func TestTheProvidersFeesAreBookedOnceEachByTwoLeadersToo(t *testing.T) {
	t.Parallel()
	h := newLogFixture(t)
	fee := func(id string, status report.FeeStatus) report.Booking {
		b := booking("INV-7-"+id, "txn_"+id, 150_000)
		b.Fee = report.Fee{Amount: rupiah.Of(4_000), VAT: rupiah.Of(440), Status: status}
		return b
	}
	books := &fakeBooks{bookings: []report.Booking{
		fee("a", report.FeeFinal), fee("b", report.FeePending), fee("c", report.FeeFinal), fee("d", report.FeeNone),
	}}
	booked := func(id string) string {
		t.Helper()
		events, err := h.reports.Log.Store().ReadStream(t.Context(), treasury.FeeStream(books.bookings[id[0]-'a'].ID), 0, eventstore.Forwards, 10)
		h.must(err)
		text := ""
		for _, e := range events {
			text += e.Type + " "
		}
		return text
	}
	leader := func() *ProviderListing {
		o := h.patient(ProviderListingOptions{Consumers: []BookingConsumer{ProviderFees{Log: h.reports.Log, Now: h.reports.Now}}})
		return NewProviderListing(h.reports, books, books, &memoryCursor{}, h.logger, o)
	}
	var both errgroup.Group
	for range 2 {
		r := leader()
		both.Go(func() error { return r.RunOnce(t.Context()) })
	}
	h.must(both.Wait())
	for id, want := range map[string]string{"a": "provider_fee.booked.v1 ", "b": "", "c": "provider_fee.booked.v1 ", "d": ""} {
		if got := booked(id); got != want {
			t.Errorf("%s: %s, want %s", id, got, want)
		}
	}
	h.clock.advance(time.Hour)
	books.bookings[1].Fee.Status, books.bookings[1].UpdatedAt = report.FeeFinal, h.clock.now()
	books.bookings[2].Fee.Status, books.bookings[2].UpdatedAt = report.FeeGivenBack, h.clock.now()
	h.must(leader().RunOnce(t.Context()))
	h.must(leader().RunOnce(t.Context()))
	for id, want := range map[string]string{
		"a": "provider_fee.booked.v1 ", "b": "provider_fee.booked.v1 ", "c": "provider_fee.booked.v1 provider_fee.returned.v1 ",
	} {
		if got := booked(id); got != want {
			t.Errorf("%s: %s, want %s", id, got, want)
		}
	}
}
