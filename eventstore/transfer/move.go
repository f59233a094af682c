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

// Move moves the log and returns the number of events compared. It copies the log, compares both stores event
// by event, appends store.moved.v1 to the old store, and copies that event too. If a gateway still wrote
// after that event, Move copies its events and appends store.moved.v1 again after them, so that it ends both
// logs: a gateway on the new store posts what comes after it, and nothing before it. All payments before it
// must be posted, including those of the grace period.
//
// At no moment may a gateway start on both stores: the new one is marked as half copied until the end, and
// the old one refuses gateways from store.moved.v1 on. To finish an interrupted move, repeat it with the same
// stores. Repeating a completed move does nothing.
//
// Move does not trust a reader that may lag. The event that it appends at the beginning must be read back,
// and so must the mark of the new store before the old one is left. If Move detects a lag too late, both
// stores refuse gateways; repeating the move finishes it, or says why it can't.
//
// Errors: ErrForeignEvents, ErrDiffers, ErrLags, *MovedAwayError, *HalfCopiedError, and the error of
// CheckPosted.
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
		return 0, m.checkArrived(ctx)
	case source != "" && source != m.From.ID():
		return 0, &HalfCopiedError{Store: m.To.ID(), From: source}
	}
	return m.copyAndLeave(ctx, left)
}

// isLeft reports whether an earlier, interrupted move to the same store has already appended store.moved.v1
// to the old one.
func (m Mover) isLeft(ctx context.Context) (bool, error) {
	err := CheckLocation(ctx, m.From)
	if moved, ok := errors.AsType[*MovedAwayError](err); ok && moved.To == m.To.ID() {
		return true, nil
	}
	return false, err
}

func (m Mover) copyAndLeave(ctx context.Context, isLeft bool) (events int64, err error) {
	begun, err := m.begin(ctx, isLeft)
	if err != nil {
		return 0, err
	}
	if _, err := Copy(ctx, m.From, m.Sink, func(p eventstore.Position) { m.Progress("copy", p) }); err != nil {
		return 0, err
	}
	events, last, err := verifyAfter(ctx, m.From, m.To, positions{}, func(p eventstore.Position) { m.Progress("verify", p) })
	if err != nil {
		return events, err
	}
	if last.a.Before(begun) {
		return events, fmt.Errorf("%w: the copy ends at %d, before the event at %d that was appended first", ErrLags, last.a.Commit, begun.Commit)
	}
	left := begun
	if !isLeft {
		if left, err = m.leave(ctx, events, last.a); err != nil {
			return events, err
		}
	}
	if err := m.copyLastEvents(ctx, last, left, events); err != nil {
		return events, err
	}
	if err := m.checkLate(ctx, begun); err != nil {
		return events, err
	}
	return events, m.To.MarkCopySource(ctx, "")
}

// begin checks that every payment is posted, in a log that is read to its end, and returns the position that
// the copy must reach. It checks even a store that was left: the earlier move may have been aborted because
// the end of the log was not read the first time.
func (m Mover) begin(ctx context.Context, left bool) (eventstore.Position, error) {
	begun, err := m.endOf(ctx, left)
	if err != nil {
		return begun, err
	}
	if err := readBack(ctx, m.From, begun); err != nil {
		return begun, err
	}
	return begun, m.checkPosted(ctx, left)
}

// checkPosted calls CheckPosted on the old store. A store that was left can't post any more.
func (m Mover) checkPosted(ctx context.Context, left bool) error {
	err := m.CheckPosted(ctx, m.From)
	if err != nil && left {
		err = fmt.Errorf("the old store is marked as left, and both stores stay refused until the move is taken back "+
			"(gateway events copy --take-back): %w", err)
	}
	return err
}

// checkLate checks that the payments of gateways that were still running after CheckPosted are posted. A
// gateway on the new store can't tell which of them are, because the watermarks name positions of the old
// store. after is the position that CheckPosted had reached.
func (m Mover) checkLate(ctx context.Context, after eventstore.Position) error {
	for {
		page, err := m.From.ReadAll(ctx, after, pageSize)
		if err != nil || len(page) == 0 {
			return err
		}
		for _, e := range page {
			if e.Stream != movesStream {
				return m.checkPosted(ctx, true)
			}
		}
		after = page[len(page)-1].Position
	}
}

// endOf returns the position of an event at the end of the old store: that of store.moved.v1 if the store was
// left, otherwise that of a newly appended event.
func (m Mover) endOf(ctx context.Context, left bool) (eventstore.Position, error) {
	if left {
		_, at, err := newestMove(ctx, m.From)
		return at, err
	}
	return m.appendMove(ctx, eventstore.StoreMoved{From: m.From.ID(), To: m.From.ID(), At: m.Now().UTC()})
}

// leave appends store.moved.v1 to the old store, right after the last copied event.
func (m Mover) leave(ctx context.Context, events int64, last eventstore.Position) (eventstore.Position, error) {
	late, err := m.From.ReadAll(ctx, last, 1)
	if err != nil {
		return last, err
	}
	if len(late) > 0 {
		return last, fmt.Errorf("the log is being written to, at %d: stop every gateway that runs on it, and begin again",
			late[0].Position.Commit)
	}
	if err := m.checkMark(ctx); err != nil {
		return last, err
	}
	return m.appendMove(ctx, eventstore.StoreMoved{From: m.From.ID(), To: m.To.ID(), Events: events, At: m.Now().UTC()})
}

// appendMove appends a move to the old store and returns its position.
func (m Mover) appendMove(ctx context.Context, move eventstore.StoreMoved) (eventstore.Position, error) {
	data, err := json.Marshal(move)
	if err != nil {
		return eventstore.Position{}, fmt.Errorf("encode the move: %w", err)
	}
	_, revision, _, err := eventstore.NewestOf(ctx, m.From, movesStream, func(eventstore.Recorded) bool { return true })
	if err != nil {
		return eventstore.Position{}, err
	}
	at, err := m.From.Append(ctx, movesStream, revision, []eventstore.Proposed{{
		ID: uuid.New(), Type: move.EventType(), Data: data, Metadata: eventstore.Metadata{Actor: "system:move"}.JSON(),
	}})
	if err != nil {
		return eventstore.Position{}, fmt.Errorf("mark the old store: %w", err)
	}
	return at.Position, nil
}

// lateRounds limits how often the old store is marked as left again because gateways still write to it.
const lateRounds = 10

// copyLastEvents waits for the grace period and copies store.moved.v1, which was appended at the position
// left, and the events that gateways appended after it before they stopped. After those events it marks the
// old store as left again. events is the number of events copied before.
func (m Mover) copyLastEvents(ctx context.Context, last positions, left eventstore.Position, events int64) error {
	select {
	case <-time.After(m.GracePeriod):
	case <-ctx.Done():
		return ctx.Err()
	}
	if err := checkNext(ctx, m.From, last.a, left); err != nil {
		return err
	}
	for range lateRounds {
		if _, err := copyAfter(ctx, m.From, ToStore(m.To), last.a, nil); err != nil {
			return err
		}
		late, end, err := verifyAfter(ctx, m.From, m.To, last, nil)
		switch {
		case err != nil:
			return err
		case end.a.Before(left):
			return fmt.Errorf("%w: store.moved.v1 at %d is not read from it", ErrLags, left.Commit)
		case end.a == left:
			return nil
		}
		last, events = end, events+late
		if left, err = m.appendMove(ctx, eventstore.StoreMoved{From: m.From.ID(), To: m.To.ID(), Events: events, At: m.Now().UTC()}); err != nil {
			return err
		}
	}
	return fmt.Errorf("the old store is still being written to, at %d: stop every gateway that runs on it, and begin again", last.a.Commit)
}
