package backup_test

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"gateway/eventstore"
	"gateway/eventstore/backup"
	"gateway/eventstore/postgres"
	"gateway/eventstore/postgres/postgrestest"
	"gateway/eventstore/storetest"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
)

func TestAnImportedLogIsTheSameLog(t *testing.T) {
	t.Parallel()
	for _, n := range []int{0, 1, 999, 1_000, 1_001, 2_500} {
		from := filled(t, n)
		dsn, events, err := restore(t, export(t, storetest.ShortReads(from)))
		if err != nil || events != int64(n) {
			t.Fatalf("%d of %d events, %v", events, n, err)
		}
		to := postgrestest.Open(t, dsn)
		if to.ID() != from.ID() {
			t.Errorf("the store is %s, not %s", to.ID(), from.ID())
		}
		if diff := cmp.Diff(storetest.ReadLog(t, from), storetest.ReadLog(t, to)); diff != "" {
			t.Errorf("the events differ: %s", diff)
		}
		if !bytes.Equal(export(t, to), export(t, from)) {
			t.Error("an export of the restored log is another file")
		}
	}
}

func TestPositionsWithGapsAreKept(t *testing.T) {
	t.Parallel()
	from := sparse{filled(t, 2_500)}
	dsn, events, err := restore(t, export(t, from))
	if err != nil || events != 2_500 {
		t.Fatalf("%d events, %v", events, err)
	}
	to := postgrestest.Open(t, dsn)
	if to.ID() != from.ID() {
		t.Errorf("the store is %s, not %s", to.ID(), from.ID())
	}
	live := to.Subscribe(eventstore.Position{Commit: 2_400 * stride, Prepare: 2_400 * stride})
	var seen []eventstore.Recorded
	follow := func(until int) {
		for len(seen) < until {
			next, err := live.Next(t.Context(), 7)
			if err != nil {
				t.Fatal(err)
			}
			seen = append(seen, next...)
		}
	}
	follow(100)
	at, err := to.Append(t.Context(), "note-9", eventstore.NoStream, []eventstore.Proposed{{ID: uuid.New(), Type: "note.noted.v1", Data: json.RawMessage(`{}`)}})
	if err != nil || at.Position.Commit != 2_500*stride+1 {
		t.Errorf("the next event is at %+v, %v", at, err)
	}
	follow(101)
	all := storetest.ReadLog(t, to)
	if diff := cmp.Diff(storetest.ReadLog(t, from), all[:2_500]); diff != "" {
		t.Errorf("the events differ: %s", diff)
	}
	if diff := cmp.Diff(all[2_400:], seen); diff != "" {
		t.Errorf("a subscription returns other events: %s", diff)
	}
}

func TestPositionsWithAnotherPreparePartAreRefused(t *testing.T) {
	t.Parallel()
	if _, _, err := restore(t, export(t, prepared{sparse{filled(t, 3)}})); err == nil || !strings.Contains(err.Error(), "prepared at") {
		t.Errorf("got %v", err)
	}
}

func TestAnImportedLogCanBeAppendedTo(t *testing.T) {
	t.Parallel()
	dsn, _, err := restore(t, export(t, filled(t, 7)))
	if err != nil {
		t.Fatal(err)
	}
	at, err := postgrestest.Open(t, dsn).Append(t.Context(), "note-0", 6, []eventstore.Proposed{{ID: uuid.New(), Type: "note.noted.v1", Data: json.RawMessage(`{}`)}})
	if err != nil || at.Position.Commit != 8 || at.Revision != 7 {
		t.Errorf("the next event is at %+v, %v", at, err)
	}
}

func TestADamagedFileImportsNothing(t *testing.T) {
	t.Parallel()
	file := string(export(t, filled(t, 1_500)))
	lines := strings.SplitAfter(file, "\n")
	without := func(i int) string { return strings.Join(append(lines[:i:i], lines[i+1:]...), "") }
	for name, damaged := range map[string]string{
		"an empty file":           "",
		"another format":          strings.Replace(file, "gateway-events/v1", "gateway-events/v9", 1),
		"a changed event":         strings.Replace(file, "1.50", "2.50", 1),
		"a missing event":         without(700),
		"a missing checksum":      without(1_001),
		"a missing block":         lines[0] + strings.Join(lines[1_002:], ""),
		"a missing trailer":       strings.Join(lines[:len(lines)-2], ""),
		"cut in the middle":       file[:len(file)/2],
		"two blocks exchanged":    lines[0] + strings.Join(lines[1_002:len(lines)-2], "") + strings.Join(lines[1:1_002], "") + lines[len(lines)-2],
		"a line that is no event": lines[0] + "{}\n" + strings.Join(lines[1:], ""),
		"another store's id":      withOtherStoreID(lines[0]) + strings.Join(lines[1:], ""),
		"a last block that is missing from the count, too": strings.Join(lines[:1_002], "") + "{\"events\":1000}\n",
		"no count": strings.Join(lines[:len(lines)-2], "") + "{}\n",
	} {
		dsn, _, err := restore(t, []byte(damaged))
		if err == nil {
			t.Errorf("%s: not noticed", name)
		}
		if left := storetest.ReadLog(t, postgrestest.Open(t, dsn)); len(left) > 0 {
			t.Errorf("%s: %d events were left behind", name, len(left))
		}
	}
}

// withOtherStoreID changes the store's id in a header.
func withOtherStoreID(header string) string {
	i := strings.Index(header, `"store":"`) + len(`"store":"`)
	return header[:i] + map[bool]string{true: "0", false: "1"}[header[i] == '1'] + header[i+1:]
}

// Files of the first releases have no checksum of the whole file.
func TestAFileWithoutATotalChecksumIsImported(t *testing.T) {
	t.Parallel()
	file := string(export(t, filled(t, 1_500)))
	i := strings.LastIndex(file, `,"sha256":"`)
	if _, events, err := restore(t, []byte(file[:i]+"}\n")); err != nil || events != 1_500 {
		t.Errorf("%d events, %v", events, err)
	}
}

func TestOnlyAnEmptyLogIsImportedInto(t *testing.T) {
	t.Parallel()
	file := export(t, filled(t, 3))
	dsn, _, err := restore(t, file)
	if err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("postgres", dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	target := postgres.NewRestore(db)
	if _, err := backup.Import(t.Context(), bytes.NewReader(file), target, nil); !errors.Is(err, postgres.ErrNotEmpty) {
		t.Errorf("got %v", err)
	}
	if err := target.Close(); err != nil {
		t.Error(err)
	}
}
