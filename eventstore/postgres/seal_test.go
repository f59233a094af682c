package postgres_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gateway/eventstore"
	"gateway/eventstore/archive"
	"gateway/eventstore/merkle"
	"gateway/eventstore/postgres"
	"gateway/eventstore/postgres/postgrestest"

	"github.com/google/go-cmp/cmp"
)

type archivedLog struct {
	failures []error // of the stores that open opened
	t        *testing.T
	dsn      string
	dir      string
	store    *postgres.Store
	ranges   *postgres.Ranges
	all      []eventstore.Recorded // before anything was sealed
}

// withArchive returns a log of 30 events in ranges of ten positions: three streams whose
// events alternate, and "old", which has one event at the first position.
func withArchive(t *testing.T) *archivedLog {
	t.Helper()
	l := &archivedLog{t: t, dsn: postgrestest.DatabaseWithRanges(t, 10), dir: t.TempDir()}
	l.store = l.open()
	l.ranges = postgres.NewRanges(l.store, connect(t, l.dsn), postgres.Keep{})
	mustAppend(t, l.store, "old", proposed("first.v1"))
	for i := range 29 {
		stream := []string{"a", "b", "c"}[i%3]
		if _, err := l.store.Append(t.Context(), stream, int64(i/3)-1, events(1)); err != nil {
			t.Fatal(err)
		}
	}
	l.all = l.read()
	return l
}

func (l *archivedLog) open() *postgres.Store {
	l.t.Helper()
	place, err := archive.OpenPlace(l.dir, archive.S3Options{})
	if err != nil {
		l.t.Fatal(err)
	}
	return open(l.t, postgres.Config{DSN: l.dsn, Archive: place, OnArchiveFailure: func(err error) { l.failures = append(l.failures, err) }})
}

func (l *archivedLog) read() (all []eventstore.Recorded) {
	l.t.Helper()
	s := l.open() // has nothing in memory
	for after := (eventstore.Position{}); ; {
		page, err := s.ReadAll(l.t.Context(), after, 7)
		if err != nil {
			l.t.Fatal(err)
		}
		if len(page) == 0 {
			return all
		}
		all, after = append(all, page...), page[len(page)-1].Position
	}
}

func (l *archivedLog) seal() []postgres.Range {
	l.t.Helper()
	sealed, err := l.ranges.Seal(l.t.Context(), time.Time{}, nil)
	if err != nil {
		l.t.Fatal(err)
	}
	return sealed
}

func (l *archivedLog) archive(keep int) []postgres.Range {
	l.t.Helper()
	moved, err := l.ranges.Archive(l.t.Context(), keep, nil)
	if err != nil {
		l.t.Fatal(err)
	}
	return moved
}

func (l *archivedLog) states() (states []string) {
	l.t.Helper()
	all, err := l.ranges.List(l.t.Context())
	if err != nil {
		l.t.Fatal(err)
	}
	for _, r := range all {
		states = append(states, r.State())
	}
	return states
}

func TestARangeIsSealedOnceTheNextOneHasAnEvent(t *testing.T) {
	t.Parallel()
	l := withArchive(t)
	if n := len(l.seal()); n != 2 {
		t.Errorf("%d ranges were sealed with 30 events in ranges of ten, want 2", n)
	}
	mustAppend(t, l.store, "thirty-first", events(1)...)
	sealed := l.seal()
	if len(sealed) != 1 || sealed[0].Number != 3 || sealed[0].Events != 10 {
		t.Fatalf("sealed %+v", sealed)
	}
	var edge merkle.Edge
	for _, e := range l.all[20:30] {
		edge.Add(merkle.LeafHash(e, merkle.V1))
	}
	if root := edge.Root(); !bytes.Equal(root[:], sealed[0].Root) {
		t.Error("the root is not that of the range's events")
	}
	if again := l.seal(); len(again) != 0 {
		t.Errorf("sealed again: %+v", again)
	}
}

func TestARangeThatIsYoungerThanAskedForStaysOpen(t *testing.T) {
	t.Parallel()
	l := withArchive(t)
	for before, want := range map[time.Time]int{l.all[0].BookedAt: 0, l.all[29].BookedAt.Add(time.Hour): 2} {
		sealed, err := l.ranges.Seal(t.Context(), before, nil)
		if err != nil || len(sealed) != want {
			t.Errorf("before %v: sealed %d, %v", before, len(sealed), err)
		}
	}
}

func TestAnArchivedLogIsReadAsBefore(t *testing.T) {
	t.Parallel()
	l := withArchive(t)
	running := l.open() // has read nothing of the ranges yet
	l.seal()
	if moved := l.archive(1); len(moved) != 1 {
		t.Fatalf("moved %d ranges, want all sealed ones but one", len(moved))
	}
	if got := strings.Join(l.states(), " "); got != "archived sealed open open" {
		t.Errorf("the ranges are %s", got)
	}
	l.archive(0)
	if diff := cmp.Diff(l.all, l.read()); diff != "" {
		t.Errorf("the log (-before +now):\n%s", diff)
	}
	page, err := running.ReadAll(t.Context(), eventstore.Position{}, 3)
	if diff := cmp.Diff(l.all[:3], page); err != nil || diff != "" {
		t.Errorf("a process that ran meanwhile reads (%v):\n%s", err, diff)
	}
	for _, name := range []string{"a", "b", "c", "old", "none"} {
		var want []eventstore.Recorded
		for _, e := range l.all {
			if e.Stream == name {
				want = append(want, e)
			}
		}
		n := len(want)
		for from := range n + 1 {
			for limit := 1; limit <= n+1; limit++ {
				l.mustRead(l.store, name, int64(from), eventstore.Forwards, limit, want[from:min(n, from+limit)])
				var backwards []eventstore.Recorded
				for i := min(from, n-1); i >= 0 && len(backwards) < limit; i-- {
					backwards = append(backwards, want[i])
				}
				l.mustRead(l.store, name, int64(from), eventstore.Backwards, limit, backwards)
			}
		}
	}
}

func (l *archivedLog) mustRead(s *postgres.Store, stream string, from int64, dir eventstore.Direction, limit int, want []eventstore.Recorded) {
	l.t.Helper()
	got, err := s.ReadStream(l.t.Context(), stream, from, dir, limit)
	if diff := cmp.Diff(want, got); err != nil || len(want)+len(got) > 0 && diff != "" {
		l.t.Errorf("%s from %d, direction %d, limit %d: %v (-want +got):\n%s", stream, from, dir, limit, err, diff)
	}
}

func TestAStreamOfTheArchiveIsNeverNewAgain(t *testing.T) {
	t.Parallel()
	for _, archived := range []bool{false, true} {
		l := withArchive(t)
		l.seal()
		if archived {
			l.archive(0)
		}
		_, err := l.open().Append(t.Context(), "old", eventstore.NoStream, events(1))
		mustConflict(t, err, 0)
		if _, err := l.store.Append(t.Context(), "old", 0, events(1)); err != nil {
			t.Errorf("it can't go on: %v", err)
		}
	}
}

func TestAnAppendOfArchivedEventsIsARepetition(t *testing.T) {
	t.Parallel()
	l := withArchive(t)
	l.seal()
	l.archive(0)
	var a []eventstore.Proposed
	var last eventstore.Position
	for _, e := range l.all {
		if e.Stream == "a" {
			a, last = append(a, e.Proposed), e.Position
		}
	}
	at, err := l.store.Append(t.Context(), "a", eventstore.NoStream, a) // archived and not
	if err != nil || at.Position != last || at.Revision != int64(len(a))-1 {
		t.Errorf("got %+v, %v", at, err)
	}
	a[1] = proposed("other.v1")
	if _, err := l.store.Append(t.Context(), "a", eventstore.NoStream, a[:2]); !errors.Is(err, eventstore.ErrPartialRetry) {
		t.Errorf("a partial repetition: %v", err)
	}
	_, err = l.store.Append(t.Context(), "a", eventstore.NoStream, events(2))
	mustConflict(t, err, 9)
}

func TestAFileThatWasAlteredIsRefusedByItsName(t *testing.T) {
	t.Parallel()
	l := withArchive(t)
	l.seal()
	name := l.archive(0)[0].File
	path := filepath.Join(l.dir, name)
	sound, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var altered *archive.AlteredError
	for at := 0; at < len(sound); at += 1 + len(sound)/97 {
		broken := bytes.Clone(sound)
		broken[at] ^= 1
		if err := os.WriteFile(path, broken, 0o600); err != nil {
			t.Fatal(err)
		}
		wrong, checked, err := l.ranges.Check(t.Context(), nil)
		if err != nil || checked != 2 || len(wrong) != 1 || !errors.As(wrong[1], &altered) || !strings.Contains(wrong[1].Error(), name) {
			t.Fatalf("byte %d: %d checked, %v, %v", at, checked, wrong, err)
		}
		if at == 0 {
			_, err := l.open().ReadAll(t.Context(), eventstore.Position{}, 5)
			if !errors.As(err, &altered) || !errors.Is(err, eventstore.ErrUnavailable) || !strings.Contains(err.Error(), name) {
				t.Errorf("read of an altered file: %v", err)
			}
			if len(l.failures) != 1 || !errors.As(l.failures[0], &altered) {
				t.Errorf("the operator is told of %v", l.failures)
			}
		}
	}
	for _, cut := range []int{0, 10, len(sound) - 1} {
		if err := os.WriteFile(path, sound[:cut], 0o600); err != nil {
			t.Fatal(err)
		}
		if wrong, _, _ := l.ranges.Check(t.Context(), nil); !errors.As(wrong[1], &altered) {
			t.Errorf("cut to %d bytes: %v", cut, wrong[1])
		}
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if wrong, _, _ := l.ranges.Check(t.Context(), nil); !errors.Is(wrong[1], archive.ErrMissing) || !strings.Contains(wrong[1].Error(), name) {
		t.Errorf("a missing file: %v", wrong[1])
	}
	if _, err := open(t, postgres.Config{DSN: l.dsn}).ReadAll(t.Context(), eventstore.Position{}, 5); !errors.Is(err, postgres.ErrNoArchive) {
		t.Errorf("without an archive: %v", err)
	}
}

func TestARangeThatIsNotSoundIsNotSealed(t *testing.T) {
	t.Parallel()
	for name, statement := range map[string]string{
		"a revision is given twice":  `INSERT INTO events_2 SELECT 20, 'old', 0, gen_random_uuid(), type, data, metadata, booked_at FROM events WHERE position = 1`,
		"a stream begins in between": `INSERT INTO events_2 SELECT 20, 'new', 5, gen_random_uuid(), type, data, metadata, booked_at FROM events WHERE position = 1`,
		"a stream has a gap within":  `INSERT INTO events_2 SELECT 20, stream, revision + 2, gen_random_uuid(), type, data, metadata, booked_at FROM events WHERE position = 19`,
		"its last event is missing":  `SELECT 1`,
	} {
		l := withArchive(t)
		l.seal() // ranges 1 and 2; undone for range 2 below
		execute(t, l.dsn, `ALTER TABLE sealed_heads DISABLE TRIGGER sealed_heads_are_final;
			GRANT DELETE ON sealed_heads TO CURRENT_USER; DELETE FROM sealed_heads WHERE range = 2;
			UPDATE ranges SET sealed_at = NULL, events = NULL, root = NULL WHERE number = 2;
			ALTER TABLE events_2 DISABLE TRIGGER events_are_final; GRANT DELETE ON events_2 TO CURRENT_USER;
			DELETE FROM events_2 WHERE position = 20`)
		execute(t, l.dsn, statement)
		if _, err := postgres.NewRanges(l.open(), connect(t, l.dsn), postgres.Keep{}).Seal(t.Context(), time.Time{}, nil); (err == nil) != (statement == `SELECT 1`) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
