package esdb

import (
	"bytes"
	"context"
	"fmt"
	"regexp"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"gateway/eventstore"
)

// serverLimit is what EventStoreDB takes in one append, by its own count.
const serverLimit = 1 << 20

// Append implements eventstore.Store. A caller whose context ends stops waiting and
// does not learn the outcome: the events may still be written.
func (s *Store) Append(
	ctx context.Context, stream string, expected eventstore.Revision, events []eventstore.Proposed,
) (eventstore.Appended, error) {
	if err := check(stream, expected, events); err != nil {
		return eventstore.Appended{}, fmt.Errorf("append to %.*q: %w", eventstore.MaxStreamName, stream, err)
	}
	if err := s.enter(); err != nil {
		return eventstore.Appended{}, err
	}
	defer s.calls.Done()
	if err := ctx.Err(); err != nil {
		return eventstore.Appended{}, err
	}
	data := wire(events)
	appended, err := insist(ctx, s, func() (eventstore.Appended, error) {
		a, err := s.append(ctx, stream, expected, data)
		if code(err) == client.ErrorCodeWrongExpectedVersion {
			return s.settle(ctx, stream, expected, data)
		}
		return a, err
	})
	if isTooLarge(err) {
		err = fmt.Errorf("%w: %w", eventstore.ErrTooLarge, err)
	}
	return appended, wrap("append to "+stream, err)
}

// check refuses beforehand what the server would refuse. An append that is too
// large for it is broken off in the middle, which the client can't tell from a lost
// connection.
func check(stream string, expected eventstore.Revision, events []eventstore.Proposed) error {
	if err := eventstore.CheckAppend(stream, expected, events); err != nil {
		return err
	}
	size := 0
	for i := range events {
		size += 2*len(events[i].Type) + len(events[i].Data) + len(events[i].Metadata)
	}
	if size > serverLimit {
		return eventstore.ErrTooLarge
	}
	return nil
}

// tooLarge is how the server says it. The trailers that say it to programs are lost
// in the client.
var tooLarge = regexp.MustCompile(`Maximum Append Size of \d+ Exceeded|exceeds Maximum Append Event Size of \d+`)

// isTooLarge: a server may be set to a lower limit than the one that was checked.
func isTooLarge(err error) bool {
	return status.Code(err) == codes.InvalidArgument && tooLarge.MatchString(err.Error())
}

// wire copies the events: the caller may be gone before they are sent.
func wire(events []eventstore.Proposed) []client.EventData {
	data := make([]client.EventData, len(events))
	for i, e := range events {
		data[i] = client.EventData{
			EventID: e.ID, EventType: e.Type, ContentType: client.ContentTypeJson,
			Data: bytes.Clone(e.Data), Metadata: bytes.Clone(e.Metadata),
		}
	}
	return data
}

// append asks once.
func (s *Store) append(
	ctx context.Context, stream string, expected eventstore.Revision, data []client.EventData,
) (a eventstore.Appended, err error) {
	o := client.AppendToStreamOptions{ExpectedRevision: client.NoStream{}}
	if expected >= 0 {
		o.ExpectedRevision = client.Revision(uint64(expected))
	}
	w, err := call(ctx, s.pool, callTimeout, func(ctx context.Context, c *client.Client) (*client.WriteResult, error) {
		return c.AppendToStream(ctx, stream, o, data...)
	})
	if err != nil {
		return a, err
	}
	a.Revision = expected + eventstore.Revision(len(data))
	a.Position = position(client.Position{Commit: w.CommitPosition, Prepare: w.PreparePosition})
	if a.Position == (eventstore.Position{}) { // a repetition, which is not always answered with one
		last, err := s.readStream(ctx, stream, a.Revision, eventstore.Forwards, 1)
		if err != nil || len(last) == 0 {
			return a, fmt.Errorf("look for what was appended: %w", err)
		}
		a.Position = last[0].Position
	}
	return a, nil
}

// settle finds out what a wrong expected revision means: the server says it of a
// partial repetition too, and doesn't say where the stream is.
func (s *Store) settle(
	ctx context.Context, stream string, expected eventstore.Revision, data []client.EventData,
) (a eventstore.Appended, err error) {
	there, err := s.readStream(ctx, stream, expected+1, eventstore.Forwards, len(data))
	if err != nil {
		return a, err
	}
	same := 0
	for i, e := range there {
		if e.ID == data[i].EventID {
			same++
		}
	}
	switch {
	case same == len(data):
		last := there[len(there)-1]
		return eventstore.Appended{Revision: last.Revision, Position: last.Position}, nil
	case same > 0:
		return a, eventstore.ErrPartialRetry
	}
	newest, err := s.readStream(ctx, stream, eventstore.End, eventstore.Backwards, 1)
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
