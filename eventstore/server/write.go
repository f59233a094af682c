package server

import (
	"context"
	"errors"
	"strings"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"gateway/eventstore"
)

// Expected revisions beside the real ones and eventstore.NoStream.
const (
	anyRevision  = -2
	streamExists = -4
)

// write appends. Which revisions hold, which repetitions are recognised and what
// becomes of a deleted stream is decided in the order in which EventStoreDB does.
func (s *Server) write(
	ctx context.Context, stream string, expected int64, events []eventstore.Proposed,
) (eventstore.Appended, error) {
	if !s.options.Writable || stream == indexStream {
		return eventstore.Appended{}, errAccessDenied
	}
	if err := checkEvents(stream, events); err != nil {
		return eventstore.Appended{}, err
	}
	s.metadataLock.RLock()
	if !s.usesMetadata(stream) {
		defer s.metadataLock.RUnlock()
		return s.appendExpecting(ctx, stream, expected, events)
	}
	s.metadataLock.RUnlock()
	s.metadataLock.Lock()
	defer s.metadataLock.Unlock()
	if base, isMeta := strings.CutPrefix(stream, metadataPrefix); isMeta {
		return s.writeMetadata(ctx, base, expected, events)
	}
	return s.writeWithMetadata(ctx, stream, expected, events)
}

// minds: writing to the stream takes a look at metadata, or changes it.
func (s *Server) usesMetadata(stream string) bool {
	return strings.HasPrefix(stream, metadataPrefix) || s.index.contains(stream)
}

func checkEvents(stream string, events []eventstore.Proposed) error {
	if len(events) == 0 {
		return nil
	}
	err := eventstore.CheckAppend(stream, eventstore.NoStream, events)
	if err == nil || errors.Is(err, eventstore.ErrTooLarge) {
		return err
	}
	return status.Error(codes.InvalidArgument, err.Error())
}

// append writes to a stream of which nothing else has to be minded.
func (s *Server) appendExpecting(
	ctx context.Context, stream string, expected int64, events []eventstore.Proposed,
) (eventstore.Appended, error) {
	if expected >= eventstore.NoStream && len(events) > 0 {
		appended, err := s.store.Append(ctx, stream, expected, events)
		return appended, s.toVersionError(ctx, err, stream, expected)
	}
	for {
		newest, err := s.readNewest(ctx, stream, max(1, len(events)))
		if err != nil {
			return eventstore.Appended{}, err
		}
		last := eventstore.NoStream
		if len(newest) > 0 {
			last = newest[0].Revision
		}
		switch {
		case expected >= eventstore.NoStream && expected != last, expected == streamExists && last == eventstore.NoStream:
			return eventstore.Appended{}, &versionError{stream: stream, expected: expected, actual: last}
		case len(events) == 0:
			return eventstore.Appended{Revision: last}, nil
		case isRepetition(newest, events):
			return eventstore.Appended{Revision: last, Position: newest[0].Position}, nil
		}
		appended, err := s.store.Append(ctx, stream, last, events)
		if _, conflict := errors.AsType[*eventstore.ConflictError](err); !conflict {
			return appended, err
		}
	}
}

// repeats: the newest events, which come backwards, are these. So a repetition
// without an expected revision is recognised when nothing came between, which is
// about as much as EventStoreDB promises.
func isRepetition(newest []eventstore.Recorded, events []eventstore.Proposed) bool {
	if len(newest) != len(events) {
		return false
	}
	for i, e := range events {
		if newest[len(newest)-1-i].ID != e.ID {
			return false
		}
	}
	return true
}

// writeMetadata appends to the stream that holds a stream's metadata.
func (s *Server) writeMetadata(
	ctx context.Context, base string, expected int64, events []eventstore.Proposed,
) (eventstore.Appended, error) {
	st, err := s.readState(ctx, base)
	if err != nil {
		return eventstore.Appended{}, err
	}
	if st.tombstone {
		return eventstore.Appended{}, &deletedError{metadataPrefix + base}
	}
	if err := s.index.add(ctx, s.store, base); err != nil {
		return eventstore.Appended{}, err
	}
	return s.appendExpecting(ctx, metadataPrefix+base, expected, events)
}

// writeWithMetadata appends to a stream that has metadata or a tombstone, or had them.
func (s *Server) writeWithMetadata(
	ctx context.Context, stream string, expected int64, events []eventstore.Proposed,
) (eventstore.Appended, error) {
	st, err := s.readState(ctx, stream)
	switch {
	case err != nil:
		return eventstore.Appended{}, err
	case st.tombstone, st.deleted() && expected == streamExists:
		return eventstore.Appended{}, &deletedError{stream}
	case expected == streamExists && st.last == eventstore.NoStream && st.hasMeta:
		return s.appendExpecting(ctx, stream, eventstore.NoStream, events) // metadata make it exist
	case !st.deleted():
		return s.appendExpecting(ctx, stream, expected, events)
	}
	again := expected == eventstore.NoStream || expected == anyRevision || expected == st.last
	if again && expected == eventstore.NoStream && len(events) > 0 {
		first, err := s.store.ReadStream(ctx, stream, 0, eventstore.Forwards, 1)
		if err != nil {
			return eventstore.Appended{}, err
		}
		again = len(first) == 0 || first[0].ID != events[0].ID // else it is a repetition
	}
	if !again {
		return s.appendExpecting(ctx, stream, expected, events)
	}
	if _, err := s.setTruncateBefore(ctx, stream, st, st.last+1); err != nil {
		return eventstore.Appended{}, err
	}
	return s.appendExpecting(ctx, stream, st.last, events)
}
