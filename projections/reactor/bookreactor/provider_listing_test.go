package bookreactor

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/calendar"
	"gateway/domain/payment"
	"gateway/domain/pricing"
	"gateway/domain/report"
	"gateway/projections/reactor"
	"gateway/projections/reactor/reactortest"

	"github.com/sirupsen/logrus"
	"github.com/sirupsen/logrus/hooks/test"
)

// memoryCursor is a ListingCursor in memory.
type memoryCursor struct {
	at         time.Time
	generation *int64
	resets     int64
}

func (c *memoryCursor) ListingCursor(context.Context, string) (report.ListingPlace, error) {
	return report.ListingPlace{At: c.at, Generation: c.generation, Resets: c.resets}, nil
}

func (c *memoryCursor) SaveListingCursor(_ context.Context, _ string, p report.ListingPlace) error {
	c.at, c.generation = p.At, p.Generation
	return nil
}

func (w *bookFixture) listing(o ProviderListingOptions) *ProviderListing {
	w.Reports.OnFound = func(channel string) { w.found[channel]++ }
	return NewProviderListing(w.Reports, w.Provider, w.Provider, &memoryCursor{}, w.Logger, patient(w.Clock, o))
}

// patient makes Sleep advance the test's clock instead of waiting.
func patient(clock *reactortest.Clock, o ProviderListingOptions) ProviderListingOptions {
	o.Sleep = func(ctx context.Context, d time.Duration) error {
		clock.Advance(d)
		return ctx.Err()
	}
	return o
}

func TestMoneyWhoseNotificationNeverCameIsFoundInTheProvidersBooks(t *testing.T) {
	t.Parallel()
	for _, twin := range reactortest.EachChannel() {
		t.Run(twin.Channel, func(t *testing.T) {
			t.Parallel()
			w := newBookFixture(t)
			r := w.listing(ProviderListingOptions{})
			silent := twin
			silent.ID, silent.TransactionID = reactortest.NextID(), reactortest.NextTransactionID()
			for _, i := range []payment.Identity{silent, twin} {
				w.Open(i)
			}
			w.Clock.Advance(time.Hour)
			for _, i := range []payment.Identity{silent, twin} { // at the same moment
				w.Must(w.Simulator.Pay(t.Context(), i.TransactionID, nil, ""))
			}
			w.Take(w.NotificationOf(twin.TransactionID))
			w.Clock.Advance(29 * time.Second)
			w.Once(r)
			w.HasStatus(silent.TransactionID, payment.StatusPending) // its notification may still come
			w.Clock.Advance(time.Second)
			w.Once(r)
			w.HasEvents(silent.TransactionID, "requested", "opened", "paid")

			notified, found := w.Payment(twin.TransactionID).Receipt, w.Payment(silent.TransactionID).Receipt
			if !found.PaidAt.Equal(notified.PaidAt) {
				t.Errorf("paid at %s, notified %s", found.PaidAt, notified.PaidAt)
			}
			notified.ProviderID, notified.ProviderPaymentID = found.ProviderID, found.ProviderPaymentID
			if fmt.Sprint(found) != fmt.Sprint(notified) {
				t.Errorf("the receipt differs:\n found    %+v\n notified %+v", found, notified)
			}
			if w.found[silent.Channel] != 1 || !w.Alarmed("its notification did not come") {
				t.Errorf("counted %v", w.found)
			}
			w.Take(w.NotificationOf(silent.TransactionID)) // the notification arrives at last
			w.HasEvents(silent.TransactionID, "requested", "opened", "paid")
			w.Shown()
			news, err := w.Queries.PaymentNews(t.Context())
			w.Must(err)
			if len(news) != 1 || news[0].Found != 1 || news[0].Notified != 1 || news[0].Unnotified != 1 {
				t.Errorf("the channel's news: %+v", news)
			}
		})
	}
}

func TestTheBooksTellThatAPaymentIsSettled(t *testing.T) {
	t.Parallel()
	w := newBookFixture(t)
	r := w.listing(ProviderListingOptions{})
	for _, i := range reactortest.EachChannel() {
		silent := i
		silent.ID, silent.TransactionID = reactortest.NextID(), reactortest.NextTransactionID()
		w.Open(i)
		w.Open(silent)
		for _, id := range []string{i.TransactionID, silent.TransactionID} {
			w.Must(w.Simulator.Pay(t.Context(), id, nil, ""))
			if id == i.TransactionID {
				w.Take(w.NotificationOf(id))
			}
			w.Must(w.Simulator.Settle(t.Context(), id))
		}
		w.Clock.Advance(time.Minute)
		w.Once(r)
		w.HasEvents(i.TransactionID, "requested", "opened", "paid", "settled")
		w.HasEvents(silent.TransactionID, "requested", "opened", "paid", "settled")
		w.Once(r)
		w.HasEvents(i.TransactionID, "requested", "opened", "paid", "settled")
	}
}

func TestABookingIsNoSecondPaymentOnlyBecauseTheBooksNameItOtherwise(t *testing.T) {
	t.Parallel()
	id := reactortest.NextTransactionID()
	one, other := reactortest.Booking(id, "of-the-books-1", 100_000), reactortest.Booking(id, "of-the-books-2", 100_000)
	other.ID, other.At = "txn-2", other.At.Add(time.Second)
	for name, c := range map[string]struct {
		listed   []report.Booking
		suspense int
	}{
		"one receipt, another id":        {[]report.Booking{one}, 0},
		"two receipts, both other ids":   {[]report.Booking{other, one}, 1},
		"the notified one, and another":  {[]report.Booking{other, reactortest.Booking(id, "notified", 100_000)}, 1},
		"the notified one of the wallet": {[]report.Booking{reactortest.Booking(id, "va-"+id, 100_000)}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := reactortest.NewLogFixture(t)
			h.Request(reactortest.Identity(1, id))
			h.Take(reactortest.PaidReport(id, "notified", 100_000))
			books := &reactortest.Books{Bookings: c.listed}
			r := NewProviderListing(h.Reports, books, books, &memoryCursor{}, h.Logger, patient(h.Clock, ProviderListingOptions{}))
			h.Clock.Advance(time.Hour)
			for range 3 {
				h.Must(r.RunOnce(t.Context()))
			}
			if s := h.Payment(id); len(s.Suspense) != c.suspense || s.Status != payment.StatusPaid {
				t.Errorf("in suspense: %+v", s.Suspense)
			}
		})
	}
}

// The look-up of a provider that speaks SNAP BI knows the first receipt alone, so the notification of the second is
// disbelieved. Its settlement file has it, and may lack the first.
func TestASecondPaymentThatWasDisbelievedIsCreditedToSuspenseByItsBooking(t *testing.T) {
	t.Parallel()
	id := reactortest.NextTransactionID()
	first, second := reactortest.Booking(id, "first", 100_000), reactortest.Booking(id, "second", 100_000)
	for name, listed := range map[string][]report.Booking{"both are booked": {second, first}, "the second alone is booked": {second}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newBookFixture(t)
			w.Request(reactortest.Identity(1, id))
			w.Take(reactortest.PaidReport(id, "first", 100_000))
			w.Reports.Confirm = true
			w.Take(reactortest.PaidReport(id, "second", 100_000))
			w.Decide(id, func(s payment.State) ([]domain.Event, error) {
				return payment.Disbelieve(s, s.Waiting[0].Key(), w.Clock.Now())
			})
			w.Shown()
			if shown, err := w.Queries.ReportsForPersons(t.Context(), w.Clock.Now()); err != nil || len(shown) != 1 {
				t.Errorf("a person is to look at %+v (%v)", shown, err)
			}
			books := &reactortest.Books{Bookings: listed}
			r := NewProviderListing(w.Reports, books, books, &memoryCursor{}, w.Logger, patient(w.Clock, ProviderListingOptions{}))
			w.Clock.Advance(time.Hour)
			for range 3 {
				w.Must(r.RunOnce(t.Context()))
			}
			s := w.Payment(id)
			if len(s.Suspense) != 1 || s.Suspense[0].Receipt.ProviderPaymentID != "second" || s.Status != payment.StatusPaid {
				t.Errorf("in suspense: %+v", s.Suspense)
			}
			w.Shown()
			if shown, err := w.Queries.ReportsForPersons(t.Context(), w.Clock.Now()); err != nil || len(shown) != 0 {
				t.Errorf("a person is still to look at %+v (%v)", shown, err)
			}
		})
	}
}

func TestAPaymentIsLookedUpAtMostThreeTimes(t *testing.T) {
	t.Parallel()
	h := reactortest.NewLogFixture(t)
	id := reactortest.NextTransactionID()
	h.Request(reactortest.OnChannel(reactortest.Identity(1, id), string(pricing.Invoice), "INVOICE"))
	books := &reactortest.Books{Bookings: []report.Booking{reactortest.Booking(id, "p1", 100_000)}}
	r := NewProviderListing(h.Reports, books, books, &memoryCursor{}, h.Logger, patient(h.Clock, ProviderListingOptions{}))
	h.Clock.Advance(time.Hour)
	for range 10 {
		h.Must(r.RunOnce(t.Context()))
		h.Clock.Advance(30 * time.Second)
	}
	if books.LookUps != 3 {
		t.Errorf("%d look-ups", books.LookUps)
	}
	if s := h.Payment(id); s.Status != payment.StatusPaid || s.Receipt.ProviderPaymentID != "p1" {
		t.Errorf("the books' own word does not count: %+v", s)
	}
}

func TestOnlyADayThatIsInDoubtIsLookedUp(t *testing.T) {
	t.Parallel()
	for at, want := range map[string]bool{
		"2025-03-04T05:06:07Z": false, "2025-03-04T16:59:59Z": false,
		"2025-03-04T17:00:01Z": true, "2025-03-04T17:14:59Z": true, "2025-03-04T17:15:01Z": false,
	} {
		booked, err := time.Parse(time.RFC3339, at)
		if err != nil {
			t.Fatal(err)
		}
		if got := needsLookUp(pricing.VA, report.Booking{Connection: "xendit", At: booked}, calendar.Calendar{}); got != want {
			t.Errorf("%s: %v", at, got)
		}
	}
}

func TestAPaymentThatTheLogDoesNotKnowIsAnAlarmOnce(t *testing.T) {
	t.Parallel()
	h := reactortest.NewLogFixture(t)
	books := &reactortest.Books{Bookings: []report.Booking{reactortest.Booking(reactortest.NextTransactionID(), "p1", 100_000), reactortest.Booking("another business", "p2", 1)}}
	r := NewProviderListing(h.Reports, books, books, &memoryCursor{}, h.Logger, patient(h.Clock, ProviderListingOptions{}))
	for range 3 {
		h.Must(r.RunOnce(t.Context()))
		r.seen = seenBookings{} // as after a restart
	}
	if n := len(h.Alarms.AllEntries()); n != 1 || !h.Alarmed("older log") {
		t.Errorf("%d entries", n)
	}
}

// When a consumer fails, it gets the booking again, and the cursor waits for that booking.
func TestAConsumerGetsEachBookingUntilItHasTakenItIn(t *testing.T) {
	t.Parallel()
	h := reactortest.NewLogFixture(t)
	refund := reactortest.Booking("r", "refund-1", 5_000)
	refund.Kind, refund.Status = report.BookedRefund, report.Completed
	books := &reactortest.Books{Bookings: []report.Booking{refund}}
	var got []string
	broken := true
	consumer := BookingConsumerFunc(func(_ context.Context, b report.Booking) error {
		got = append(got, string(b.Status))
		if broken {
			return errors.New("the store does not answer")
		}
		return nil
	})
	cursor := &memoryCursor{}
	o := patient(h.Clock, ProviderListingOptions{Consumers: []BookingConsumer{consumer}})
	r := NewProviderListing(h.Reports, books, books, cursor, h.Logger, o)
	for range 3 {
		h.Must(r.RunOnce(t.Context()))
		h.Clock.Advance(time.Hour)
	}
	if len(got) != 3 || cursor.at.After(refund.UpdatedAt) {
		t.Fatalf("passed %v, the cursor is at %s", got, cursor.at)
	}
	broken = false
	h.Must(r.RunOnce(t.Context()))
	h.Must(r.RunOnce(t.Context()))
	if len(got) != 4 {
		t.Errorf("passed again although it was taken in: %v", got)
	}
	books.Bookings[0].Status, books.Bookings[0].UpdatedAt = report.Reversed, h.Clock.Now()
	h.Must(r.RunOnce(t.Context()))
	if want := []string{"COMPLETED", "COMPLETED", "COMPLETED", "COMPLETED", "REVERSED"}; !slices.Equal(got, want) {
		t.Errorf("passed %v", got)
	}
}

func TestABookingThatIsListedLateIsFound(t *testing.T) {
	t.Parallel()
	for name, late := range map[string]time.Duration{
		"within the overlap": 9 * time.Minute, "by a sweep": 5 * time.Hour, "by the long sweep of a day": 7 * 24 * time.Hour,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := reactortest.NewLogFixture(t)
			id := reactortest.NextTransactionID()
			h.Request(reactortest.Identity(1, id))
			books := &reactortest.Books{}
			r := NewProviderListing(h.Reports, books, books, &memoryCursor{}, h.Logger, patient(h.Clock, ProviderListingOptions{}))
			sweep := func() {
				for r.sweepIsDue() {
					h.Must(r.sweepPage(reactor.WithReactorAsActor(t.Context(), r.Name())))
				}
			}
			paidAt := h.Clock.Now()
			sweep()
			for h.Clock.Now().Before(paidAt.Add(late)) {
				h.Must(r.RunOnce(t.Context()))
				h.Clock.Advance(max(time.Minute, late/300))
			}
			b := reactortest.Booking(id, "p1", 100_000)
			b.At, b.UpdatedAt = paidAt, paidAt
			books.Bookings = []report.Booking{b}
			h.Must(r.RunOnce(t.Context()))
			sweep()
			if got := h.Payment(id).Status; got != payment.StatusPaid {
				t.Error(got)
			}
		})
	}
}

// After a long stop the books are read hour by hour, and no hour is read twice.
func TestReadingGoesOnWhereItStopped(t *testing.T) {
	t.Parallel()
	h := reactortest.NewLogFixture(t)
	books := &reactortest.Books{}
	began := h.Clock.Now()
	cursor := &memoryCursor{at: began}
	r := NewProviderListing(h.Reports, books, books, cursor, h.Logger, patient(h.Clock, ProviderListingOptions{}))
	h.Clock.Advance(72 * time.Hour)
	books.FailAfter = 10
	if err := r.RunOnce(t.Context()); err == nil {
		t.Fatal("the provider's error is not told")
	}
	if want := began.Add(10 * time.Hour); !cursor.at.Equal(want) {
		t.Errorf("the cursor is at %s, not %s", cursor.at, want)
	}
	books.FailAfter = 0
	again := NewProviderListing(h.Reports, books, books, cursor, h.Logger, patient(h.Clock, ProviderListingOptions{}))
	h.Must(again.RunOnce(t.Context()))
	if first := books.Queries[11]; !first.UpdatedFrom.Equal(began.Add(10*time.Hour - 10*time.Minute)) {
		t.Errorf("read again from %s", first.UpdatedFrom)
	}
}

func TestTheProviderGetsNoMoreCallsThanTheRate(t *testing.T) {
	t.Parallel()
	h := reactortest.NewLogFixture(t)
	books := &reactortest.Books{Called: h.Clock.Now}
	for range 100 {
		id := reactortest.NextTransactionID()
		h.Request(reactortest.OnChannel(reactortest.Identity(1, id), string(pricing.Invoice), "INVOICE"))
		books.Bookings = append(books.Bookings, reactortest.Booking(id, "p-"+id, 100_000))
	}
	books.Pays = true
	r := NewProviderListing(h.Reports, books, books, &memoryCursor{at: h.Clock.Now()}, h.Logger, patient(h.Clock, ProviderListingOptions{}))
	h.Clock.Advance(time.Minute)
	start := h.Clock.Now()
	for paid := 0; paid < 100; {
		h.Must(r.RunOnce(t.Context()))
		h.Clock.Advance(30 * time.Second)
		paid = 0
		for _, b := range books.Bookings {
			if h.Payment(b.Reference).Status == payment.StatusPaid {
				paid++
			}
		}
	}
	if took := h.Clock.Now().Sub(start); took > 5*time.Minute {
		t.Errorf("100 look-ups took %s", took)
	}
	for i := range books.Calls {
		if n := i + 30; n < len(books.Calls) && books.Calls[n].Sub(books.Calls[i]) < time.Minute {
			t.Fatalf("calls %d to %d came within %s", i, n, books.Calls[n].Sub(books.Calls[i]))
		}
	}
}

// The provider calls a reference external_id. One that is not ours may contain a person's name.
func TestABookingsRefusalIsLoggedWithoutAnotherProgramsExternalID(t *testing.T) {
	t.Parallel()
	const theirs = "Budi Santoso"
	logger, lines := test.NewNullLogger()
	r := &ProviderListing{logger: logrus.NewEntry(logger)}
	_ = r.settleRefusal(report.Booking{Connection: "xendit", ID: "txn_1", Reference: theirs}, domain.InvalidField("amount", "is odd"))
	line := lines.LastEntry()
	if line == nil || strings.Contains(fmt.Sprint(line.Message, line.Data), theirs) {
		t.Errorf("the log says %v", line)
	}
}
