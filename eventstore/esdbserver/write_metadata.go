package esdbserver

import (
	"context"

	"gateway/eventstore"
)

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
