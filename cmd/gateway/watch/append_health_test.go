package watch

import (
	"context"
	"errors"
	"testing"

	"gateway/eventstore"
)

// answering is a store whose appends end with the result that the test sets.
type answering struct {
	eventstore.Store
	err error
}

func (a *answering) Append(context.Context, string, eventstore.Revision, []eventstore.Proposed) (eventstore.Appended, error) {
	return eventstore.Appended{}, a.err
}

// A leader of EventStoreDB that has just lost its quorum still answers with conflicts for some seconds.
func TestConflictsCountAsAppendsOnlyWhenTheyKeepComing(t *testing.T) {
	t.Parallel()
	conflict, away := &eventstore.ConflictError{}, errors.New("not ready")
	store := &answering{}
	try := tryByConflict(store)
	tries := func(times int, answer error) (err error) {
		t.Helper()
		store.err = answer
		for n := range times {
			if err = try(t.Context()); err == nil && n < times-1 {
				t.Errorf("after %d answers it counts as healthy", n+1)
			}
		}
		return err
	}
	if tries(conflictsInARow-1, conflict) == nil {
		t.Error("too few conflicts count as an append")
	}
	if err := tries(1, away); !errors.Is(err, away) {
		t.Errorf("a failure: %v", err)
	}
	if err := tries(conflictsInARow, conflict); err != nil {
		t.Errorf("conflicts keep coming, and it is still unhealthy: %v", err)
	}
	if tries(1, conflict) == nil {
		t.Error("the conflicts of before the next failure count, too")
	}
}
