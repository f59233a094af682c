package postgres_test

import (
	"testing"

	"gateway/eventstore"
	"gateway/eventstore/postgres"
	"gateway/eventstore/postgres/postgrestest"
	"gateway/test/poll"
)

// Before the first ANALYZE of a partition PostgreSQL knows nothing about its streams, and each new range
// begins like that. Even then an append, and a read from the end, must not read all of a long stream.
func TestTheEndOfALongStreamIsFoundWithoutReadingItAlsoBeforeTheFirstStatistics(t *testing.T) {
	t.Parallel()
	const length, times = 900, 50
	dsn := postgrestest.Database(t)
	db := connect(t, dsn)
	execute(t, dsn, `ALTER TABLE events_1 SET (autovacuum_enabled = off)`)
	s, err := postgres.Open(t.Context(), postgres.Config{DSN: dsn})
	if err != nil {
		t.Fatal(err)
	}
	mustAppend(t, s, "long", events(length)...)
	for i := range times {
		last := eventstore.Revision(length - 1 + i)
		if _, err := s.Append(t.Context(), "long", last, events(1)); err != nil {
			t.Fatal(err)
		}
		for _, dir := range []eventstore.Direction{eventstore.Forwards, eventstore.Backwards} {
			if page, err := s.ReadStream(t.Context(), "long", last+1, dir, 1); err != nil || len(page) != 1 {
				t.Fatalf("read %d events, %v", len(page), err)
			}
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	// A session's counts are available once it has ended.
	poll.Until(t, "the sessions of the store have ended", func() bool {
		var sessions int
		err := db.QueryRow(`SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'gateway events%'`).Scan(&sessions)
		return err == nil && sessions == 0
	})
	var entries int
	err = db.QueryRow(`SELECT idx_tup_read FROM pg_stat_user_indexes WHERE indexrelname = 'events_1_stream_revision_key'`).Scan(&entries)
	if most := 10 * times; err != nil || entries == 0 || entries > most {
		t.Errorf("%d appends and %d reads at the end of %d events read %d entries of the index, want at most %d (%v)",
			times, 2*times, length, entries, most, err)
	}
}
