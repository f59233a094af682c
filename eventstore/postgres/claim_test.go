package postgres_test

import (
	"errors"
	"testing"

	"gateway/eventstore"
	"gateway/eventstore/postgres"
	"gateway/eventstore/postgres/postgrestest"
	"gateway/eventstore/storetest"

	"github.com/google/uuid"
)

func oneEvent() []eventstore.Proposed {
	return []eventstore.Proposed{{ID: uuid.New(), Type: "note.noted.v1", Data: []byte(`{}`)}}
}

func TestWhoClaimsALogAloneHasNobodyBesideHim(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		first, second postgres.Claim
		refused       bool
	}{
		{postgres.ClaimExclusive, postgres.ClaimExclusive, true},
		{postgres.ClaimExclusive, postgres.ClaimShared, true},
		{postgres.ClaimShared, postgres.ClaimExclusive, true},
		{postgres.ClaimShared, postgres.ClaimShared, false},
		{postgres.ClaimExclusive, postgres.ClaimNone, false},
		{postgres.ClaimNone, postgres.ClaimExclusive, false},
	} {
		dsn := postgrestest.Database(t)
		first := open(t, postgres.Config{DSN: dsn, Claim: c.first})
		second, err := postgres.Open(t.Context(), postgres.Config{DSN: dsn, Claim: c.second})
		if errors.Is(err, postgres.ErrClaimed) != c.refused || !c.refused && err != nil {
			t.Errorf("%d beside %d: %v", c.second, c.first, err)
		}
		if err == nil {
			_ = second.Close()
			continue
		}
		if err := first.Close(); err != nil {
			t.Fatal(err)
		}
		open(t, postgres.Config{DSN: dsn, Claim: c.second}) // it is free now
	}
}

func TestWhoLosesALogAppendsNoMore(t *testing.T) {
	t.Parallel()
	dsn := postgrestest.Database(t)
	first := open(t, postgres.Config{DSN: dsn, Claim: postgres.ClaimExclusive})
	if _, err := first.Append(t.Context(), "a", eventstore.NoStream, oneEvent()); err != nil {
		t.Fatal(err)
	}
	cutAppender(t, dsn)
	// Another one comes and goes: what it wrote would not be known to the first.
	second := open(t, postgres.Config{DSN: dsn, Claim: postgres.ClaimExclusive})
	if _, err := second.Append(t.Context(), "b", eventstore.NoStream, oneEvent()); err != nil {
		t.Fatal(err)
	}
	if err := second.Close(); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		_, err := first.Append(t.Context(), "a", 0, oneEvent())
		if !errors.Is(err, eventstore.ErrUnavailable) || !errors.Is(err, postgres.ErrClaimLost) {
			t.Errorf("it appends: %v", err)
		}
	}
	select {
	case <-first.ClaimLost():
	default:
		t.Error("nobody is told of it")
	}
	if all := storetest.ReadLog(t, first); len(all) != 2 {
		t.Errorf("%d events", len(all))
	}
}

func TestWhoAppendsTogetherGoesOnAfterABrokenSession(t *testing.T) {
	t.Parallel()
	dsn := postgrestest.Database(t)
	s := open(t, postgres.Config{DSN: dsn, Claim: postgres.ClaimShared})
	cutAppender(t, dsn)
	if _, err := s.Append(t.Context(), "a", eventstore.NoStream, oneEvent()); err != nil {
		t.Fatal(err)
	}
	if _, err := postgres.Open(t.Context(), postgres.Config{DSN: dsn, Claim: postgres.ClaimExclusive}); !errors.Is(err, postgres.ErrClaimed) {
		t.Errorf("the claim is gone: %v", err)
	}
}

// cutAppender ends the session that appends and has a claim, and waits for its end.
func cutAppender(t *testing.T, dsn string) {
	t.Helper()
	var ended bool
	err := connect(t, dsn).QueryRowContext(t.Context(), `SELECT bool_and(pg_terminate_backend(pid, 10000)) FROM pg_locks
		WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`).Scan(&ended)
	if err != nil || !ended {
		t.Fatalf("the session was not ended: %v", err)
	}
}
