package state_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"gateway/eventstore/postgres/postgrestest"
	"gateway/http/service/state"
	"gateway/test/poll"

	"github.com/jmoiron/sqlx"
	_ "github.com/lib/pq"
)

var noon = time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)

func open(t *testing.T, dsn string) *sqlx.DB {
	t.Helper()
	db, err := sqlx.Open("postgres", dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

func TestASessionLastsUntilItsEnd(t *testing.T) {
	t.Parallel()
	db := state.New(open(t, postgrestest.Database(t)))
	token, err := db.OpenSession(t.Context(), state.PersonSession, state.Session{
		Subject: 7, UserAgent: "curl\x00\xff" + strings.Repeat("é", 300), CreatedAt: noon, ExpiresAt: noon.Add(time.Hour),
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, kind, token string
		at                time.Time
		subject           int64
	}{
		{"at once", state.PersonSession, token, noon, 7},
		{"to the last moment", state.PersonSession, token, noon.Add(time.Hour - time.Second), 7},
		{"not beyond", state.PersonSession, token, noon.Add(time.Hour), 0},
		{"not as an admin", state.AdminSession, token, noon, 0},
		{"not another token", state.PersonSession, token + "0", noon, 0},
		{"not without a token", state.PersonSession, "", noon, 0},
	} {
		open, err := db.FindSession(t.Context(), c.kind, c.token, c.at)
		if open.Subject != c.subject || (c.subject == 0) != errors.Is(err, state.ErrNoSession) {
			t.Errorf("%s: %d, %v", c.name, open.Subject, err)
		}
	}
	if err := db.EndSession(t.Context(), token, noon); err != nil {
		t.Fatal(err)
	}
	if _, err := db.FindSession(t.Context(), state.PersonSession, token, noon); !errors.Is(err, state.ErrNoSession) {
		t.Errorf("after the logout: %v", err)
	}
}

func TestASecretIsMadeOnceForAllInstances(t *testing.T) {
	t.Parallel()
	dsn := postgrestest.Database(t)
	first, err := state.New(open(t, dsn)).Secret(t.Context(), "master")
	if err != nil {
		t.Fatal(err)
	}
	second, err := state.New(open(t, dsn)).Secret(t.Context(), "master")
	if err != nil || first != second || len(first) != 64 {
		t.Errorf("%q and %q, %v", first, second, err)
	}
	if other, _ := state.New(open(t, dsn)).Secret(t.Context(), "other"); other == first {
		t.Error("two secrets are the same")
	}
}

func TestAPresenceEndsWithItsDatabaseSession(t *testing.T) {
	t.Parallel()
	db := open(t, postgrestest.Database(t))
	here, there := state.NewPresence(db), state.NewPresence(db)
	alive := func(id string) bool {
		ok, err := here.Alive(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		return ok
	}
	if !alive(here.ID) || alive(there.ID) {
		t.Fatal("only the own process is known to live")
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- there.Run(ctx) }()
	poll.Until(t, "the other process is known to live", func() bool { return alive(there.ID) })
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
	poll.Until(t, "the other process is forgotten", func() bool { return !alive(there.ID) })
}

// Each look takes the lock of the process for a moment. Another look at that moment must not take it for the process.
func TestTwoLooksAtAProcessAtOnceDontFindEachOther(t *testing.T) {
	t.Parallel()
	db := open(t, postgrestest.Database(t))
	p := state.NewPresence(db)
	const looks = 8
	problems := make(chan string, looks)
	for range looks {
		go func() {
			for range 50 {
				if alive, err := p.Alive(t.Context(), "gone"); alive || err != nil {
					problems <- fmt.Sprintf("a process that never was is alive: %t, %v", alive, err)
					return
				}
			}
			problems <- ""
		}()
	}
	for range looks {
		if problem := <-problems; problem != "" {
			t.Error(problem)
		}
	}
}
