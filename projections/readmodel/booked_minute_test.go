package readmodel

import (
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/proposal"
	"gateway/eventstore"

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
			q := NewQueries(sqlx.NewDb(db, "postgres"))
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
