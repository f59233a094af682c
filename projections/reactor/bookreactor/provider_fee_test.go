package bookreactor

import (
	"testing"
	"time"

	"gateway/domain/report"
	"gateway/domain/treasury"
	"gateway/eventstore"
	"gateway/projections/reactor/reactortest"
	"gateway/test/rupiah"

	"golang.org/x/sync/errgroup"
)

func TestTheProvidersFeesAreBookedOnceEachByTwoLeadersToo(t *testing.T) {
	t.Parallel()
	h := reactortest.NewLogFixture(t)
	fee := func(id string, status report.FeeStatus) report.Booking {
		b := reactortest.Booking("INV-7-"+id, "txn_"+id, 150_000)
		b.Fee = report.Fee{Amount: rupiah.Of(4_000), VAT: rupiah.Of(440), Status: status}
		return b
	}
	books := &reactortest.Books{Bookings: []report.Booking{
		fee("a", report.FeeFinal), fee("b", report.FeePending), fee("c", report.FeeFinal), fee("d", report.FeeNone),
	}}
	booked := func(id string) string {
		t.Helper()
		events, err := h.Reports.Log.Store().ReadStream(t.Context(), treasury.FeeStream("xendit", books.Bookings[id[0]-'a'].ID), 0, eventstore.Forwards, 10)
		h.Must(err)
		text := ""
		for _, e := range events {
			text += e.Type + " "
		}
		return text
	}
	leader := func() *ProviderListing {
		o := patient(h.Clock, ProviderListingOptions{Consumers: []BookingConsumer{ProviderFees{Log: h.Reports.Log, Now: h.Reports.Now}}})
		return NewProviderListing(h.Reports, books, books, &memoryCursor{}, h.Logger, o)
	}
	var both errgroup.Group
	for range 2 {
		r := leader()
		both.Go(func() error { return r.RunOnce(t.Context()) })
	}
	h.Must(both.Wait())
	for id, want := range map[string]string{"a": "provider_fee.booked.v1 ", "b": "", "c": "provider_fee.booked.v1 ", "d": ""} {
		if got := booked(id); got != want {
			t.Errorf("%s: %s, want %s", id, got, want)
		}
	}
	h.Clock.Advance(time.Hour)
	books.Bookings[1].Fee.Status, books.Bookings[1].UpdatedAt = report.FeeFinal, h.Clock.Now()
	books.Bookings[2].Fee.Status, books.Bookings[2].UpdatedAt = report.FeeGivenBack, h.Clock.Now()
	h.Must(leader().RunOnce(t.Context()))
	h.Must(leader().RunOnce(t.Context()))
	for id, want := range map[string]string{
		"a": "provider_fee.booked.v1 ", "b": "provider_fee.booked.v1 ", "c": "provider_fee.booked.v1 provider_fee.returned.v1 ",
	} {
		if got := booked(id); got != want {
			t.Errorf("%s: %s, want %s", id, got, want)
		}
	}
}
