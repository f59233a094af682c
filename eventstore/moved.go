package eventstore

import "time"

// StoreMoved says that the log was copied from one store to another and continues there, and that all
// payments before this event were posted. It is the last event of the old store and has the same place in the
// new one; if gateways wrote after it, it is repeated after their events. A watermark that names another
// store counts all events before it as handled. Package transfer writes and reads it.
//
// A StoreMoved from a store to itself only says that a move begins: a process that copies the log knows, once
// it reads this event, that it has read the log to its end.
type StoreMoved struct {
	// From and To are the ids of the old and the new store.
	From string `json:"from"`
	To   string `json:"to"`
	// Events is the number of copied events.
	Events int64 `json:"events"`
	// TakenBack says that the last move between the two stores was not completed and is void: the log
	// continues in the old store.
	TakenBack bool      `json:"taken_back,omitempty"`
	At        time.Time `json:"at"`
}

// EventType is the wire name.
func (StoreMoved) EventType() string { return "store.moved.v1" }
