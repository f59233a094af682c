package transfer

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"gateway/eventstore"

	"github.com/google/uuid"
)

// Move copies a log to another store, compares the two, and marks both: the last
// event of each is then the same store.moved.v1, which makes the old store refuse
// to be started on and the new one treat all that came before as posted. Nobody may
// write to either meanwhile. A broken move is begun again with the same stores.
//
// sink writes to the new store; it is ToStore(to), or something faster.
func Move(
	ctx context.Context, from, to eventstore.Store, sink Sink, at time.Time, progress func(step string, p eventstore.Position),
) (events int64, err error) {
	marked, err := isMarked(ctx, from, to)
	if err != nil || marked {
		return 0, err
	}
	if _, err := Copy(ctx, from, sink, func(p eventstore.Position) { progress("copy", p) }); err != nil {
		return 0, err
	}
	if events, err = Verify(ctx, from, to, func(p eventstore.Position) { progress("verify", p) }); err != nil {
		return events, err
	}
	return events, mark(ctx, from, to, eventstore.StoreMoved{From: from.ID(), To: to.ID(), Events: events, At: at.UTC()})
}

// isMarked finishes a move that broke off between the two marks.
func isMarked(ctx context.Context, from, to eventstore.Store) (bool, error) {
	if from.ID() == to.ID() {
		return false, errors.New("both are the same store")
	}
	_, _, err := eventstore.LastMove(ctx, from)
	var away *eventstore.MovedAwayError
	if errors.As(err, &away) && away.To == to.ID() {
		return true, markStore(ctx, from, to)
	}
	return false, err
}

// mark writes the event to the old store first: if this breaks off, neither can be
// started on, and the move is begun again.
func mark(ctx context.Context, from, to eventstore.Store, m eventstore.StoreMoved) error {
	data, err := json.Marshal(m)
	if err != nil {
		return fmt.Errorf("encode the move: %w", err)
	}
	revision, err := lastRevision(ctx, from)
	if err != nil {
		return err
	}
	_, err = from.Append(ctx, eventstore.MovesStream, revision, []eventstore.Proposed{{
		ID: uuid.New(), Type: m.EventType(), Data: data, Metadata: json.RawMessage(`{"actor":"system:move"}`),
	}})
	if err != nil {
		return fmt.Errorf("mark the old store: %w", err)
	}
	return markStore(ctx, from, to)
}

// markStore repeats the old store's mark in the new one, as it is.
func markStore(ctx context.Context, from, to eventstore.Store) error {
	last, err := from.ReadStream(ctx, eventstore.MovesStream, eventstore.End, eventstore.Backwards, 1)
	if err != nil || len(last) == 0 {
		return fmt.Errorf("read the mark of the old store: %w", err)
	}
	_, err = to.Append(ctx, eventstore.MovesStream, last[0].Revision-1, []eventstore.Proposed{last[0].Proposed})
	if err != nil {
		return fmt.Errorf("mark the new store: %w", err)
	}
	return nil
}

func lastRevision(ctx context.Context, s eventstore.Store) (eventstore.Revision, error) {
	last, err := s.ReadStream(ctx, eventstore.MovesStream, eventstore.End, eventstore.Backwards, 1)
	if err != nil || len(last) == 0 {
		return eventstore.NoStream, err
	}
	return last[0].Revision, nil
}
