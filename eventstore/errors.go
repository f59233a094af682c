package eventstore

import (
	"errors"
	"fmt"
)

// ConflictError says that a stream is not at the expected revision. Nothing was written. The caller loads the
// stream again and makes a new decision.
type ConflictError struct {
	Stream   string
	Expected Revision
	// Actual is the stream's last revision, NoStream if it does not exist.
	Actual Revision
}

func (e *ConflictError) Error() string {
	return fmt.Sprintf("stream %s is at revision %d, not at %d", e.Stream, e.Actual, e.Expected)
}

var (
	// ErrPartialRetry says that some events of an append are in the stream already, at these revisions, and
	// others are not. It is a mistake of the caller and is not retried.
	ErrPartialRetry = errors.New("append repeats some events of an earlier one but not all")
	// ErrTooLarge says that an append has more than MaxEventsPerAppend events, more than MaxAppendBytes
	// bytes, or a stream name longer than MaxStreamName.
	ErrTooLarge = errors.New("append is larger than the store takes")
	// ErrUnavailable says that the store could not be reached, or that the outcome of an append could not be
	// determined in time.
	ErrUnavailable = errors.New("event store is not available")
	// ErrArchive says that an event is in the log's archive, which can't be read now. It is a kind of
	// ErrUnavailable that concerns only events in the archive.
	ErrArchive = fmt.Errorf("%w: a part of the log is in its archive, which can't be read", ErrUnavailable)
	// ErrNoPosition says that a read begins at a position without an event. A store whose positions are
	// offsets can't read from there.
	ErrNoPosition = errors.New("no event of the log is at this position")
	// ErrClosed says that the store was closed.
	ErrClosed = errors.New("event store is closed")
)
