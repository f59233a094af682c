package eventstore

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// MovesStream holds the moves of a log between stores.
const MovesStream = "store-moves"

// StoreMoved says that the log was copied whole from one store to another, and that
// all payments before it were booked. It is the last event of the store that was
// left, and stands in the new one at the same place: a watermark that names another
// store means everything before it there.
type StoreMoved struct {
	From string `json:"from"`
	To   string `json:"to"`
	// Events is how many were copied.
	Events int64     `json:"events"`
	At     time.Time `json:"at"`
}

// EventType is the wire name.
func (StoreMoved) EventType() string { return "store.moved.v1" }

// MovedAwayError says that a log lives in another store now.
type MovedAwayError struct{ Store, To string }

func (e *MovedAwayError) Error() string {
	return fmt.Sprintf("the log of event store %s was moved to event store %s: start on that one", e.Store, e.To)
}

// HalfCopiedError says that a log is being copied to a store, or that this broke off.
type HalfCopiedError struct{ Store, From string }

func (e *HalfCopiedError) Error() string {
	return fmt.Sprintf("the log of event store %s is being copied to event store %s: let gateway events copy end first, "+
		"and run it again if it broke off", e.From, e.Store)
}

// LastMove gives the newest move that the store knows of, and its position; the
// zero Position when it was never moved. Nobody may start on a store for which it
// gives *MovedAwayError or *HalfCopiedError.
func LastMove(ctx context.Context, s Store) (StoreMoved, Position, error) {
	var m StoreMoved
	from, err := s.Receiving(ctx)
	if err != nil {
		return m, Position{}, err
	}
	if from != "" {
		return m, Position{}, &HalfCopiedError{Store: s.ID(), From: from}
	}
	return newestMove(ctx, s)
}

func newestMove(ctx context.Context, s Store) (StoreMoved, Position, error) {
	var m StoreMoved
	last, err := s.ReadStream(ctx, MovesStream, End, Backwards, 1)
	if err != nil {
		return m, Position{}, fmt.Errorf("read the moves of the log: %w", err)
	}
	if len(last) == 0 {
		return m, Position{}, nil
	}
	if err := json.Unmarshal(last[0].Data, &m); err != nil {
		return m, Position{}, fmt.Errorf("read the moves of the log: %w", err)
	}
	if m.To != s.ID() {
		return m, Position{}, &MovedAwayError{Store: s.ID(), To: m.To}
	}
	return m, last[0].Position, nil
}

// moveWatch is how often a running instance looks whether its log was moved away.
const moveWatch = 2 * time.Second

// WatchMoves returns *MovedAwayError or *HalfCopiedError soon after the log was moved
// away from under a running instance, and nil when ctx ends. What it can't read it
// tries again.
func WatchMoves(ctx context.Context, s Store) error {
	tick := time.NewTicker(moveWatch)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return nil
		}
		_, _, err := LastMove(ctx, s)
		var away *MovedAwayError
		var half *HalfCopiedError
		if errors.As(err, &away) || errors.As(err, &half) {
			return err
		}
	}
}
