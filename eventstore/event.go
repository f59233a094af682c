package eventstore

import (
	"encoding/json"
	"math"
	"time"

	"github.com/google/uuid"
)

// Revision is the place of an event in its stream. The first event has revision 0.
type Revision = int64

// NoStream is the expected revision of a stream that must not exist yet. No value means "any": every append
// names the revision that it was decided on.
const NoStream Revision = -1

// End is the `from` of a backwards read that starts at the newest event.
const End Revision = 1<<63 - 1

// Position is the place of an event in the whole log. Positions of one store are totally ordered and increase
// in the order in which readers see the events. The embedded store numbers its events 1, 2, 3 ... and sets
// Prepare to Commit; EventStoreDB uses offsets in its log. The zero Position is before the first event.
type Position struct {
	Commit  int64 `json:"commit"`
	Prepare int64 `json:"prepare"`
}

// EndOfLog is the `before` of a backwards read that starts at the newest event of the log.
var EndOfLog = Position{Commit: math.MaxInt64, Prepare: math.MaxInt64}

// Before reports whether p comes before q.
func (p Position) Before(q Position) bool {
	return p.Commit < q.Commit || p.Commit == q.Commit && p.Prepare < q.Prepare
}

// JustBefore returns the place between the event at p and the previous one. A read after it begins with the
// event at p itself. The position of the previous event can't be computed from p: it is one less only in the
// embedded store, and EventStoreDB refuses a read that begins inside an event.
func (p Position) JustBefore() Position { return Position{Commit: p.Commit, Prepare: p.Prepare - 1} }

// LastNumber returns the highest number that an event up to p can have, in a store that numbers its events.
// Some numbers may have no event.
func (p Position) LastNumber() int64 {
	if p.Prepare < p.Commit { // JustBefore
		return p.Commit - 1
	}
	return p.Commit
}

// Proposed is an event to append.
type Proposed struct {
	// ID is chosen by the caller. A store uses it to recognise a repeated append.
	ID uuid.UUID
	// Type is the event's wire name, such as payment.paid.v1.
	Type string
	// Data and Metadata are JSON and are kept byte for byte. Metadata may be empty.
	Data     json.RawMessage
	Metadata json.RawMessage
	// FirstBookedAt is set only when a log is copied: the event keeps the time at which its first store
	// booked it. For all other events the store sets the time.
	FirstBookedAt time.Time
}

// Recorded is an event as the log holds it. Its data may be shared with other readers and must not be
// changed.
type Recorded struct {
	Proposed
	Stream   string
	Revision Revision
	Position Position
	// BookedAt is the time (UTC) at which the event was booked. The embedded store sets it together with the
	// position, and it never decreases from one event to the next. EventStoreDB uses its own clock, which may
	// go back. An event that was copied or restored keeps the time of its first store. Decisions do not use
	// it: the times that matter to them are in the event's data.
	BookedAt time.Time
}
