package reactor

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"gateway/domain/calendar"
	"gateway/domain/payment"
	"gateway/domain/pricing"
	"gateway/domain/report"
	"gateway/test/rupiah"
)

// memoryCursor is a ListingCursor in memory.
type memoryCursor struct {
	at         time.Time
	generation *int64
	resets     int64
}

func (c *memoryCursor) ListingCursor(context.Context) (report.ListingPlace, error) {
	return report.ListingPlace{At: c.at, Generation: c.generation, Resets: c.resets}, nil
}

func (c *memoryCursor) SaveListingCursor(_ context.Context, p report.ListingPlace) error {
	c.at, c.generation = p.At, p.Generation
	return nil
}

func (w *providerFixture) listing(o ProviderListingOptions) *ProviderListing {
	w.found = map[string]int{}
	w.reports.OnFound = func(channel string) { w.found[channel]++ }
	return NewProviderListing(w.reports, w.provider, w.provider, &memoryCursor{}, w.logger, w.patient(o))
}

// patient makes Sleep advance the test's clock instead of waiting.
func (w *logFixture) patient(o ProviderListingOptions) ProviderListingOptions {
	o.Sleep = func(ctx context.Context, d time.Duration) error {
		w.clock.advance(d)
		return ctx.Err()
	}
	return o
}

func TestMoneyWhoseNotificationNeverCameIsFoundInTheProvidersBooks(t *testing.T) {
	t.Parallel()
	for _, twin := range eachChannel() {
		t.Run(twin.Channel, func(t *testing.T) {
			t.Parallel()
			w := newProviderFixture(t)
			r := w.listing(ProviderListingOptions{})
			silent := twin
			silent.ID, silent.TransactionID = lastID.Add(1), nextTransactionID()
			for _, i := range []payment.Identity{silent, twin} {
				w.open(i)
			}
			w.clock.advance(time.Hour)
			for _, i := range []payment.Identity{silent, twin} { // at the same moment
				w.must(w.simulator.Pay(t.Context(), i.TransactionID, nil, ""))
			}
			w.take(w.notificationOf(twin.TransactionID))
			w.clock.advance(29 * time.Second)
			w.once(r)
			w.hasStatus(silent.TransactionID, payment.StatusPending) // its notification may still come
			w.clock.advance(time.Second)
			w.once(r)
			w.hasEvents(silent.TransactionID, "requested", "opened", "paid")

			notified, found := w.payment(twin.TransactionID).Receipt, w.payment(silent.TransactionID).Receipt
			if !found.PaidAt.Equal(notified.PaidAt) {
				t.Errorf("paid at %s, notified %s", found.PaidAt, notified.PaidAt)
			}
			notified.ProviderID, notified.ProviderPaymentID = found.ProviderID, found.ProviderPaymentID
			if fmt.Sprint(found) != fmt.Sprint(notified) {
				t.Errorf("the receipt differs:\n found    %+v\n notified %+v", found, notified)
			}
			if w.found[silent.Channel] != 1 || !w.alarmed("its notification did not come") {
				t.Errorf("counted %v", w.found)
			}
			w.take(w.notificationOf(silent.TransactionID)) // the notification arrives at last
			w.hasEvents(silent.TransactionID, "requested", "opened", "paid")
			w.shown()
			news, err := w.queries.PaymentNews(t.Context())
			w.must(err)
			if len(news) != 1 || news[0].Found != 1 || news[0].Notified != 1 || news[0].Unnotified != 1 {
				t.Errorf("the channel's news: %+v", news)
			}
		})
	}
}

func TestTheBooksTellThatAPaymentIsSettled(t *testing.T) {
	t.Parallel()
	w := newProviderFixture(t)
	r := w.listing(ProviderListingOptions{})
	for _, i := range eachChannel() {
		silent := i
		silent.ID, silent.TransactionID = lastID.Add(1), nextTransactionID()
		w.open(i)
		w.open(silent)
		for _, id := range []string{i.TransactionID, silent.TransactionID} {
			w.must(w.simulator.Pay(t.Context(), id, nil, ""))
			if id == i.TransactionID {
				w.take(w.notificationOf(id))
			}
			w.must(w.simulator.Settle(t.Context(), id))
		}
		w.clock.advance(time.Minute)
		w.once(r)
		w.hasEvents(i.TransactionID, "requested", "opened", "paid", "settled")
		w.hasEvents(silent.TransactionID, "requested", "opened", "paid", "settled")
		w.once(r)
		w.hasEvents(i.TransactionID, "requested", "opened", "paid", "settled")
	}
}

func TestABookingIsNoSecondPaymentOnlyBecauseTheBooksNameItOtherwise(t *testing.T) {
	t.Parallel()
	id := nextTransactionID()
	one, other := booking(id, "of-the-books-1", 100_000), booking(id, "of-the-books-2", 100_000)
	other.ID, other.At = "txn-2", other.At.Add(time.Second)
	for name, c := range map[string]struct {
		listed   []report.Booking
		suspense int
	}{
		"one receipt, another id":        {[]report.Booking{one}, 0},
		"two receipts, both other ids":   {[]report.Booking{other, one}, 1},
		"the notified one, and another":  {[]report.Booking{other, booking(id, "notified", 100_000)}, 1},
		"the notified one of the wallet": {[]report.Booking{booking(id, "va-"+id, 100_000)}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newLogFixture(t)
			h.request(identity(1, id))
			h.take(paidReport(id, "notified", 100_000))
			books := &fakeBooks{bookings: c.listed}
			r := NewProviderListing(h.reports, books, books, &memoryCursor{}, h.logger, h.patient(ProviderListingOptions{}))
			h.clock.advance(time.Hour)
			for range 3 {
				h.must(r.RunOnce(t.Context()))
			}
			if s := h.payment(id); len(s.Suspense) != c.suspense || s.Status != payment.StatusPaid {
				t.Errorf("in suspense: %+v", s.Suspense)
			}
		})
	}
}

func TestAPaymentIsLookedUpAtMostThreeTimes(t *testing.T) {
	t.Parallel()
	h := newLogFixture(t)
	id := nextTransactionID()
	h.request(onChannel(identity(1, id), string(pricing.Invoice), "INVOICE"))
	books := &fakeBooks{bookings: []report.Booking{booking(id, "p1", 100_000)}}
	r := NewProviderListing(h.reports, books, books, &memoryCursor{}, h.logger, h.patient(ProviderListingOptions{}))
	h.clock.advance(time.Hour)
	for range 10 {
		h.must(r.RunOnce(t.Context()))
		h.clock.advance(30 * time.Second)
	}
	if books.lookUps != 3 {
		t.Errorf("%d look-ups", books.lookUps)
	}
	if s := h.payment(id); s.Status != payment.StatusPaid || s.Receipt.ProviderPaymentID != "p1" {
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
		if got := needsLookUp(pricing.VA, report.Booking{At: booked}, calendar.Calendar{}); got != want {
			t.Errorf("%s: %v", at, got)
		}
	}
}

func TestAPaymentThatTheLogDoesNotKnowIsAnAlarmOnce(t *testing.T) {
	t.Parallel()
	h := newLogFixture(t)
	books := &fakeBooks{bookings: []report.Booking{booking(nextTransactionID(), "p1", 100_000), booking("another business", "p2", 1)}}
	r := NewProviderListing(h.reports, books, books, &memoryCursor{}, h.logger, h.patient(ProviderListingOptions{}))
	for range 3 {
		h.must(r.RunOnce(t.Context()))
		r.seen = seenBookings{} // as after a restart
	}
	if n := len(h.alarms.AllEntries()); n != 1 || !h.alarmed("older log") {
		t.Errorf("%d entries", n)
	}
}

// When a consumer fails, it gets the booking again, and the cursor waits for that booking.
func TestAConsumerGetsEachBookingUntilItHasTakenItIn(t *testing.T) {
	t.Parallel()
	h := newLogFixture(t)
	refund := booking("r", "refund-1", 5_000)
	refund.Kind, refund.Status = report.BookedRefund, report.Completed
	books := &fakeBooks{bookings: []report.Booking{refund}}
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
	o := h.patient(ProviderListingOptions{Consumers: []BookingConsumer{consumer}})
	r := NewProviderListing(h.reports, books, books, cursor, h.logger, o)
	for range 3 {
		h.must(r.RunOnce(t.Context()))
		h.clock.advance(time.Hour)
	}
	if len(got) != 3 || cursor.at.After(refund.UpdatedAt) {
		t.Fatalf("passed %v, the cursor is at %s", got, cursor.at)
	}
	broken = false
	h.must(r.RunOnce(t.Context()))
	h.must(r.RunOnce(t.Context()))
	if len(got) != 4 {
		t.Errorf("passed again although it was taken in: %v", got)
	}
	books.bookings[0].Status, books.bookings[0].UpdatedAt = report.Reversed, h.clock.now()
	h.must(r.RunOnce(t.Context()))
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
			h := newLogFixture(t)
			id := nextTransactionID()
			h.request(identity(1, id))
			books := &fakeBooks{}
			r := NewProviderListing(h.reports, books, books, &memoryCursor{}, h.logger, h.patient(ProviderListingOptions{}))
			sweep := func() {
				for r.sweepIsDue() {
					h.must(r.sweepPage(withReactorAsActor(t.Context(), r.Name())))
				}
			}
			paidAt := h.clock.now()
			sweep()
			for h.clock.now().Before(paidAt.Add(late)) {
				h.must(r.RunOnce(t.Context()))
				h.clock.advance(max(time.Minute, late/300))
			}
			b := booking(id, "p1", 100_000)
			b.At, b.UpdatedAt = paidAt, paidAt
			books.bookings = []report.Booking{b}
			h.must(r.RunOnce(t.Context()))
			sweep()
			if got := h.payment(id).Status; got != payment.StatusPaid {
				t.Error(got)
			}
		})
	}
}

// After a long stop the books are read hour by hour, and no hour is read twice.
func TestReadingGoesOnWhereItStopped(t *testing.T) {
	t.Parallel()
	h := newLogFixture(t)
	books := &fakeBooks{}
	began := h.clock.now()
	cursor := &memoryCursor{at: began}
	r := NewProviderListing(h.reports, books, books, cursor, h.logger, h.patient(ProviderListingOptions{}))
	h.clock.advance(72 * time.Hour)
	books.failAfter = 10
	if err := r.RunOnce(t.Context()); err == nil {
		t.Fatal("the provider's error is not told")
	}
	if want := began.Add(10 * time.Hour); !cursor.at.Equal(want) {
		t.Errorf("the cursor is at %s, not %s", cursor.at, want)
	}
	books.failAfter = 0
	again := NewProviderListing(h.reports, books, books, cursor, h.logger, h.patient(ProviderListingOptions{}))
	h.must(again.RunOnce(t.Context()))
	if first := books.queries[11]; !first.UpdatedFrom.Equal(began.Add(10*time.Hour - 10*time.Minute)) {
		t.Errorf("read again from %s", first.UpdatedFrom)
	}
}

func TestTheProviderGetsNoMoreCallsThanTheRate(t *testing.T) {
	t.Parallel()
	h := newLogFixture(t)
	books := &fakeBooks{called: h.clock.now}
	for range 100 {
		id := nextTransactionID()
		h.request(onChannel(identity(1, id), string(pricing.Invoice), "INVOICE"))
		books.bookings = append(books.bookings, booking(id, "p-"+id, 100_000))
	}
	books.pays = true
	r := NewProviderListing(h.reports, books, books, &memoryCursor{at: h.clock.now()}, h.logger, h.patient(ProviderListingOptions{}))
	h.clock.advance(time.Minute)
	start := h.clock.now()
	for paid := 0; paid < 100; {
		h.must(r.RunOnce(t.Context()))
		h.clock.advance(30 * time.Second)
		paid = 0
		for _, b := range books.bookings {
			if h.payment(b.Reference).Status == payment.StatusPaid {
				paid++
			}
		}
	}
	if took := h.clock.now().Sub(start); took > 5*time.Minute {
		t.Errorf("100 look-ups took %s", took)
	}
	for i := range books.calls {
		if n := i + 30; n < len(books.calls) && books.calls[n].Sub(books.calls[i]) < time.Minute {
			t.Fatalf("calls %d to %d came within %s", i, n, books.calls[n].Sub(books.calls[i]))
		}
	}
}

func booking(reference, product string, amount int64) report.Booking {
	at := time.Date(2025, 3, 4, 5, 6, 0, 0, time.UTC)
	return report.Booking{
		ID: "txn-" + product, Kind: report.BookedPayment, ProductID: product, Reference: reference, Status: report.Paid,
		ChannelCode: "BCA", Amount: rupiah.Of(amount), Cashflow: report.MoneyIn, At: at, UpdatedAt: at,
	}
}

// fakeBooks lists bookings as the provider does. It knows no receipt unless pays is set.
type fakeBooks struct {
	PaymentProvider
	bookings  []report.Booking
	queries   []report.BookingQuery
	failAfter int
	lookUps   int
	pays      bool
	called    func() time.Time
	calls     []time.Time
}

func (f *fakeBooks) call() {
	if f.called != nil {
		f.calls = append(f.calls, f.called())
	}
}

func (f *fakeBooks) BookingPage(_ context.Context, q report.BookingQuery) (p report.BookingPage, err error) {
	f.call()
	f.queries = append(f.queries, q)
	if f.failAfter > 0 && len(f.queries) > f.failAfter {
		return p, errors.New("the provider does not answer")
	}
	for _, b := range f.bookings {
		if (q.Reference == "" || b.Reference == q.Reference) && (len(q.Kinds) == 0 || slices.Contains(q.Kinds, b.Kind)) && !b.UpdatedAt.Before(q.UpdatedFrom) &&
			(q.UpdatedTo.IsZero() || b.UpdatedAt.Before(q.UpdatedTo)) && !b.At.Before(q.From) {
			p.Bookings = append(p.Bookings, b)
		}
	}
	return p, nil
}

func (f *fakeBooks) FindReceipt(_ context.Context, of report.Payment) (report.Payment, error) {
	f.call()
	f.lookUps++
	if !f.pays {
		return report.Payment{}, report.ErrNoRecord
	}
	return of, nil
}
