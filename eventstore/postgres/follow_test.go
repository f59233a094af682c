package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"gateway/eventstore"
	"gateway/eventstore/postgres"
	"gateway/eventstore/postgres/postgrestest"

	"github.com/google/uuid"
)

func TestAHintIsFasterThanThePoll(t *testing.T) {
	t.Parallel()
	const rounds = 10 // by polling alone each round would take up to a second
	dsn := postgrestest.Database(t)
	here, there := open(t, postgres.Config{DSN: dsn}), open(t, postgres.Config{DSN: dsn})
	live := waiting(t, here)
	began := time.Now()
	for i := range rounds {
		appended := mustAppend(t, there, fmt.Sprintf("s-%d", i), proposed("a.v1"))
		mustSee(t, live, appended.Position)
	}
	if took := time.Since(began); took > rounds*time.Second/2 {
		t.Errorf("%d events took %s", rounds, took)
	}
}

func TestAnEventWithoutAHintIsFoundByThePoll(t *testing.T) {
	t.Parallel()
	dsn := postgrestest.Database(t)
	live := waiting(t, open(t, postgres.Config{DSN: dsn}))
	for i := range int64(3) {
		execute(t, dsn, fmt.Sprintf(`SELECT append_events('{s-%d}', '{-1}', '{1}', '{1}', '{0}',
			ARRAY[gen_random_uuid()], '{a.v1}', ARRAY['1'::json], ARRAY[NULL::json])`, i))
		mustSee(t, live, eventstore.Position{Commit: i + 1, Prepare: i + 1})
	}
}

// waiting returns a subscription that has found the log empty and waits for events.
func waiting(t *testing.T, s *postgres.Store) eventstore.Subscription {
	t.Helper()
	live := s.Subscribe(eventstore.Position{})
	ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
	defer cancel()
	if events, err := live.Next(ctx, 1); !errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("got %v, %v from an empty log", events, err)
	}
	return live
}

func TestReadsAtTheEndAreServedFromMemory(t *testing.T) {
	t.Parallel()
	proxy := newProxy(t, postgrestest.Database(t))
	s := open(t, postgres.Config{DSN: proxy.dsn})
	mustAppend(t, s, "a", proposed("a.v1"), proposed("b.v1"))
	mustAppend(t, s, "b", proposed("c.v1"))
	proxy.down.Store(true)
	events, err := s.ReadAll(context.Background(), eventstore.Position{Commit: 1, Prepare: 1}, 10)
	if err != nil || len(events) != 2 || events[0].Type != "b.v1" || events[1].Type != "c.v1" {
		t.Errorf("got %v, %v", events, err)
	}
}

func TestEventsOfOtherProcessesAreReadOnceForAllFollowers(t *testing.T) {
	t.Parallel()
	const rounds = 20
	dsn := postgrestest.Database(t)
	proxy := newProxy(t, dsn)
	here, there := open(t, postgres.Config{DSN: proxy.dsn}), open(t, postgres.Config{DSN: dsn})
	begin := mustAppend(t, here, "first", proposed("a.v1")).Position
	for i := range rounds {
		mustAppend(t, there, fmt.Sprintf("there-%d", i), proposed("a.v1"), proposed("b.v1"))
		mustAppend(t, here, fmt.Sprintf("here-%d", i), proposed("a.v1"))
	}
	for range 2 {
		at := begin
		for at.Commit < begin.Commit+3*rounds {
			events, err := here.ReadAll(context.Background(), at, 7)
			if err != nil || len(events) == 0 {
				t.Fatalf("%d events after %v: %v", len(events), at, err)
			}
			for _, e := range events {
				if e.Position.Commit != at.Commit+1 || e.ID == uuid.Nil {
					t.Fatalf("%v follows %v", e.Position, at)
				}
				at = e.Position
			}
		}
		proxy.down.Store(true) // the second round reads from memory
	}
}

func mustSee(t *testing.T, live eventstore.Subscription, want eventstore.Position) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	events, err := live.Next(ctx, 10)
	if err != nil || len(events) != 1 || events[0].Position != want {
		t.Fatalf("got %v, %v, want the event at %v", events, err, want)
	}
}
