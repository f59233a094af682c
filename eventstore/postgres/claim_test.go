package postgres_test

import (
	"errors"
	"testing"

	"gateway/eventstore"
	"gateway/eventstore/postgres"
	"gateway/eventstore/postgres/postgrestest"
	"gateway/eventstore/storetest"
	"gateway/test/poll"
)

func TestAnExclusiveClaimAllowsNoOtherClaim(t *testing.T) {
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
		// The claim is free once the server has noticed that the session ended.
		poll.Until(t, "the claim is free again", func() bool {
			again, err := postgres.Open(t.Context(), postgres.Config{DSN: dsn, Claim: c.second})
			if err != nil {
				return false
			}
			_ = again.Close()
			return true
		})
	}
}

func TestAStoreThatLostItsExclusiveClaimAppendsNoMore(t *testing.T) {
	t.Parallel()
	dsn := postgrestest.Database(t)
	first := open(t, postgres.Config{DSN: dsn, Claim: postgres.ClaimExclusive})
	if _, err := first.Append(t.Context(), "a", eventstore.NoStream, []eventstore.Proposed{proposed("note.noted.v1")}); err != nil {
		t.Fatal(err)
	}
	cutAppender(t, dsn)
	// Another process appends meanwhile. The first store would not know its events.
	second := open(t, postgres.Config{DSN: dsn, Claim: postgres.ClaimExclusive})
	if _, err := second.Append(t.Context(), "b", eventstore.NoStream, []eventstore.Proposed{proposed("note.noted.v1")}); err != nil {
		t.Fatal(err)
	}
	if err := second.Close(); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		_, err := first.Append(t.Context(), "a", 0, []eventstore.Proposed{proposed("note.noted.v1")})
		if !errors.Is(err, eventstore.ErrUnavailable) || !errors.Is(err, postgres.ErrClaimLost) {
			t.Errorf("append: %v", err)
		}
	}
	select {
	case <-first.ClaimLost():
	default:
		t.Error("ClaimLost is not closed")
	}
	if all := storetest.ReadLog(t, first); len(all) != 2 {
		t.Errorf("%d events", len(all))
	}
}

func TestAStoreWithASharedClaimAppendsAfterABrokenSession(t *testing.T) {
	t.Parallel()
	dsn := postgrestest.Database(t)
	s := open(t, postgres.Config{DSN: dsn, Claim: postgres.ClaimShared})
	cutAppender(t, dsn)
	if _, err := s.Append(t.Context(), "a", eventstore.NoStream, []eventstore.Proposed{proposed("note.noted.v1")}); err != nil {
		t.Fatal(err)
	}
	if _, err := postgres.Open(t.Context(), postgres.Config{DSN: dsn, Claim: postgres.ClaimExclusive}); !errors.Is(err, postgres.ErrClaimed) {
		t.Errorf("the claim is gone: %v", err)
	}
}

// cutAppender ends the database session that appends and holds the claim, and waits for
// its end.
func cutAppender(t *testing.T, dsn string) {
	t.Helper()
	var ended bool
	err := connect(t, dsn).QueryRowContext(t.Context(), `SELECT bool_and(pg_terminate_backend(pid, 10000)) FROM pg_locks
		WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`).Scan(&ended)
	if err != nil || !ended {
		t.Fatalf("the session was not ended: %v", err)
	}
}
