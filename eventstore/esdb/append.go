package esdb

import (
	"context"
	"fmt"
	"regexp"

	"gateway/eventstore"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// serverLimit is EventStoreDB's default limit of one append, in bytes as it counts them.
const serverLimit = 1 << 20

// Append implements eventstore.Store. If the context ends, the events may still be written.
func (s *Store) Append(
	ctx context.Context, stream string, expected eventstore.Revision, events []eventstore.Proposed,
) (eventstore.Appended, error) {
	if err := checkAppend(stream, expected, events); err != nil {
		return eventstore.Appended{}, fmt.Errorf("append to %.*q: %w", eventstore.MaxStreamName, stream, err)
	}
	if err := s.beginCall(); err != nil {
		return eventstore.Appended{}, err
	}
	defer s.calls.Done()
	if err := ctx.Err(); err != nil {
		return eventstore.Appended{}, err
	}
	data := toClientEvents(events)
	appended, err := retryAppend(ctx, s, func() (eventstore.Appended, error) {
		a, err := s.appendOnce(ctx, stream, expected, data)
		if codeOf(err) == client.ErrorCodeWrongExpectedVersion {
			return s.resolveConflict(ctx, stream, expected, data)
		}
		return a, err
	})
	if isTooLarge(err) {
		err = fmt.Errorf("%w: %w", eventstore.ErrTooLarge, err)
	}
	return appended, s.wrap("append to "+stream, err)
}

// checkAppend refuses an append that the server would refuse. The server aborts an append that is too large
// before it has received all of it, which looks like a lost connection to the client.
func checkAppend(stream string, expected eventstore.Revision, events []eventstore.Proposed) error {
	if err := eventstore.CheckAppend(stream, expected, events); err != nil {
		return err
	}
	size := 0
	for i := range events {
		size += 2*len(events[i].Type) + len(events[i].Data) + len(events[i].StoredMetadata())
	}
	if size > serverLimit {
		return eventstore.ErrTooLarge
	}
	return nil
}

// tooLarge matches the server's messages for an append that is too large. The client drops the trailers that
// programs are meant to use to recognise it.
var tooLarge = regexp.MustCompile(`Maximum Append Size of \d+ Exceeded|exceeds Maximum Append Event Size of \d+`)

// isTooLarge reports whether the server refused an append for its size. Its limit may be lower than the one
// that checkAppend knows.
func isTooLarge(err error) bool {
	return status.Code(err) == codes.InvalidArgument && tooLarge.MatchString(err.Error())
}

// appendOnce appends without retries.
func (s *Store) appendOnce(
	ctx context.Context, stream string, expected eventstore.Revision, data []client.EventData,
) (a eventstore.Appended, err error) {
	o := client.AppendToStreamOptions{ExpectedRevision: client.NoStream{}}
	if expected >= 0 {
		o.ExpectedRevision = client.Revision(uint64(expected))
	}
	w, err := call(ctx, s.pool, write, func(ctx context.Context, c *client.Client) (*client.WriteResult, error) {
		return c.AppendToStream(ctx, stream, o, data...)
	})
	if err != nil {
		return a, err
	}
	a.Revision = expected + eventstore.Revision(len(data))
	a.Position = fromClientPosition(client.Position{Commit: w.CommitPosition, Prepare: w.PreparePosition})
	// The server does not always answer a repeated append with a position.
	if a.Position == (eventstore.Position{}) {
		last, err := s.readStreamOnce(ctx, stream, a.Revision, eventstore.Forwards, 1)
		if err != nil || len(last) == 0 {
			return a, &unseenError{err}
		}
		a.Position = last[0].Position
	}
	return a, nil
}

// resolveConflict finds out why the server reported a wrong expected revision, by comparing the stream with
// the append: all events are there (success, with the first answer), some are there (ErrPartialRetry), or
// none is there (ConflictError with the stream's revision, or errRaced if the stream is at the expected
// revision after all).
func (s *Store) resolveConflict(
	ctx context.Context, stream string, expected eventstore.Revision, data []client.EventData,
) (a eventstore.Appended, err error) {
	found, err := s.readStreamOnce(ctx, stream, expected+1, eventstore.Forwards, len(data))
	if err != nil {
		return a, err
	}
	same := 0
	for i, e := range found {
		if e.ID == data[i].EventID {
			same++
		}
	}
	switch {
	case same == len(data):
		last := found[len(found)-1]
		return eventstore.Appended{Revision: last.Revision, Position: last.Position}, nil
	case same > 0:
		return a, eventstore.ErrPartialRetry
	}
	newest, err := s.readStreamOnce(ctx, stream, eventstore.End, eventstore.Backwards, 1)
	if err != nil {
		return a, err
	}
	actual := eventstore.NoStream
	if len(newest) > 0 {
		actual = newest[0].Revision
	}
	if actual == expected {
		return a, errRaced
	}
	return a, &eventstore.ConflictError{Stream: stream, Expected: expected, Actual: actual}
}

// unseenError says that an append succeeded but the look-up of its position failed. It does not wrap the
// reason: a refused read would look like a refused append.
type unseenError struct{ reason error }

func (e *unseenError) Error() string { return fmt.Sprintf("look for what was appended: %v", e.reason) }
