package readmodel_test

import (
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/proposal"
	"gateway/eventstore"
	"gateway/projections/engine"
	"gateway/projections/readmodel"
	"gateway/projections/readmodel/balancerows"

	"github.com/jmoiron/sqlx"
)

func TestTheSearchForAMomentBeginsLessThanAMinuteBeforeItAndNeverAfterIt(t *testing.T) {
	t.Parallel()
	seconds := []int{30, 59, 60, 61, 40, 119, 130, 300, 200, 301, 361} // 40 and 200 go back
	events := make([]eventstore.Envelope, len(seconds))
	for i, s := range seconds {
		events[i] = log(append(make([]domain.Event, i), proposal.Read{ProposalID: int64(i)})...)[i]
		events[i].BookedAt = noon.Add(time.Duration(s) * time.Second).UTC()
	}
	for name, size := range map[string]int{"one batch": 100, "one by one": 1} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db := database(t)
			apply(t, db, size, events)
			q := readmodel.NewQueries(sqlx.NewDb(db, "postgres"))
			for second, want := range map[int]int64{
				0: 0, 29: 0, 30: 1, 59: 1, 60: 3, 119: 3, 129: 3, 130: 7, 299: 7, 300: 8, 360: 8, 361: 11, 9_999: 11,
			} {
				got, err := q.BookedBy(t.Context(), noon.Add(time.Duration(second)*time.Second))
				if err != nil || got != (eventstore.Position{Commit: want, Prepare: want}) {
					t.Errorf("at second %d: %v, %v, want %d", second, got, err, want)
				}
			}
		})
	}
}

// The booking times of a store may go back, even within a minute.
func TestTheSearchBeginsAFewThousandEventsBeforeAMomentAndNeverAfterALaterOne(t *testing.T) {
	t.Parallel()
	const n = 30_000
	events := make([]eventstore.Envelope, n)
	for i := range events {
		at := i
		if i%5_000 > 4_000 {
			at -= 3_000 // the clock was set back by 3 ms
		}
		events[i] = eventstore.Envelope{Recorded: eventstore.Recorded{
			Position: eventstore.Position{Commit: int64(i + 1), Prepare: int64(i + 1)},
			BookedAt: noon.Add(time.Duration(at) * time.Microsecond).UTC(),
		}}
	}
	var first string
	for _, size := range []int{n, 777} {
		db := database(t)
		s := engine.NewSession(db)
		for from := 0; from < n; from += size {
			must(t, s.Transact(t.Context(), func(tx *engine.Tx) error {
				return balancerows.BookingTimes{}.Apply(t.Context(), tx, events[from:min(n, from+size)])
			}))
		}
		s.Close()
		q := readmodel.NewQueries(sqlx.NewDb(db, "postgres"))
		for micro := 0; micro < n; micro += 97 {
			at := noon.Add(time.Duration(micro) * time.Microsecond).UTC()
			later := 0 // the first event that was booked later
			for later < n && !events[later].BookedAt.After(at) {
				later++
			}
			got, err := q.BookedBy(t.Context(), at)
			if left := int64(later) - got.Commit; err != nil || left < 0 || left > 4_000+3_000 {
				t.Fatalf("at %d: %d events are left to read, %v", micro, left, err)
			}
			if before, err := q.EventBefore(t.Context(), int64(micro+1)); err != nil || int64(micro)-before.Commit > 4_000 || before.Commit > int64(micro) {
				t.Fatalf("before %d: %v, %v", micro+1, before, err)
			}
		}
		marks := hashOf(t, db, "booking_times")
		if first == "" {
			first = marks
		}
		equal(t, "the marks in batches of any size", marks, first)
	}
}
