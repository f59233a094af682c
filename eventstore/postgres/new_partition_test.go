package postgres_test

import (
	"testing"

	"gateway/eventstore"
	"gateway/eventstore/postgres/postgrestest"
)

// missOnce refuses the first row as PostgreSQL does if a session does not yet know a partition that another
// session has just made.
const missOnce = `
	CREATE SEQUENCE missed;
	CREATE FUNCTION miss_once() RETURNS trigger LANGUAGE plpgsql AS $$
	BEGIN
		IF nextval('missed') = 1 THEN
			RAISE EXCEPTION 'no partition of relation "events" found for row' USING ERRCODE = 'check_violation';
		END IF;
		RETURN NEW;
	END $$;
	CREATE TRIGGER miss_once BEFORE INSERT ON events_1 FOR EACH ROW EXECUTE FUNCTION miss_once()`

func TestAnAppendWhosePartitionIsNotKnownYetIsRepeated(t *testing.T) {
	t.Parallel()
	dsn := postgrestest.Database(t)
	execute(t, dsn, missOnce)
	s := postgrestest.Open(t, dsn)
	mustAppend(t, s, "a", events(2)...)
	if all, err := s.ReadStream(t.Context(), "a", 0, eventstore.Forwards, 10); err != nil || len(all) != 2 {
		t.Errorf("read %d events, %v", len(all), err)
	}
}
