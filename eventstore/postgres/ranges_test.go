package postgres_test

import (
	"database/sql"
	"fmt"
	"slices"
	"testing"

	"gateway/eventstore"
	"gateway/eventstore/postgres"
	"gateway/eventstore/postgres/postgrestest"
	"gateway/test/poll"

	"github.com/google/uuid"
)

type rangeRow struct{ first, last int64 }

func rangesOf(t *testing.T, db *sql.DB) (all []rangeRow) {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), `SELECT first, last FROM ranges ORDER BY number`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var r rangeRow
		if err := rows.Scan(&r.first, &r.last); err != nil {
			t.Fatal(err)
		}
		all = append(all, r)
	}
	return all
}

func events(n int) []eventstore.Proposed {
	all := make([]eventstore.Proposed, n)
	for i := range all {
		all[i] = proposed("range.v1")
	}
	return all
}

func TestTheLastEventOfARangeAndTheFirstOfTheNextLieInTheirPartitions(t *testing.T) {
	t.Parallel()
	const size = 10
	for before := size - 2; before <= size+1; before++ {
		t.Run(fmt.Sprintf("two events after %d", before), func(t *testing.T) {
			t.Parallel()
			dsn := postgrestest.DatabaseWithRanges(t, size)
			s, db := postgrestest.Open(t, dsn), connect(t, dsn)
			mustAppend(t, s, "before", events(before)...)
			mustAppend(t, s, "a", events(2)...)
			all, err := s.ReadAll(t.Context(), eventstore.Position{Commit: int64(before), Prepare: int64(before)}, 10)
			if err != nil || len(all) != 2 {
				t.Fatalf("read %d events, %v", len(all), err)
			}
			for _, e := range all {
				var table string
				if err := db.QueryRow(`SELECT tableoid::regclass FROM events WHERE position = $1`, e.Position.Commit).Scan(&table); err != nil {
					t.Fatal(err)
				}
				if want := fmt.Sprintf("events_%d", (e.Position.Commit-1)/size+1); table != want {
					t.Errorf("event %d is in %s, want %s", e.Position.Commit, table, want)
				}
			}
		})
	}
}

func TestTheNextRangeIsMadeWhenHalfOfTheLastIsFull(t *testing.T) {
	t.Parallel()
	dsn := postgrestest.DatabaseWithRanges(t, 100)
	s, db := postgrestest.Open(t, dsn), connect(t, dsn)
	mustAppend(t, s, "half", events(50)...)
	if _, err := db.Exec(`SELECT make_range(0)`); err != nil {
		t.Fatal(err)
	}
	if all := rangesOf(t, db); !slices.Equal(all, []rangeRow{{1, 100}}) {
		t.Errorf("with half a range free there are %v", all)
	}
	mustAppend(t, s, "more", events(1)...)
	poll.Until(t, "the next range", func() bool { return slices.Equal(rangesOf(t, db), []rangeRow{{1, 100}, {101, 200}}) })
}

func TestAnAppendLargerThanARangeIsWrittenWhole(t *testing.T) {
	t.Parallel()
	dsn := postgrestest.DatabaseWithRanges(t, 20)
	s := postgrestest.Open(t, dsn)
	if at := mustAppend(t, s, "large", events(1_000)...); at.Position.Commit != 1_000 {
		t.Errorf("appended through %d", at.Position.Commit)
	}
	got, err := s.ReadStream(t.Context(), "large", 0, eventstore.Forwards, 2_000)
	if err != nil || len(got) != 1_000 {
		t.Errorf("read %d events, %v", len(got), err)
	}
}

// The partitions' own constraints can't ensure this, because each covers only one range.
func TestARevisionIsGivenOnceInAllRanges(t *testing.T) {
	t.Parallel()
	s := postgrestest.Open(t, postgrestest.DatabaseWithRanges(t, 5))
	mustAppend(t, s, "once", proposed("first.v1"))
	mustAppend(t, s, "others", events(20)...)
	for _, expected := range []eventstore.Revision{eventstore.NoStream, 1} {
		_, err := s.Append(t.Context(), "once", expected, events(1))
		mustConflict(t, err, 0)
	}
}

func mustConflict(t *testing.T, err error, actual eventstore.Revision) {
	t.Helper()
	conflict, ok := asConflict(err)
	if !ok || conflict.Actual != actual {
		t.Errorf("got %v, want a conflict with revision %d", err, actual)
	}
}

func TestAPartitionRefusesChangesByItself(t *testing.T) {
	t.Parallel()
	dsn := postgrestest.DatabaseWithRanges(t, 5)
	s, db := postgrestest.Open(t, dsn), connect(t, dsn)
	mustAppend(t, s, "a", events(12)...)
	for _, statement := range []string{
		`UPDATE events_1 SET data = '{}'`, `DELETE FROM events_2`, `TRUNCATE events_3`,
		`SET session_replication_role = replica; DELETE FROM events_2`,
		`INSERT INTO events_1 SELECT 6, stream, 99, id, type, data, metadata, booked_at FROM events WHERE position = 1`,
		`INSERT INTO sealed_heads VALUES ('x', 0, 0, 1); DELETE FROM sealed_heads`,
	} {
		if _, err := db.Exec(statement); err == nil {
			t.Errorf("%s: was done", statement)
		}
	}
}

func TestTheSizeOfARangeHasLimits(t *testing.T) {
	t.Parallel()
	db := connect(t, postgrestest.Database(t))
	for size, fine := range map[int64]bool{0: false, 1: true, 1_000_000_000: true, 1_000_000_001: false} {
		if err := postgres.SetRangeSize(t.Context(), db, size); (err == nil) != fine {
			t.Errorf("%d: %v", size, err)
		}
	}
}

// EventStoreDB's positions are byte offsets.
func TestARestoredLogWithGapsHasRangesOfAboutAsManyEvents(t *testing.T) {
	t.Parallel()
	dsn := postgrestest.DatabaseWithRanges(t, 100)
	db := connect(t, dsn)
	r := postgres.NewRestore(db)
	defer r.Close()
	if err := r.Begin(t.Context(), uuid.NewString()); err != nil {
		t.Fatal(err)
	}
	const gap, n = 500, 1_000
	var page []eventstore.Recorded
	for i := range int64(n) {
		page = append(page, eventstore.Recorded{
			Proposed: proposed("old.v1"), Stream: "a", Revision: i,
			Position: eventstore.Position{Commit: (i + 1) * gap, Prepare: (i + 1) * gap},
		})
	}
	for half := range slices.Chunk(page, n/2) {
		if err := r.Add(t.Context(), half); err != nil {
			t.Fatal(err)
		}
	}
	if err := r.Finish(t.Context()); err != nil {
		t.Fatal(err)
	}
	all := rangesOf(t, db)
	if last := all[len(all)-1]; len(all) != 11 || last.first != n*gap+1 || last.last != n*gap+100 {
		t.Errorf("the ranges are %v", all)
	}
	s := postgrestest.Open(t, dsn)
	if at := mustAppend(t, s, "new", events(1)...); at.Position.Commit != n*gap+1 {
		t.Errorf("the next event is at %d", at.Position.Commit)
	}
	if got, err := s.ReadStream(t.Context(), "a", 0, eventstore.Forwards, 2*n); err != nil || len(got) != n {
		t.Errorf("read %d events, %v", len(got), err)
	}
}
