package eventstore

import "time"

// StoreMoved says that the log was copied from one store to another and continues
// there, and that all payments before this event were posted. It is the last event of
// the old store and has the same place in the new one; where gateways wrote after it, it is repeated
// behind their events. A watermark that names another
// store counts all events before it as handled. Package transfer writes and reads it.
//
// A StoreMoved from a store to itself says that a move begins, and nothing else: who copies
// the log has read it to its end when this event was read.
type StoreMoved struct {
	// From and To are the ids of the old and the new store.
	From string `json:"from"`
	To   string `json:"to"`
	// Events is the number of events copied.
	Events int64 `json:"events"`
	// TakenBack says that the last move between the two did not end and is void: the log
	// goes on in the old store.
	TakenBack bool      `json:"taken_back,omitempty"`
	At        time.Time `json:"at"`
}

// EventType is the wire name.
func (StoreMoved) EventType() string { return "store.moved.v1" }
