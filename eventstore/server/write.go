package server

import (
	"context"
	"errors"
	"strings"

	"gateway/eventstore"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// write appends events for Append and BatchAppend. It makes EventStoreDB's checks (of
// access, tombstone, soft deletion, expected revision, repetition) in EventStoreDB's
// order.
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

// usesMetadata reports whether an append to the stream depends on metadata or changes it.
func (s *Server) usesMetadata(stream string) bool {
	return strings.HasPrefix(stream, metadataPrefix) || s.index.contains(stream)
}

// checkEvents returns the protocol's error for events that the Store does not take.
// EventStoreDB accepts an append of no events, so this does, too.
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

// appendExpecting appends at the expected revision, without regard to metadata and
// tombstones. When the client expects no exact revision, it appends at the stream's
// current one and tries again after a conflict.
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

// isRepetition reports whether the newest events of the stream, the newest first, are
// those of the append. A repetition without an expected revision is thus recognised only
// when no other append came between; EventStoreDB promises little more.
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

// toVersionError turns a conflict of the store into the protocol's error.
func (s *Server) toVersionError(ctx context.Context, err error, stream string, expected int64) error {
	if conflict, ok := errors.AsType[*eventstore.ConflictError](err); ok {
		return &versionError{stream: stream, expected: expected, actual: conflict.Actual}
	}
	if !errors.Is(err, eventstore.ErrPartialRetry) {
		return err
	}
	last, err := s.lastRevision(ctx, stream)
	if err != nil {
		return err
	}
	return &versionError{stream: stream, expected: expected, actual: last}
}
