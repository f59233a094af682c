package eventstore

import (
	"context"
	"encoding/json"
	"fmt"
	"time"
)

// MovesStream holds the moves of a log between stores.
const MovesStream = "store-moves"

// StoreMoved says that the log was copied whole from one store to another. It is
// the last event of the store that was left, and the first that only the new one
// has: a watermark that names another store means everything before it there.
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

// LastMove gives the newest move that the store knows of, and its position; the
// zero Position when it was never moved. *MovedAwayError: it was moved away.
func LastMove(ctx context.Context, s Store) (StoreMoved, Position, error) {
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
