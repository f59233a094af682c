package postgres_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"gateway/eventstore"
	"gateway/eventstore/archive"
	"gateway/eventstore/postgres"
	"gateway/eventstore/postgres/postgrestest"

	"github.com/google/uuid"
)

var keep = postgres.Keep{Whole: []string{"account"}, Tail: []string{"balance"}}

// withKept returns a log with archived ranges of ten positions. account-1 is kept whole; balance-1 has a
// snapshot at revision 5, and 8 events; balance-2 has two events and no snapshot; payment-1 is not kept. All
// other events are in "filler".
func withKept(t *testing.T, keep postgres.Keep) *archivedLog {
	t.Helper()
	l := &archivedLog{t: t, dsn: postgrestest.DatabaseWithRanges(t, 10), dir: t.TempDir()}
	l.store = l.open()
	l.ranges = postgres.NewRanges(l.store, connect(t, l.dsn), keep)
	mustAppend(t, l.store, "account-1", events(2)...)
	mustAppend(t, l.store, "payment-1", events(2)...)
	mustAppend(t, l.store, "balance-1", events(4)...)
	mustAppend(t, l.store, "balance-2", events(2)...)
	l.append("balance-1", 3, events(2)...)
	l.append(eventstore.SnapshotStream("balance-1"), eventstore.NoStream, snapshotAt(t, 3))
	l.append(eventstore.SnapshotStream("balance-1"), 0, snapshotAt(t, 5))
	l.append("balance-1", 5, events(2)...)
	l.append("account-1", 1, events(1)...)
	l.append("filler", eventstore.NoStream, events(12)...)
	l.all = l.read()
	l.seal()
	l.archive(0)
	return l
}

func (l *archivedLog) append(stream string, after eventstore.Revision, events ...eventstore.Proposed) {
	l.t.Helper()
	if _, err := l.store.Append(l.t.Context(), stream, after, events); err != nil {
		l.t.Fatal(err)
	}
}

func snapshotAt(t *testing.T, at eventstore.Revision) eventstore.Proposed {
	t.Helper()
	data, err := json.Marshal(eventstore.SnapshotTaken{Version: 1, Revision: at, State: json.RawMessage("{}")})
	if err != nil {
		t.Fatal(err)
	}
	return eventstore.Proposed{ID: uuid.New(), Type: eventstore.SnapshotTaken{}.EventType(), Data: data}
}

// of returns the events of a stream, as they were before they were archived.
func (l *archivedLog) of(stream string) (all []eventstore.Recorded) {
	for _, e := range l.all {
		if e.Stream == stream {
			all = append(all, e)
		}
	}
	return all
}

func (l *archivedLog) takeArchiveAway() {
	l.t.Helper()
	if err := os.Rename(l.dir, l.dir+"-away"); err != nil {
		l.t.Fatal(err)
	}
}

func TestWhatIsKeptOfAnArchiveIsReadWithoutIt(t *testing.T) {
	t.Parallel()
	l := withKept(t, keep)
	l.takeArchiveAway()
	s := l.open()
	balance, snapshots := l.of("balance-1"), l.of("snapshot-balance-1")
	l.mustRead(s, "account-1", 0, eventstore.Forwards, 100, l.of("account-1"))
	l.mustRead(s, "account-1", 1, eventstore.Forwards, 1, l.of("account-1")[1:2])
	l.mustRead(s, "account-1", 1, eventstore.Backwards, 1, l.of("account-1")[1:2])
	l.mustRead(s, "balance-2", 0, eventstore.Forwards, 100, l.of("balance-2"))
	l.mustRead(s, "balance-1", 6, eventstore.Forwards, 100, balance[6:])
	l.mustRead(s, "balance-1", eventstore.End, eventstore.Backwards, 1, balance[7:])
	l.mustRead(s, "balance-1", 5, eventstore.Backwards, 1, balance[5:6])
	l.mustRead(s, "snapshot-balance-1", eventstore.End, eventstore.Backwards, 1, snapshots[1:])
	l.mustRead(s, "none", 0, eventstore.Forwards, 1, nil)
	for stream, from := range map[string]eventstore.Revision{"payment-1": 0, "balance-1": 4, "snapshot-balance-1": 0} {
		if _, err := s.ReadStream(t.Context(), stream, from, eventstore.Forwards, 100); !errors.Is(err, eventstore.ErrArchive) {
			t.Errorf("%s from %d: %v", stream, from, err)
		}
	}
	mustAppend(t, s, "payment-2", events(1)...)
	_, err := s.Append(t.Context(), "account-1", 2, events(1))
	if err != nil {
		t.Error(err)
	}
	if page, err := s.ReadStream(t.Context(), "account-1", 0, eventstore.Forwards, 100); err != nil || len(page) != 4 {
		t.Errorf("the stream went on: %d events, %v", len(page), err)
	}
}

func TestANewerSnapshotReplacesWhatIsKept(t *testing.T) {
	t.Parallel()
	l := withKept(t, keep)
	l.append(eventstore.SnapshotStream("balance-1"), 1, snapshotAt(t, 7))
	l.append("balance-1", 7, events(10)...)
	l.append("filler", 11, events(12)...)
	l.seal()
	l.archive(0)
	var rows int
	err := connect(t, l.dsn).QueryRow(`SELECT count(*) FROM kept_events WHERE stream = 'balance-1' AND revision < 7
		OR stream = 'snapshot-balance-1' AND revision < 2`).Scan(&rows)
	if err != nil || rows > 0 {
		t.Errorf("%d events are kept that the snapshot covers (%v)", rows, err)
	}
	l.all = l.read()
	l.takeArchiveAway()
	l.mustRead(l.open(), "balance-1", 8, eventstore.Forwards, 100, l.of("balance-1")[8:])
}

func TestRangesThatWereArchivedBeforeAreKeptByTheNextArchive(t *testing.T) {
	t.Parallel()
	l := withKept(t, postgres.Keep{})
	again := postgres.NewRanges(l.store, connect(t, l.dsn), keep)
	for range 2 {
		if moved, err := again.Archive(t.Context(), 0, nil); err != nil || len(moved) > 0 {
			t.Fatal(moved, err)
		}
	}
	all, err := again.List(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(l.dir, all[0].File)); err != nil {
		t.Fatal(err)
	}
	if _, err := again.Archive(t.Context(), 0, nil); err != nil {
		t.Errorf("it reads the files each time: %v", err)
	}
	l.takeArchiveAway()
	s := l.open()
	l.mustRead(s, "account-1", 0, eventstore.Forwards, 100, l.of("account-1"))
	l.mustRead(s, "balance-1", 6, eventstore.Forwards, 100, l.of("balance-1")[6:])
}

func TestACopyThatDiffersFromTheArchiveIsFound(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]string{
		"data":                            `UPDATE kept_events SET data = '{"n":9}' WHERE stream = 'account-1' AND revision = 1`,
		"id":                              `UPDATE kept_events SET id = gen_random_uuid() WHERE stream = 'account-1' AND revision = 1`,
		"time":                            `UPDATE kept_events SET booked_at = booked_at - interval '1 day' WHERE stream = 'account-1' AND revision = 1`,
		"position":                        `UPDATE kept_events SET position = position + 1 WHERE stream = 'account-1' AND revision = 1`,
		"invented":                        `INSERT INTO kept_events SELECT 'account-1', 3, 19, gen_random_uuid(), 'x.v1', data, metadata, booked_at, range FROM kept_events LIMIT 1`,
		"of a range that is not archived": `INSERT INTO kept_events SELECT 'account-1', 3, 99, gen_random_uuid(), 'x.v1', data, metadata, booked_at, 9 FROM kept_events LIMIT 1`,
	} {
		l := withKept(t, keep)
		if found, err := l.open().CheckKept(t.Context()); err != nil || len(found) > 0 {
			t.Fatalf("sound copies: %v, %v", found, err)
		}
		execute(t, l.dsn, change)
		found, err := l.open().CheckKept(t.Context())
		if err != nil || len(found) != 1 || found[0].Stream != "account-1" {
			t.Errorf("%s: found %v, %v", name, found, err)
		}
	}
	l := withKept(t, keep)
	l.takeArchiveAway()
	if _, err := l.open().CheckKept(t.Context()); !errors.Is(err, eventstore.ErrArchive) {
		t.Errorf("without the archive: %v", err)
	}
}

// A directory that is not mounted is empty, or missing.
func TestADirectoryThatIsNotMountedIsUnreachableAndLacksNothing(t *testing.T) {
	t.Parallel()
	l := withKept(t, keep)
	l.takeArchiveAway()
	notMounted := func(what string) {
		t.Helper()
		_, err := l.open().ReadAll(t.Context(), eventstore.Position{}, 5)
		if !errors.Is(err, eventstore.ErrArchive) || errors.Is(err, archive.ErrMissing) || !errors.Is(err, archive.ErrNotMounted) {
			t.Errorf("%s: %v", what, err)
		}
	}
	notMounted("no directory")
	if err := os.Mkdir(l.dir, 0o700); err != nil {
		t.Fatal(err)
	}
	notMounted("an empty directory")
	l.append("filler", 11, events(12)...)
	l.seal()
	if _, err := l.ranges.Archive(t.Context(), 0, nil); !errors.Is(err, archive.ErrNotMounted) {
		t.Errorf("a range was archived into a directory that is not mounted: %v", err)
	}
	if err := l.store.CheckArchive(t.Context()); !errors.Is(err, archive.ErrNotMounted) {
		t.Errorf("the check of the archive: %v", err)
	}
}

func TestTheCheckOfTheArchiveLooksAtOneFileAfterTheOther(t *testing.T) {
	t.Parallel()
	l := withKept(t, keep)
	all, err := l.ranges.List(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	s := l.open()
	for range 3 {
		if err := s.CheckArchive(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Remove(filepath.Join(l.dir, all[0].File)); err != nil {
		t.Fatal(err)
	}
	missing := 0
	for range 4 { // two ranges
		if err := s.CheckArchive(t.Context()); errors.Is(err, archive.ErrMissing) {
			missing++
		} else if err != nil {
			t.Error(err)
		}
	}
	if missing == 0 {
		t.Error("a missing file was not noticed")
	}
	if len(l.failures) != missing {
		t.Errorf("the operator is told of %v", l.failures)
	}
	if err := open(t, postgres.Config{DSN: postgrestest.Database(t)}).CheckArchive(t.Context()); err != nil {
		t.Errorf("a log without an archive: %v", err)
	}
}
