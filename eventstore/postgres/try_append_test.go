package postgres_test

import (
	"testing"

	"gateway/eventstore"
	"gateway/eventstore/postgres/postgrestest"
)

// A full disk refuses new pages of a table.
const (
	fillDisk = `
		CREATE FUNCTION no_space() RETURNS trigger LANGUAGE plpgsql AS $$
		BEGIN
			RAISE EXCEPTION 'could not extend file "base/1/2": No space left on device' USING ERRCODE = 'disk_full';
		END $$;
		CREATE TRIGGER no_space BEFORE INSERT ON events_1 FOR EACH ROW EXECUTE FUNCTION no_space()`
	clearDisk = `DROP FUNCTION no_space CASCADE`
)

func TestATriedAppendSaysWhetherAppendsSucceedAndLeavesNothing(t *testing.T) {
	t.Parallel()
	dsn := postgrestest.Database(t)
	s := postgrestest.Open(t, dsn)
	mustAppend(t, s, "a", events(2)...)
	before, err := s.Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if err := s.TryAppend(t.Context()); err != nil {
			t.Errorf("appends succeed, and a try says %v", err)
		}
	}
	execute(t, dsn, fillDisk)
	if err := s.TryAppend(t.Context()); err == nil {
		t.Error("appends fail, and a try says that they succeed")
	}
	execute(t, dsn, clearDisk)
	if err := s.TryAppend(t.Context()); err != nil {
		t.Errorf("after the disk was cleared: %v", err)
	}
	if all, err := s.ReadAll(t.Context(), eventstore.Position{}, 10); err != nil || len(all) != 2 {
		t.Errorf("the log has %d events, %v", len(all), err)
	}
	if at := mustAppend(t, s, "b", events(1)...); at.Position.Commit != before.Commit+1 {
		t.Errorf("the next event is at %v, after %v", at.Position, before)
	}
}
