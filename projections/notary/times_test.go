package notary_test

import (
	"bytes"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"gateway/eventstore"
	"gateway/eventstore/storetest"
	"gateway/projections/notary"

	"golang.org/x/mod/sumdb/tlog"
)

// bindTimes makes the leaves cover the booking time from the next event on.
func (f fixture) bindTimes(t *testing.T) {
	t.Helper()
	if err := eventstore.BindTimes(t.Context(), f.log.Store(), noon); err != nil {
		t.Fatal(err)
	}
}

// editAndRebuild changes the log like a superuser who leaves no trace: the stored tree is rebuilt from the
// changed log.
func (f fixture) editAndRebuild(t *testing.T, edit string) fixture {
	t.Helper()
	if _, err := f.events.ExecContext(t.Context(), `ALTER TABLE events DISABLE TRIGGER ALL; `+edit); err != nil {
		t.Fatal(err)
	}
	if _, err := f.read.ExecContext(t.Context(), `TRUNCATE merkle_tiles, merkle_leaves, merkle_head, merkle_checkpoints`); err != nil {
		t.Fatal(err)
	}
	again := f.reopened(t)
	again.sign(t)
	return again
}

// check checks the log against a kept checkpoint.
func (f fixture) check(t *testing.T, kept string) (untimed int64, _ error) {
	t.Helper()
	signed, err := notary.OpenCheckpoint(kept, f.key.Verifier)
	if err != nil {
		t.Fatal(err)
	}
	checker := notary.NewLogChecker(signed)
	for _, r := range storetest.ReadLog(t, f.log.Store()) {
		err = errors.Join(err, checker.Observe(r))
	}
	if missing := checker.Missing(); len(missing) > 0 {
		t.Errorf("missing are %v", missing)
	}
	untimed, _ = checker.Untimed()
	return untimed, err
}

// editsOfColumns changes an event at position 20, or two adjacent ones, in each column. The edit of booked_at
// starts at position 2.
var editsOfColumns = map[string]string{
	"position":  `UPDATE events SET position = CASE position WHEN 20 THEN 21020 ELSE 20 END WHERE position IN (20, 21); UPDATE events SET position = 21 WHERE position = 21020`,
	"stream":    `UPDATE events SET stream = 'balance-9' WHERE position = 20`,
	"revision":  `UPDATE events SET revision = 1000 WHERE position = 20`,
	"id":        `UPDATE events SET id = gen_random_uuid() WHERE position = 20`,
	"type":      `UPDATE events SET type = 'balance.credited.v1' WHERE position = 20`,
	"data":      `UPDATE events SET data = replace(data::text, '1000', '2000')::json WHERE position = 20`,
	"metadata":  `UPDATE events SET metadata = '{"actor":"admin:2"}' WHERE position = 20`,
	"booked_at": `UPDATE events SET booked_at = booked_at - interval '31 days' WHERE position BETWEEN 2 AND 20`,
	// A copied event has this in its metadata. That time wins over the column's.
	"metadata: the time of a copy": `UPDATE events SET metadata = (left(metadata::text, -1) || ',"booked_at":"2025-11-30T10:00:00.000000000Z"}')::json WHERE position = 20`,
	"metadata: a copy without own": `UPDATE events SET metadata = '{"$copied":null,"booked_at":"2025-11-30T10:00:00.000000000Z"}' WHERE position = 2`,
}

func TestAnEditOfAnyColumnBeforeAKeptCheckpointIsFound(t *testing.T) {
	t.Parallel()
	var columns []string
	if err := newFixture(t).events.QueryRowContext(t.Context(), `SELECT string_agg(attname, ',') FROM pg_attribute
		WHERE attrelid = 'events'::regclass AND attnum > 0 AND NOT attisdropped`).Scan(&joined{&columns}); err != nil {
		t.Fatal(err)
	}
	for _, column := range columns {
		if editsOfColumns[column] == "" {
			t.Errorf("no edit of the column %s is tried", column)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(editsOfColumns)) {
		f, kept := newTimed(t)
		if _, err := f.check(t, kept); err != nil {
			t.Fatalf("before the edit: %v", err)
		}
		if _, err := f.editAndRebuild(t, editsOfColumns[name]).check(t, kept); err == nil {
			t.Errorf("%s: not found", name)
		}
	}
}

func newTimed(t *testing.T) (f fixture, kept string) {
	t.Helper()
	f = newFixture(t)
	f.adjust(t, 1, 1)
	f.bindTimes(t)
	f.adjust(t, 30, 1, 2)
	kept, _ = f.sign(t)
	return f, kept
}

// Until the stored tree is rebuilt, it reveals which event was altered and, for a few fields, which field.
func TestAnEditIsNamedByTheStoredTree(t *testing.T) {
	t.Parallel()
	const others = "altered is one of stream, id, data, metadata, booked_at"
	for edit, named := range map[string]string{
		"position":                     "an event of the stored tree is missing before position 20",
		"stream":                       "position 20 (balance-9@8, balance.adjusted.v1) is not the event that the stored tree has there: " + others,
		"revision":                     "position 20 (balance-2@1000, balance.adjusted.v1) is not the event that the stored tree has there: its revision was 8",
		"id":                           "position 20 (balance-2@8, balance.adjusted.v1) is not the event that the stored tree has there: " + others,
		"type":                         "position 20 (balance-2@8, balance.credited.v1) is not the event that the stored tree has there: its type was balance.adjusted.v1",
		"data":                         others,
		"metadata":                     others,
		"booked_at":                    "position 2 (store-times@0, store.times_bound.v1) is not the event that the stored tree has there: " + others,
		"metadata: the time of a copy": others,
		"metadata: a copy without own": "position 2 (store-times@0",
	} {
		f, kept := newTimed(t)
		if err := f.nameDifference(t, kept); err != nil {
			t.Fatalf("before the edit: %v", err)
		}
		if _, err := f.events.ExecContext(t.Context(), `ALTER TABLE events DISABLE TRIGGER ALL; `+editsOfColumns[edit]); err != nil {
			t.Fatal(err)
		}
		if err := f.reopened(t).nameDifference(t, kept); err == nil || !strings.Contains(err.Error(), named) {
			t.Errorf("%s: %v does not say %q", edit, err, named)
		}
	}
}

// nameDifference checks the log against a kept checkpoint and against the stored tree.
func (f fixture) nameDifference(t *testing.T, kept string) (err error) {
	t.Helper()
	signed, err := notary.OpenCheckpoint(kept, f.key.Verifier)
	if err != nil {
		t.Fatal(err)
	}
	checker := notary.NewLogChecker(signed)
	if err := checker.NameDifferences(t.Context(), f.tree); err != nil {
		t.Fatal(err)
	}
	for _, r := range storetest.ReadLog(t, f.log.Store()) {
		err = errors.Join(err, checker.Observe(r))
	}
	return err
}

// joined scans a text that contains commas.
type joined struct{ names *[]string }

// Scan implements sql.Scanner.
func (j *joined) Scan(v any) error {
	text, _ := v.(string)
	if raw, ok := v.([]byte); ok {
		text = string(raw)
	}
	*j.names = strings.Split(text, ",")
	return nil
}

// The times of events before the TimesBound are protected only by the day on which a checkpoint was kept. The
// checker says up to which event that is so.
func TestTheCheckerSaysUpToWhichEventTimesAreNotSigned(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.adjust(t, 10, 1)
	f.bindTimes(t)
	f.bindTimes(t) // once is enough
	f.adjust(t, 10, 1)
	kept, head := f.sign(t)
	if head.Size != 21 || head.Untimed != 10 {
		t.Errorf("%d of %d leaves have no time", head.Untimed, head.Size)
	}
	const edit = `UPDATE events SET booked_at = booked_at - interval '31 days' WHERE position <= `
	if untimed, err := f.editAndRebuild(t, edit+`10`).check(t, kept); err != nil || untimed != 10 {
		t.Errorf("%d events are untimed, %v", untimed, err)
	}
	if _, err := f.editAndRebuild(t, edit+`11`).check(t, kept); err == nil {
		t.Error("the time of the event that binds the times is not bound")
	}
}

// A superuser who rebuilds the tree cannot choose another event from which times count, because the event
// that declares this is a leaf itself.
func TestTheEventFromWhichTimesCountCanNotBeMoved(t *testing.T) {
	t.Parallel()
	for name, edit := range map[string]string{
		"removed":  `UPDATE events SET stream = 'balance-9' WHERE stream = 'store-times'`,
		"renamed":  `UPDATE events SET type = 'store.times_unbound.v1' WHERE stream = 'store-times'`,
		"earlier":  `UPDATE events SET stream = 'store-times', type = 'store.times_bound.v1' WHERE position = 3`,
		"followed": `UPDATE events SET stream = 'balance-9' WHERE stream = 'store-times'; UPDATE events SET stream = 'store-times', type = 'store.times_bound.v1' WHERE position = 15`,
	} {
		f := newFixture(t)
		f.adjust(t, 10, 1)
		f.bindTimes(t)
		f.adjust(t, 10, 1)
		kept, _ := f.sign(t)
		if _, err := f.editAndRebuild(t, edit).check(t, kept); err == nil {
			t.Errorf("%s: not found", name)
		}
	}
}

func TestTheTreeGoesOnWithTimesInWhicheverStepsItGrows(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.adjust(t, 3, 1)
	first, _ := f.sign(t)
	f.bindTimes(t)
	second, _ := f.sign(t)
	f.adjust(t, 300, 1)
	third, head := f.sign(t)
	for n, kept := range []string{first, second, third} {
		if _, err := f.check(t, kept); err != nil {
			t.Errorf("checkpoint %d: %v", n+1, err)
		}
		tree, err := notary.OpenCheckpoint(kept, f.key.Verifier)
		if err != nil {
			t.Fatal(err)
		}
		checker, at, err := f.tree.Resume(t.Context(), tree, tlog.Tree{N: head.Size, Hash: head.Root})
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range storetest.ReadLog(t, f.log.Store()) {
			if at.Before(r.Position) {
				err = errors.Join(err, checker.Observe(r))
			}
		}
		if untimed, _ := checker.Untimed(); err != nil || untimed != 3 {
			t.Errorf("from checkpoint %d on: %d untimed, %v", n+1, untimed, err)
		}
	}
	if again := f.editAndRebuild(t, `SELECT 1`); again.fresh(t) != head {
		t.Errorf("the tree that was built again has the head %v, not %v", again.fresh(t), head)
	}
}

func (f fixture) fresh(t *testing.T) notary.Head {
	t.Helper()
	h, err := f.tree.Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// The same program checks both kinds of files, and a line cannot pass for one of the other kind.
func TestALineHasItsTimeWhereItsLeafCoversIt(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.adjust(t, 2, 1)
	f.bindTimes(t)
	f.adjust(t, 2, 1)
	_, head := f.sign(t)
	prover := f.tree.Prove(t.Context(), head)
	for n, r := range storetest.ReadLog(t, f.log.Store()) {
		line, err := prover.Line(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		tree := tlog.Tree{N: head.Size, Hash: head.Root}
		if timed := line.BookedAt != ""; timed != (n >= 2) || line.Check(tree) != nil {
			t.Errorf("line %d has the time %q (%v)", n, line.BookedAt, line.Check(tree))
		}
		for _, other := range []string{"", "2026-01-02T12:00:00.000000000Z", "2026-01-02T12:00:00Z", "yesterday"} {
			if other == line.BookedAt {
				continue
			}
			changed := line
			changed.BookedAt = other
			if changed.Check(tree) == nil {
				t.Errorf("line %d passes with the time %q", n, other)
			}
		}
	}
	if c, err := notary.Check(bytes.NewReader(f.statement(t, 1, "")), f.key.Verifier, "", nil); err != nil || c.Lines != 4 {
		t.Errorf("the statement: %d lines, %v", c.Lines, err)
	}
}
