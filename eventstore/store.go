package eventstore

import (
	"context"
	"encoding/json"
	"time"

	"github.com/google/uuid"
)

// Revision is the place of an event in its stream: 0 for the first.
type Revision = int64

// NoStream is the expected revision of a stream that must not exist yet. There is
// no "any": every append says what it decided on.
const NoStream Revision = -1

// Position is the place of an event in the whole log. Positions of one store are
// totally ordered and strictly increase in the order in which readers see events.
// The embedded store numbers its events 1, 2, 3 ... without a gap and leaves Prepare
// equal to Commit; EventStoreDB gives log offsets. The zero Position is before the
// first event.
type Position struct {
	Commit  int64 `json:"commit"`
	Prepare int64 `json:"prepare"`
}

// Before reports whether p comes before q.
func (p Position) Before(q Position) bool {
	return p.Commit < q.Commit || p.Commit == q.Commit && p.Prepare < q.Prepare
}

// Proposed is an event that is to be appended.
type Proposed struct {
	// ID makes a retry of an append recognisable. It is always set by the caller.
	ID   uuid.UUID
	Type string
	// Data and Metadata are JSON, kept byte for byte.
	Data     json.RawMessage
	Metadata json.RawMessage
}

// Recorded is an event as the log holds it.
type Recorded struct {
	Proposed
	Stream   string
	Revision Revision
	Position Position
	// Created is when the store wrote it (UTC). Decisions never look at it: what
	// matters about time stands in the event itself.
	Created time.Time
}

// Appended says where the events of an append are.
type Appended struct {
	// Revision is that of the last event.
	Revision Revision
	// Position is that of the last event.
	Position Position
}

// Direction of a read.
type Direction int

// The two directions.
const (
	Forwards Direction = iota
	Backwards
)

// End is the `from` of a backwards read that starts at the newest event.
const End Revision = 1<<63 - 1

// Limits of every store. An append beyond them is refused with ErrTooLarge before
// anything is written.
const (
	MaxEventsPerAppend = 1_000
	MaxAppendBytes     = 1_000_000
	MaxStreamName      = 255
)

// Store is an append-only log of streams. Implementations are safe for concurrent
// use and are held to package storetest.
type Store interface {
	// Append adds events to the stream if its last revision is expected, all or
	// none. Errors: *ConflictError when it is not; ErrTooLarge; ErrPartialRetry;
	// ErrUnavailable (wrapped) when nothing can be said about the outcome or the
	// store could not be reached; the context's error.
	//
	// It is idempotent by event id: the same ids again, at the same expected
	// revision, succeed with the first answer. So an append whose outcome is
	// unknown is repeated as it was. A success is durable.
	Append(ctx context.Context, stream string, expected Revision, events []Proposed) (Appended, error)

	// ReadStream gives at most limit events of a stream, beginning with the
	// revision from (inclusive). A stream that does not exist gives none. Fewer than
	// limit are all that there are.
	ReadStream(ctx context.Context, stream string, from Revision, dir Direction, limit int) ([]Recorded, error)

	// ReadAll gives at most limit events after the position (exclusive), in the
	// order of the log. An event that becomes visible later than a read never has
	// a position at or before the last one of that read.
	//
	// Fewer than limit are not the end of the log: a store may give what it has at
	// hand. The end is where a read gives none, or where one reaches the Head that
	// was asked for before.
	ReadAll(ctx context.Context, after Position, limit int) ([]Recorded, error)

	// Subscribe follows the whole log from after the position on. It starts no
	// work before the first Next.
	Subscribe(after Position) Subscription

	// Head is the position of the newest event, zero for an empty log.
	Head(ctx context.Context) (Position, error)

	// ID names this log for ever: checkpoints and watermarks carry it, since
	// positions mean nothing in another store.
	ID() string

	// Close waits for appends in flight and releases everything. Calls after it
	// fail with ErrClosed.
	Close() error
}

// Subscription reads the log as it grows. It is used by one goroutine.
type Subscription interface {
	// Next waits until there is at least one event after the last one it gave
	// and gives at most limit of them, in the order of the log, none left out; fewer
	// are not the end, as with ReadAll. It
	// heals a broken connection by itself; its errors are the context's and
	// ErrClosed. Idle waiting costs next to nothing.
	Next(ctx context.Context, limit int) ([]Recorded, error)
}
