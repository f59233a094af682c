package transfer_test

import (
	"errors"
	"testing"

	"gateway/eventstore/postgres/postgrestest"
	"gateway/eventstore/transfer"
)

func TestAnInterruptedCopyContinues(t *testing.T) {
	t.Parallel()
	from, to := postgrestest.Open(t, newDatabase(t)), esdbStore(t)
	fill(t, from, 200)
	for _, left := range []int{0, 1, 77, 60} {
		if _, err := transfer.Copy(t.Context(), from, &brokenSink{Sink: transfer.ToStore(to), left: left}, nil); !errors.Is(err, errCut) {
			t.Fatalf("after %d events: %v", left, err)
		}
	}
	given, err := transfer.Copy(t.Context(), from, transfer.ToStore(to), nil)
	if err != nil || given != 200-138 {
		t.Errorf("the last copy gave %d events, want what was missing; %v", given, err)
	}
	if n, err := transfer.Verify(t.Context(), from, to); err != nil || n != 200 {
		t.Errorf("%d events are the same, %v", n, err)
	}
}

func TestAStoreWithEventsOfAnotherLogIsRefused(t *testing.T) {
	t.Parallel()
	from, to := postgrestest.Open(t, newDatabase(t)), postgrestest.Open(t, newDatabase(t))
	fill(t, from, 10)
	if _, err := transfer.Verify(t.Context(), from, to); !errors.Is(err, transfer.ErrDiffers) {
		t.Errorf("an empty log is the same: %v", err)
	}
	if _, err := transfer.Verify(t.Context(), to, from); !errors.Is(err, transfer.ErrDiffers) {
		t.Errorf("to an empty log it is the same: %v", err)
	}
	fill(t, to, 1)
	if _, err := transfer.Copy(t.Context(), from, transfer.ToStore(to), nil); !errors.Is(err, transfer.ErrForeignEvents) {
		t.Errorf("got %v", err)
	}
	if _, err := transfer.Verify(t.Context(), from, to); !errors.Is(err, transfer.ErrDiffers) {
		t.Errorf("got %v", err)
	}
	if _, err := mover(from, from).Move(t.Context()); err == nil {
		t.Error("a log was moved onto itself")
	}
	if _, err := mover(from, to).Move(t.Context()); !errors.Is(err, transfer.ErrForeignEvents) {
		t.Errorf("got %v", err)
	}
	if _, _, err := transfer.LastMove(t.Context(), to); err != nil {
		t.Errorf("the refused move changed the store: %v", err)
	}
}
