package esdbserver

import (
	"context"
	"errors"
	"strings"

	"gateway/eventstore"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// write appends events for Append and BatchAppend. It makes the same checks as EventStoreDB (access,
// tombstone, soft deletion, expected revision, repetition) in the same order.
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

// checkEvents returns the protocol's error for events that the Store does not accept. EventStoreDB accepts an
// append of no events, so checkEvents does too.
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

// appendExpecting appends at the expected revision, without regard to metadata and tombstones. If the client
// expects no exact revision, it appends at the stream's current one and tries again after a conflict.
func (s *Server) appendExpecting(
	ctx context.Context, stream string, expected int64, events []eventstore.Proposed,
) (eventstore.Appended, error) {
	switch {
	case len(events) == 0:
		return s.appendNothing(ctx, stream, expected)
	case expected >= eventstore.NoStream:
		appended, err := s.store.Append(ctx, stream, expected, events)
		if err == nil {
			s.recent.add(stream, appended.Revision, events)
		}
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
		if expected == streamExists && last == eventstore.NoStream {
			return eventstore.Appended{}, &versionError{stream: stream, expected: expected, actual: last}
		}
		if isRepetition(newest, events) {
			return eventstore.Appended{Revision: last, Position: newest[0].Position}, nil
		}
		earlier, all, first := s.recent.find(stream, events)
		switch {
		case all:
			return s.appendedBefore(ctx, stream, earlier)
		case first:
			return eventstore.Appended{}, &versionError{stream: stream, expected: expected, actual: last}
		}
		appended, err := s.store.Append(ctx, stream, last, events)
		if _, conflict := errors.AsType[*eventstore.ConflictError](err); !conflict {
			if err == nil {
				s.recent.add(stream, appended.Revision, events)
			}
			return appended, err
		}
	}
}

// appendNothing checks the expected revision of an append without events. EventStoreDB writes a record that
// no reader sees, with a position after the newest event; here the position is that of the newest event.
func (s *Server) appendNothing(ctx context.Context, stream string, expected int64) (a eventstore.Appended, err error) {
	last, err := s.lastRevision(ctx, stream)
	if err != nil {
		return a, err
	}
	if expected >= eventstore.NoStream && expected != last || expected == streamExists && last == eventstore.NoStream {
		return a, &versionError{stream: stream, expected: expected, actual: last}
	}
	head, err := s.store.Head(ctx)
	return eventstore.Appended{Revision: last, Position: head}, err
}

// appendedBefore returns the answer to a repetition whose last event has the revision.
func (s *Server) appendedBefore(ctx context.Context, stream string, last eventstore.Revision) (a eventstore.Appended, err error) {
	events, err := s.store.ReadStream(ctx, stream, last, eventstore.Forwards, 1)
	if err == nil && len(events) > 0 {
		a.Position = events[0].Position
	}
	a.Revision = last
	return a, err
}

// isRepetition reports whether the newest events of the stream, newest first, are those of the append. Unlike
// the ids of recent events, this also works after a restart of the server.
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

// writeMetadata appends to the metadata stream of the stream base.
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

// writeWithMetadata appends to a stream that is in the metadata index. An append to a soft-deleted stream
// restores it: the new events and all later ones are visible.
func (s *Server) writeWithMetadata(
	ctx context.Context, stream string, expected int64, events []eventstore.Proposed,
) (eventstore.Appended, error) {
	st, err := s.readState(ctx, stream)
	switch {
	case err != nil:
		return eventstore.Appended{}, err
	case st.tombstone, st.softDeleted() && expected == streamExists:
		return eventstore.Appended{}, &deletedError{stream}
	case expected == streamExists && st.last == eventstore.NoStream && st.hasMeta:
		return s.appendExpecting(ctx, stream, eventstore.NoStream, events) // a stream with metadata exists
	case !st.softDeleted():
		return s.appendExpecting(ctx, stream, expected, events)
	}
	restores := expected == eventstore.NoStream || expected == anyRevision || expected == st.last
	if restores && expected == eventstore.NoStream && len(events) > 0 {
		first, err := s.store.ReadStream(ctx, stream, 0, eventstore.Forwards, 1)
		if err != nil {
			return eventstore.Appended{}, err
		}
		restores = len(first) == 0 || first[0].ID != events[0].ID // otherwise it is a repetition
	}
	if !restores {
		return s.appendExpecting(ctx, stream, expected, events)
	}
	if _, err := s.setTruncateBefore(ctx, stream, st, st.last+1); err != nil {
		return eventstore.Appended{}, err
	}
	return s.appendExpecting(ctx, stream, st.last, events)
}
