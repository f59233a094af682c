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
	From, To eventstore.Store
	// Sink writes to the new store: ToStore(To), or something faster.
	Sink Sink
	// CheckPosted refuses a log in which a payment is not booked.
	CheckPosted func(ctx context.Context, log eventstore.Store) error
	// GracePeriod is how long to wait, when the old store was marked, for instances that
	// run on it all the same to see that and to end. What they wrote is moved, too.
	GracePeriod time.Duration
	// Progress is told of each step, and where in the old log it is.
	Progress func(step string, p eventstore.Position)
	Now      func() time.Time
}

// Move copies the log, compares the two event by event, marks the old store with
// store.moved.v1, which makes it refuse to be started on, and copies that too: the
// new store treats all that stands before it as booked. Until the end the new store
// refuses to be started on. A move that broke off is begun again with the same
// stores; one that had ended does nothing. It gives the number of events compared.
func (m Mover) Move(ctx context.Context) (events int64, err error) {
	if m.From.ID() == m.To.ID() {
		return 0, errors.New("both are the same store")
	}
	marked, err := m.isMarked(ctx)
	if err != nil {
		return 0, err
	}
	arriving, err := m.To.Receiving(ctx)
	switch {
	case err != nil:
		return 0, err
	case marked && arriving == "":
		return 0, nil
	case arriving != "" && arriving != m.From.ID():
		return 0, &eventstore.HalfCopiedError{Store: m.To.ID(), From: arriving}
	}
	return m.move(ctx, marked)
}

// isMarked: an earlier move to the same store came as far as the mark.
func (m Mover) isMarked(ctx context.Context) (bool, error) {
	_, _, err := eventstore.LastMove(ctx, m.From)
	var away *eventstore.MovedAwayError
	if errors.As(err, &away) && away.To == m.To.ID() {
		return true, nil
	}
	return false, err
}

func (m Mover) move(ctx context.Context, marked bool) (events int64, err error) {
	if !marked {
		if err := m.CheckPosted(ctx, m.From); err != nil {
			return 0, err
		}
	}
	if _, err := Copy(ctx, m.From, m.Sink, func(p eventstore.Position) { m.Progress("copy", p) }); err != nil {
		return 0, err
	}
	events, end, err := verifyAfter(ctx, m.From, m.To, pair{}, func(p eventstore.Position) { m.Progress("verify", p) })
	if err != nil {
		return events, err
	}
	if !marked {
		if err := m.mark(ctx, events, end.a); err != nil {
			return events, err
		}
	}
	if err := m.follow(ctx, end); err != nil {
		return events, err
	}
	return events, m.To.Receive(ctx, "")
}

// mark writes store.moved.v1 to the old store, right after what was copied.
func (m Mover) mark(ctx context.Context, events int64, end eventstore.Position) error {
	data, err := json.Marshal(eventstore.StoreMoved{From: m.From.ID(), To: m.To.ID(), Events: events, At: m.Now().UTC()})
	if err != nil {
		return fmt.Errorf("encode the move: %w", err)
	}
	late, err := m.From.ReadAll(ctx, end, 1)
	if err != nil {
		return err
	}
	if len(late) > 0 {
		return fmt.Errorf("the log is being written to, at %d: stop every gateway that runs on it, and begin again", late[0].Position.Commit)
	}
	revision := eventstore.NoStream
	last, err := m.From.ReadStream(ctx, eventstore.MovesStream, eventstore.End, eventstore.Backwards, 1)
	if err != nil {
		return err
	}
	if len(last) > 0 {
		revision = last[0].Revision
	}
	_, err = m.From.Append(ctx, eventstore.MovesStream, revision, []eventstore.Proposed{{
		ID: uuid.New(), Type: eventstore.StoreMoved{}.EventType(), Data: data, Metadata: json.RawMessage(`{"actor":"system:move"}`),
	}})
	if err != nil {
		return fmt.Errorf("mark the old store: %w", err)
	}
	return nil
}

// follow brings over the mark, and what was written behind it before everybody knew.
func (m Mover) follow(ctx context.Context, end pair) error {
	select {
	case <-time.After(m.GracePeriod):
	case <-ctx.Done():
		return ctx.Err()
	}
	if _, err := copyAfter(ctx, m.From, ToStore(m.To), end.a, nil); err != nil {
		return err
	}
	_, _, err := verifyAfter(ctx, m.From, m.To, end, nil)
	return err
}
