package transfer

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"gateway/eventstore"
)

// movesStream holds the moves of a log between stores.
const movesStream = "store-moves"

// watchInterval is how often a running gateway checks whether its log was moved away.
const watchInterval = 2 * time.Second

// MovedAwayError says that the log of Store was moved to the store To. Both are ids.
type MovedAwayError struct{ Store, To string }

func (e *MovedAwayError) Error() string {
	return fmt.Sprintf("the log of event store %s was moved to event store %s: start on that one", e.Store, e.To)
}

// HalfCopiedError says that the copy of the log of From to Store has not ended: it is
// running or was interrupted. Both are ids.
type HalfCopiedError struct{ Store, From string }

func (e *HalfCopiedError) Error() string {
	return fmt.Sprintf("the log of event store %s is being copied to event store %s: let gateway events copy end first, "+
		"and run it again if it broke off", e.From, e.Store)
}

// LastMove returns the newest move into the store and its position; the zero Position if the log was never
// moved. Error: *MovedAwayError.
func LastMove(ctx context.Context, s eventstore.Store) (eventstore.StoreMoved, eventstore.Position, error) {
	m, at, err := newestMove(ctx, s)
	if err == nil && at != (eventstore.Position{}) && m.To != s.ID() {
		return m, eventstore.Position{}, &MovedAwayError{Store: s.ID(), To: m.To}
	}
	return m, at, err
}

// newestMove returns the newest move that the store holds, and the zero Position if there is none. It skips
// moves that were taken back, and events that only serve to check that the log is read to its end (readBack).
func newestMove(ctx context.Context, s eventstore.Store) (m eventstore.StoreMoved, at eventstore.Position, err error) {
	var malformed error
	void := "" // older moves to this store are void, back to where the last of them began
	newest, _, found, err := eventstore.NewestOf(ctx, s, movesStream, func(r eventstore.Recorded) bool {
		m = eventstore.StoreMoved{}
		if r.Type != m.EventType() {
			return false
		}
		malformed = json.Unmarshal(r.Data, &m)
		switch {
		case malformed != nil:
			return true
		case m.TakenBack:
			void = m.To
			return false
		case m.From == m.To:
			void = "" // here the move began that was taken back
			return false
		}
		return m.To != void
	})
	if err = errors.Join(err, malformed); err != nil {
		return m, at, fmt.Errorf("read the moves of the log: %w", err)
	}
	if !found {
		return eventstore.StoreMoved{}, at, nil
	}
	return m, newest.Position, nil
}

// CheckLocation returns nil if the store holds the whole log and a gateway may start
// on it. Errors: *MovedAwayError, *HalfCopiedError.
func CheckLocation(ctx context.Context, s Store) error {
	from, err := s.CopySource(ctx)
	if err != nil {
		return err
	}
	if from != "" {
		return &HalfCopiedError{Store: s.ID(), From: from}
	}
	_, _, err = LastMove(ctx, s)
	return err
}

// PollLocation repeats CheckLocation every two seconds while a gateway runs. It returns *MovedAwayError or
// *HalfCopiedError, or nil when ctx ends; after other errors it continues.
func PollLocation(ctx context.Context, s Store) error {
	tick := time.NewTicker(watchInterval)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return nil
		}
		err := CheckLocation(ctx, s)
		if isElsewhere(err) {
			return err
		}
	}
}

func isElsewhere(err error) bool {
	_, moved := errors.AsType[*MovedAwayError](err)
	_, half := errors.AsType[*HalfCopiedError](err)
	return moved || half
}
