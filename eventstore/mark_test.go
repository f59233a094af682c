package eventstore_test

import (
	"errors"
	"testing"

	"gateway/eventstore"
	"gateway/eventstore/storetest"
)

// A restored backup soon has as many events as were known before, but different ones.
func TestALogThatWentBackAndGrewAgainIsSuspect(t *testing.T) {
	t.Parallel()
	memory := storetest.NewMemory()
	count := func() {
		t.Helper()
		if _, err := execute(t, newLog(t, memory, eventstore.Options{}), "counter-a", 100); err != nil {
			t.Fatal(err)
		}
	}
	count()
	count()
	store := memory.Open()
	t.Cleanup(func() { _ = store.Close() })
	events, err := store.ReadAll(t.Context(), eventstore.Position{}, 10)
	if err != nil {
		t.Fatal(err)
	}
	known := eventstore.MarkOf(events[1])
	if err := known.Check(t.Context(), store, "a reader"); err != nil {
		t.Errorf("a log that holds the event: %v", err)
	}
	memory.Truncate(1)
	for _, grown := range []string{"shorter", "as long"} {
		if err := known.Check(t.Context(), store, "a reader"); !errors.Is(err, eventstore.ErrSuspect) {
			t.Errorf("a log that lacks the event, and is %s: %v", grown, err)
		}
		count()
	}
}
