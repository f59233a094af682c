package eventstore

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
)

// timesStream holds one TimesBound.
const timesStream = "store-times"

// TimesBound says that the Merkle leaf of this event, and of each later one, covers the time at which the
// event was booked (package merkle). It is an event so that it has its place in every copy of the log, and so
// that the tree itself covers it.
//
// It does not carry the gateway's mark: a former version of the program, which runs beside this one during an
// upgrade, then skips it as another program's event. A marked event of an unknown type would halt its read
// models.
type TimesBound struct {
	At time.Time `json:"at"`
}

// EventType is the wire name.
func (TimesBound) EventType() string { return "store.times_bound.v1" }

// BindsTimes reports whether the event is a TimesBound in its own stream.
func BindsTimes(r Recorded) bool {
	return r.Stream == timesStream && r.Type == TimesBound{}.EventType()
}

// BindTimes appends a TimesBound, unless the log has one.
func BindTimes(ctx context.Context, s Store, now time.Time) error {
	_, last, found, err := NewestOf(ctx, s, timesStream, BindsTimes)
	if err != nil || found {
		return err
	}
	data, err := json.Marshal(TimesBound{At: now.UTC()})
	if err != nil {
		return fmt.Errorf("encode that times are bound: %w", err)
	}
	_, err = s.Append(ctx, timesStream, last, []Proposed{{ID: uuid.New(), Type: TimesBound{}.EventType(), Data: data}})
	if _, conflict := errors.AsType[*ConflictError](err); conflict {
		return nil // another instance was faster
	}
	if err != nil {
		return fmt.Errorf("record that times are bound: %w", err)
	}
	return nil
}
