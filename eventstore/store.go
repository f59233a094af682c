package eventstore

import "context"

// Appended says where the last event of an append is in the log.
type Appended struct {
	Revision Revision
	Position Position
}

// Direction is the direction of a read.
type Direction int

// The two directions.
const (
	Forwards Direction = iota
	Backwards
)

// Limits of every store. An append beyond them is refused with ErrTooLarge before
// anything is written.
const (
	MaxEventsPerAppend = 1_000
	// MaxAppendBytes limits the sum of all data and metadata.
	MaxAppendBytes = 1_000_000
	// MaxStreamName is in bytes.
	MaxStreamName = 255
)

// Store is an append-only log of streams. Implementations are safe for concurrent use; package storetest
// tests them all by the same rules.
//
// Every method that takes a context returns the context's error if it ends, ErrUnavailable (wrapped) if the
// store can't be reached, and ErrClosed after Close.
type Store interface {
	// Append adds the events to the stream, all or none, if the stream's last revision is the expected one. A
	// success is durable. Further errors: *ConflictError if the stream is at another revision;
	// ErrPartialRetry; ErrTooLarge; those of CheckAppend.
	//
	// It is idempotent by event id: the same ids again, at the same expected revision, succeed with the first
	// answer. After ErrUnavailable or the context's error the events may have been written or not; the caller
	// may repeat the same append.
	Append(ctx context.Context, stream string, expected Revision, events []Proposed) (Appended, error)

	// ReadStream returns at most limit events of a stream, in the given direction, from the revision from
	// (inclusive). Fewer than limit events are all that there are. A stream that does not exist has no
	// events.
	ReadStream(ctx context.Context, stream string, from Revision, dir Direction, limit int) ([]Recorded, error)

	// ReadAll returns at most limit events after the position (exclusive), in the order of the log. The
	// position must be zero, that of an event, or just before one (Position.JustBefore). An event that
	// becomes visible after a read has a position after the last event of that read, so a reader that
	// continues from there misses none.
	//
	// Fewer than limit events are not the end of the log: a store may return only those that it has in
	// memory. The end is where a read returns none, or at a Head that was read before.
	ReadAll(ctx context.Context, after Position, limit int) ([]Recorded, error)

	// ReadAllBackwards returns at most limit events before the position (exclusive), newest first; EndOfLog
	// is after every event. As with ReadAll, fewer than limit events are not the start of the log: that is
	// where a read returns none. Further error: ErrNoPosition (wrapped), from a store that can't read from
	// between two events.
	ReadAllBackwards(ctx context.Context, before Position, limit int) ([]Recorded, error)

	// Subscribe returns a subscription to the whole log after the position. It uses no
	// connection and no goroutine before the first Next.
	Subscribe(after Position) Subscription

	// Head returns the position of the newest event, zero for an empty log.
	Head(ctx context.Context) (Position, error)

	// ID identifies the log and never changes. Checkpoints and watermarks carry it,
	// because a position is meaningless in another store.
	ID() string

	// Close waits for calls in flight and releases everything.
	Close() error
}

// Subscription reads the log as it grows. Only one goroutine may use it.
type Subscription interface {
	// Next waits until there are events after the last one it returned, and returns at most limit of them, in
	// the order of the log and without a gap. Fewer are not the end of the log, as with ReadAll. It
	// reconnects by itself and returns only the context's error and ErrClosed; after a context's error it can
	// be called again.
	Next(ctx context.Context, limit int) ([]Recorded, error)
}
