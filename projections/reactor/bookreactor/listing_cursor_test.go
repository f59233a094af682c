package bookreactor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/catalogue"
	"gateway/domain/report"
	"gateway/eventstore"
	"gateway/eventstore/storetest"
	"gateway/projections/reactor/reportreactor"
	"gateway/test/rupiah"

	"github.com/google/uuid"
	"github.com/sirupsen/logrus"
)

// timedBooks are books that respect the time bounds of a query.
type timedBooks []report.Booking

// BookingPage implements BookingLister.
func (t timedBooks) BookingPage(_ context.Context, q report.BookingQuery) (page report.BookingPage, err error) {
	for _, b := range t {
		if !b.UpdatedAt.Before(q.UpdatedFrom) && (q.UpdatedTo.IsZero() || b.UpdatedAt.Before(q.UpdatedTo)) {
			page.Bookings = append(page.Bookings, b)
		}
	}
	return page, nil
}

func newRefund(id string, at time.Time) report.Booking {
	return report.Booking{
		Connection: "xendit", ID: id, Kind: report.BookedRefund, ProductID: "r-" + id, Status: report.Completed, Amount: rupiah.Of(1_000), At: at, UpdatedAt: at,
	}
}

// listingOf makes the reactor with one consumer, on an in-memory log.
func listingOf(books timedBooks, cursor *memoryCursor, now *time.Time, take func(report.Booking) error) *ProviderListing {
	return listingOn(storetest.NewMemory().Open(), books, cursor, now, take)
}

func newLog(store eventstore.Store) *eventstore.Log {
	return eventstore.NewLog(store, eventstore.NewCodec(catalogue.Events()...), eventstore.Options{})
}

func listingOn(
	store eventstore.Store, books timedBooks, cursor *memoryCursor, now *time.Time, take func(report.Booking) error,
) *ProviderListing {
	quiet := logrus.New()
	quiet.SetOutput(io.Discard)
	reports := &reportreactor.Reports{Log: newLog(store), Now: func() time.Time { return *now }, Logger: logrus.NewEntry(quiet)}
	return NewProviderListing(reports, books, nil, cursor, reports.Logger, ProviderListingOptions{
		Rate: 1_000_000, Consumers: []BookingConsumer{BookingConsumerFunc(func(_ context.Context, b report.Booking) error { return take(b) })},
	})
}

// Until a booking is taken in, the saved cursor stays at it, even for days, so that a restart reads it
// again. Newer bookings are taken in meanwhile.
func TestABookingThatCanNotBeTakenInIsNeverPassedBy(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)
	began := now
	books := timedBooks{newRefund("stuck", now.Add(-time.Hour)), newRefund("next", now.Add(30*time.Hour)), newRefund("last", now.Add(50*time.Hour))}
	cursor := &memoryCursor{at: now.Add(-2 * time.Hour)}
	var taken []string
	broken := true
	take := func(b report.Booking) error {
		if b.ID == "stuck" && broken {
			return errors.New("an instance of a former version can't read the payment")
		}
		taken = append(taken, b.ID)
		return nil
	}
	r := listingOf(books, cursor, &now, take)
	for range 4 {
		if err := r.RunOnce(t.Context()); err != nil {
			t.Fatal(err)
		}
		now = now.Add(20 * time.Hour)
	}
	if fmt.Sprint(taken) != "[next last]" {
		t.Errorf("taken meanwhile: %v", taken)
	}
	if cursor.at.After(began.Add(-time.Hour)) {
		t.Fatalf("the cursor is saved at %s, beyond the booking", cursor.at)
	}
	broken = false
	if err := listingOf(books, cursor, &now, take).RunOnce(t.Context()); err != nil || !slices.Contains(taken, "stuck") {
		t.Errorf("after a restart: %v, %v", taken, err)
	}
}

// Busy means that others are writing to the same stream right now.
func TestABookingWhoseStreamIsBusyComesAgain(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)
	tries := 0
	r := listingOf(timedBooks{newRefund("one", now.Add(-time.Minute))}, &memoryCursor{}, &now, func(report.Booking) error {
		tries++
		if tries == 1 {
			return fmt.Errorf("append: %w", eventstore.ErrBusy)
		}
		return domain.Refuse(domain.Invalid, "strange", "it is final")
	})
	for range 3 {
		if err := r.RunOnce(t.Context()); err != nil {
			t.Fatal(err)
		}
		now = now.Add(time.Minute)
	}
	if tries != 2 {
		t.Errorf("%d tries, want the busy one and the one that was refused for good", tries)
	}
}

// A booking can be taken in hours after it was booked. So after a restore the books are read again from
// the last cursor noted in the surviving log, not from its last event. Without a noted cursor they are
// read from the first event on.
func TestAfterARestoreTheBooksAreReadFromTheLastSurvivingBookingOn(t *testing.T) {
	t.Parallel()
	survived := time.Now().UTC() // the time of the last event in the in-memory store
	const ahead, behind = 39 * time.Hour, -3 * time.Hour
	for _, c := range []struct {
		name   string
		cursor *memoryCursor
		// noted is the cursor noted in the surviving log, relative to the log's last event; 0 for none.
		noted time.Duration
		want  string
	}{
		{"an older log was accepted: the cursor is newer than the log", &memoryCursor{at: survived.Add(ahead), generation: new(int64(0))}, behind, "[late lost]"},
		{"a backup was imported: there is no cursor", &memoryCursor{}, behind, "[late lost]"},
		{"the whole cluster was restored: the cursor is as old as the log", &memoryCursor{at: survived.Add(behind), generation: new(int64(0))}, -time.Minute, "[late lost]"},
		{"a former version wrote the log", &memoryCursor{at: survived.Add(ahead), generation: new(int64(0))}, 0, "[lost]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			now := survived.Add(40 * time.Hour)
			store := storetest.NewMemory().Open()
			if c.noted != 0 {
				if err := eventstore.NoteBooksRead(t.Context(), newLog(store), "xendit", survived.Add(c.noted), time.Hour, survived); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := store.Append(t.Context(), "balance-1", eventstore.NoStream, []eventstore.Proposed{{ID: uuid.New(), Type: "x", Data: []byte("{}")}}); err != nil {
				t.Fatal(err)
			}
			if _, err := eventstore.BeginGeneration(t.Context(), store, eventstore.ReasonAccepted, eventstore.Position{}, now); err != nil {
				t.Fatal(err)
			}
			if err := eventstore.NoteBooksRead(t.Context(), newLog(store), "xendit", survived.Add(ahead), time.Hour, now); err != nil { // noted in the new generation
				t.Fatal(err)
			}
			var taken []string
			books := timedBooks{newRefund("lost", survived.Add(10*time.Hour)), newRefund("late", survived.Add(-2*time.Hour)), newRefund("before", survived.Add(-10*time.Hour))}
			r := listingOn(store, books, c.cursor, &now, func(b report.Booking) error {
				taken = append(taken, b.ID)
				return nil
			})
			if err := r.RunOnce(t.Context()); err != nil || fmt.Sprint(taken) != c.want {
				t.Fatalf("taken: %v, %v", taken, err)
			}
			if c.cursor.generation == nil || *c.cursor.generation != 1 || c.cursor.at.Before(now.Add(-time.Hour)) {
				t.Errorf("the cursor is at %s", c.cursor.at)
			}
		})
	}
}

// The reactor notes the cursor in the log once an hour, and only as far as the saved cursor: never beyond
// a waiting booking.
func TestTheLogNotesUpToWhenTheBooksWereRead(t *testing.T) {
	t.Parallel()
	now := time.Now().UTC()
	began := now
	store := storetest.NewMemory().Open()
	cursor := &memoryCursor{at: now.Add(-2 * time.Hour)}
	r := listingOn(store, timedBooks{newRefund("stuck", now.Add(3*time.Hour))}, cursor, &now, func(report.Booking) error {
		return errors.New("an instance of a former version can't read the payment")
	})
	for range 10 {
		if err := r.RunOnce(t.Context()); err != nil {
			t.Fatal(err)
		}
		now = now.Add(30 * time.Minute)
	}
	noted, err := store.ReadStream(t.Context(), "store-books", 0, eventstore.Forwards, 100)
	if err != nil || len(noted) < 4 || len(noted) > 6 {
		t.Fatalf("noted %d times in 5 hours, %v", len(noted), err)
	}
	var last eventstore.BooksRead
	if err := json.Unmarshal(noted[len(noted)-1].Data, &last); err != nil || last.To.After(began.Add(3*time.Hour)) {
		t.Errorf("noted up to %s, beyond what waits, %v", last.To, err)
	}
}

// An operator sets a time while the gateway runs.
func TestTheBooksAreReadAgainFromTheTimeThatAnOperatorNames(t *testing.T) {
	t.Parallel()
	now := time.Now().UTC()
	cursor, taken := &memoryCursor{at: now.Add(-time.Hour)}, 0
	r := listingOf(timedBooks{newRefund("old", now.AddDate(0, 0, -3))}, cursor, &now, func(report.Booking) error {
		taken++
		return nil
	})
	for _, want := range []int{0, 1, 1} {
		if err := r.RunOnce(t.Context()); err != nil || taken != want {
			t.Fatalf("%d taken, want %d: %v", taken, want, err)
		}
		if cursor.resets == 0 {
			cursor.at, cursor.resets = now.AddDate(0, 0, -4), 1
		}
	}
}

// A client may repeat a lost request after the books were already read past its payment.
func TestTheLongSweepAfterARestoreReadsWhatTheLogMayHaveLost(t *testing.T) {
	t.Parallel()
	now := time.Now().UTC()
	const day = 24 * time.Hour
	for _, c := range []struct {
		name       string
		lost, back time.Duration // ago
	}{
		{"no restore", 0, 8 * day},
		{"lost some days ago", 3 * day, 8 * day},
		{"lost some weeks ago", 20 * day, 20 * day},
		{"lost long ago", 61 * day, 8 * day},
	} {
		store := storetest.NewMemory().Open()
		if c.lost > 0 {
			if err := eventstore.NoteBooksRead(t.Context(), newLog(store), "xendit", now.Add(-c.lost), time.Hour, now); err != nil {
				t.Fatal(err)
			}
			if _, err := eventstore.BeginGeneration(t.Context(), store, eventstore.ReasonImported, eventstore.Position{}, now); err != nil {
				t.Fatal(err)
			}
		}
		r := listingOn(store, nil, &memoryCursor{}, &now, nil)
		if from, err := r.longSweepFrom(t.Context(), now); err != nil || !from.Equal(now.Add(-c.back)) {
			t.Errorf("%s: from %s, %v", c.name, now.Sub(from), err)
		}
	}
}
