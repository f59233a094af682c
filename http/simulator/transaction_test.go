package simulator_test

import (
	"fmt"
	"testing"
	"time"

	"gateway/domain/report"
	"gateway/test/rupiah"

	"github.com/shopspring/decimal"
)

var payouts = []report.BookingKind{report.BookedPayout}

// listed returns the entries of the provider's books, oldest first.
func (f *fixture) listed(t *testing.T, q report.BookingQuery) (all []report.Booking) {
	t.Helper()
	must(t, f.ListBookings(t.Context(), q, func(found report.Booking) error {
		all = append([]report.Booking{found}, all...)
		return nil
	}))
	return all
}

func TestEveryPaymentIsBooked(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for i, channel := range channels {
		f.open(t, channel, "paid-"+string(channel), int64(20_000+i))
		f.open(t, channel, "open-"+string(channel), 20_000)
		must(t, f.Pay(t.Context(), "paid-"+string(channel), nil, ""))
		if got := f.listed(t, report.BookingQuery{Reference: "paid-" + string(channel)}); len(got) != 1 || got[0].Status != report.Paid ||
			!got[0].Amount.Equal(rupiah.Of(int64(20_000+i))) || got[0].ProductID != f.find(t, channel, "paid-"+string(channel)).PaymentID {
			t.Errorf("%s: %+v", channel, got)
		}
		// A second payment of another amount, and the settlement of the first.
		must(t, f.Pay(t.Context(), "paid-"+string(channel), new(rupiah.Of(7_000)), ""))
		must(t, f.Settle(t.Context(), "paid-"+string(channel)))
		got := f.listed(t, report.BookingQuery{Reference: "paid-" + string(channel)})
		if len(got) != 2 || got[0].Status != report.Settled || got[1].Status != report.Paid || !got[1].Amount.Equal(rupiah.Of(7_000)) {
			t.Errorf("%s, twice: %+v", channel, got)
		}
	}
	if got := f.listed(t, report.BookingQuery{}); len(got) != 2*len(channels) {
		t.Errorf("%d payments are booked", len(got))
	}
}

func TestAPayoutIsBookedWithItsOutcome(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for _, id := range []string{"open", "done", "broken", "returned"} {
		f.disburse(t, id, 50_000)
	}
	must(t, f.CompletePayout(t.Context(), "done"))
	must(t, f.FailPayout(t.Context(), "broken", ""))
	must(t, f.CompletePayout(t.Context(), "returned"))
	must(t, f.ReversePayout(t.Context(), "returned"))
	got := map[string]report.Status{}
	for _, p := range f.listed(t, report.BookingQuery{Kinds: payouts}) {
		got[p.Reference] = p.Status
	}
	want := map[string]report.Status{
		"open": report.Pending, "done": report.Completed, "broken": report.Failed, "returned": report.Reversed,
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("booked %v, want %v", got, want)
	}
}

func TestTheBooksOfADayAreReadPageByPage(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	const each = 60 // more than one page
	for day := range 3 {
		for i := range each {
			f.disburse(t, fmt.Sprintf("%d-%d", day, i), int64(10_000+i))
		}
		f.clock.advance(24 * time.Hour)
	}
	from := start.Add(24 * time.Hour)
	day := f.listed(t, report.BookingQuery{Kinds: payouts, From: from, To: from.Add(24 * time.Hour)})
	seen, sum := map[string]bool{}, decimal.Zero
	for _, p := range day {
		seen[p.Reference], sum = true, sum.Add(p.Amount)
	}
	if len(day) != each || len(seen) != each || !seen["1-0"] || !seen["1-59"] || !sum.Equal(rupiah.Of(60*10_000+59*30)) {
		t.Errorf("%d payouts, %d different, of %s", len(day), len(seen), sum)
	}
}
