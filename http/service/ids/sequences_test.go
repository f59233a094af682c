package ids_test

import (
	"sync"
	"testing"
	"time"

	"gateway/domain/catalogue"
	"gateway/domain/sequence"
	"gateway/eventstore"
	"gateway/eventstore/postgres"
	"gateway/eventstore/postgres/postgrestest"
	"gateway/eventstore/storetest"
	"gateway/http/service/ids"
)

func TestNoIDIsGivenTwice(t *testing.T) {
	t.Parallel()
	dsn := postgrestest.Database(t)
	seen := map[int64]bool{}
	var mu sync.Mutex
	for range 2 { // a restart
		var drawing sync.WaitGroup
		for range 2 { // two processes
			ids := process(t, dsn)
			for range 4 {
				drawing.Go(func() {
					for range 300 { // beyond one block
						id, err := ids.Next(t.Context(), sequence.Withdrawal)
						if err != nil {
							t.Error(err)
							return
						}
						mu.Lock()
						if seen[id] || id < 1 {
							t.Errorf("%d is given twice, or no id", id)
						}
						seen[id] = true
						mu.Unlock()
					}
				})
			}
		}
		drawing.Wait()
	}
}

func TestKindsAreCountedApart(t *testing.T) {
	t.Parallel()
	ids := process(t, postgrestest.Database(t))
	for _, kind := range []string{sequence.Client, sequence.App} {
		if id, err := ids.Next(t.Context(), kind); err != nil || id != 1 {
			t.Errorf("the first %s is %d, %v", kind, id, err)
		}
	}
}

// The ids after the last known one may have been used by events that a restored backup lacks.
func TestIDsJumpInANewGenerationOfTheLog(t *testing.T) {
	t.Parallel()
	log := storetest.NewMemory()
	before, err := processOn(t, log.Open()).Next(t.Context(), sequence.Withdrawal)
	if err != nil {
		t.Fatal(err)
	}
	store := log.Open()
	t.Cleanup(func() { _ = store.Close() })
	if _, err := eventstore.BeginGeneration(t.Context(), store, eventstore.ReasonImported, eventstore.Position{}, time.Now()); err != nil {
		t.Fatal(err)
	}
	after, err := processOn(t, log.Open()).Next(t.Context(), sequence.Withdrawal)
	if err != nil || after < before+sequence.Jump {
		t.Errorf("the id after %d, in a new generation, is %d, %v", before, after, err)
	}
}

func process(t *testing.T, dsn string) *ids.Sequences {
	t.Helper()
	store, err := postgres.Open(t.Context(), postgres.Config{DSN: dsn})
	if err != nil {
		t.Fatal(err)
	}
	return processOn(t, store)
}

func processOn(t *testing.T, store eventstore.Store) *ids.Sequences {
	t.Helper()
	t.Cleanup(func() { _ = store.Close() })
	return ids.New(eventstore.NewLog(store, eventstore.NewCodec(catalogue.Events()...), eventstore.Options{}), time.Now)
}
