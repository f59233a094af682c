package transfer

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"gateway/eventstore"
)

// ErrLags says that a store does not return what was just written to it: it is read from a node that lags
// behind, and a copy of it would lack the end of the log.
var ErrLags = errors.New("a store does not give back what was written to it, so it is read from a copy that lags behind")

const (
	// readBackLimit is how long a store may take to return what was written to it.
	readBackLimit = 5 * time.Second
	readBackPause = 100 * time.Millisecond
)

// readBack waits until the head of the store has reached the position of an appended event. Error: ErrLags.
func readBack(ctx context.Context, s eventstore.Store, appended eventstore.Position) error {
	for began := time.Now(); ; {
		head, err := s.Head(ctx)
		if err != nil {
			return err
		}
		if !head.Before(appended) {
			return nil
		}
		if time.Since(began) > readBackLimit {
			return fmt.Errorf("%w: an event was appended at %d, and it ends at %d", ErrLags, appended.Commit, head.Commit)
		}
		select {
		case <-time.After(readBackPause):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// checkMark reads back the mark that says that the new store is half copied. Without the mark a gateway could
// start on it before the old store was left, or gateways could run on both.
func (m Mover) checkMark(ctx context.Context) error {
	source, err := m.To.CopySource(ctx)
	if err == nil && source != m.From.ID() {
		err = fmt.Errorf("%w: the new store %s does not show the mark of a half copy; the old store was not left", ErrLags, m.To.ID())
	}
	return err
}

// checkArrived checks that store.moved.v1 is in the new store, if the marks say that the move has ended.
func (m Mover) checkArrived(ctx context.Context) error {
	_, _, found, err := eventstore.NewestOf(ctx, m.To, movesStream, func(r eventstore.Recorded) bool {
		var move eventstore.StoreMoved
		return r.Type == move.EventType() && json.Unmarshal(r.Data, &move) == nil &&
			move.From == m.From.ID() && move.To == m.To.ID() && !move.TakenBack
	})
	if err == nil && !found {
		err = fmt.Errorf("%w: the old store %s was left, but the new one %s neither holds store.moved.v1 nor shows the mark of a half copy: "+
			"start no gateway on it, and begin again when it shows what it holds", ErrLags, m.From.ID(), m.To.ID())
	}
	return err
}

// checkNext checks that the first event after the last compared one is store.moved.v1, or comes after it. An
// event before it was hidden when the log was copied and compared, and when its payments were checked.
func checkNext(ctx context.Context, s eventstore.Store, last, left eventstore.Position) error {
	if !last.Before(left) { // an earlier attempt has also compared it
		return nil
	}
	next, err := s.ReadAll(ctx, last, 1)
	switch {
	case err != nil:
		return err
	case len(next) == 0:
		return fmt.Errorf("%w: store.moved.v1 was appended at %d; both stores stay refused, so begin again", ErrLags, left.Commit)
	case next[0].Position.Before(left):
		return fmt.Errorf("%w: the event at %d was hidden before store.moved.v1 was appended at %d; both stores stay refused, so begin again",
			ErrLags, next[0].Position.Commit, left.Commit)
	}
	return nil
}
