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

// Mover moves a log from one store to another.
type Mover struct {
	From, To Store
	// Sink writes to the new store: ToStore(To), or a faster one.
	Sink Sink
	// CheckPosted returns an error if a payment of the log is not posted yet.
	CheckPosted func(ctx context.Context, log eventstore.Store) error
	// GracePeriod is the wait after the old store is marked as left. Gateways that still
	// run on it see the mark (PollLocation) and stop; their last events are copied too.
	GracePeriod time.Duration
	// Progress is called in each step with the position in the old store.
	Progress func(step string, p eventstore.Position)
	Now      func() time.Time
}

// Move moves the log and returns the number of events compared. It copies the log,
// compares both stores event by event, appends store.moved.v1 to the old store, and
// copies that event too.
//
// At no moment may a gateway start on both stores: the new one is marked as half copied
// until the end, and the old one refuses from store.moved.v1 on. An interrupted move is
// repeated with the same stores. A move that has ended does nothing when repeated.
//
// Errors: ErrForeignEvents, ErrDiffers, *MovedAwayError, *HalfCopiedError, and the error
// of CheckPosted.
func (m Mover) Move(ctx context.Context) (events int64, err error) {
	if m.From.ID() == m.To.ID() {
		return 0, errors.New("both are the same store")
	}
	left, err := m.isLeft(ctx)
	if err != nil {
		return 0, err
	}
	source, err := m.To.CopySource(ctx)
	switch {
	case err != nil:
		return 0, err
	case left && source == "":
		return 0, nil
	case source != "" && source != m.From.ID():
		return 0, &HalfCopiedError{Store: m.To.ID(), From: source}
	}
	return m.copyAndLeave(ctx, left)
}

// isLeft returns whether an earlier, interrupted move to the same store has already
// appended store.moved.v1 to the old one.
func (m Mover) isLeft(ctx context.Context) (bool, error) {
	err := CheckLocation(ctx, m.From)
	if moved, ok := errors.AsType[*MovedAwayError](err); ok && moved.To == m.To.ID() {
		return true, nil
	}
	return false, err
}

func (m Mover) copyAndLeave(ctx context.Context, left bool) (events int64, err error) {
	if !left {
		if err := m.CheckPosted(ctx, m.From); err != nil {
			return 0, err
		}
	}
	if _, err := Copy(ctx, m.From, m.Sink, func(p eventstore.Position) { m.Progress("copy", p) }); err != nil {
		return 0, err
	}
	events, last, err := verifyAfter(ctx, m.From, m.To, positions{}, func(p eventstore.Position) { m.Progress("verify", p) })
	if err != nil {
		return events, err
	}
	if !left {
		if err := m.appendMoved(ctx, events, last.a); err != nil {
			return events, err
		}
	}
	if err := m.copyLastEvents(ctx, last); err != nil {
		return events, err
	}
	return events, m.To.MarkCopySource(ctx, "")
}

// appendMoved appends store.moved.v1 to the old store, right after the last event copied.
func (m Mover) appendMoved(ctx context.Context, events int64, last eventstore.Position) error {
	data, err := json.Marshal(eventstore.StoreMoved{From: m.From.ID(), To: m.To.ID(), Events: events, At: m.Now().UTC()})
	if err != nil {
		return fmt.Errorf("encode the move: %w", err)
	}
	late, err := m.From.ReadAll(ctx, last, 1)
	if err != nil {
		return err
	}
	if len(late) > 0 {
		return fmt.Errorf("the log is being written to, at %d: stop every gateway that runs on it, and begin again", late[0].Position.Commit)
	}
	revision := eventstore.NoStream
	moves, err := m.From.ReadStream(ctx, movesStream, eventstore.End, eventstore.Backwards, 1)
	if err != nil {
		return err
	}
	if len(moves) > 0 {
		revision = moves[0].Revision
	}
	_, err = m.From.Append(ctx, movesStream, revision, []eventstore.Proposed{{
		ID: uuid.New(), Type: eventstore.StoreMoved{}.EventType(), Data: data, Metadata: eventstore.Metadata{Actor: "system:move"}.JSON(),
	}})
	if err != nil {
		return fmt.Errorf("mark the old store: %w", err)
	}
	return nil
}

// copyLastEvents waits for the grace period and copies store.moved.v1 and the events
// that gateways appended after it before they stopped.
func (m Mover) copyLastEvents(ctx context.Context, last positions) error {
	select {
	case <-time.After(m.GracePeriod):
	case <-ctx.Done():
		return ctx.Err()
	}
	if _, err := copyAfter(ctx, m.From, ToStore(m.To), last.a, nil); err != nil {
		return err
	}
	_, _, err := verifyAfter(ctx, m.From, m.To, last, nil)
	return err
}
