package esdbserver

import (
	"context"

	"gateway/eventstore"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"github.com/google/uuid"
)

// Delete implements the service Streams. It soft-deletes the stream, which then reads as if it did not exist.
// If the stream is written to again, its revisions continue after the last one.
func (s *Server) Delete(ctx context.Context, req *streams.DeleteReq) (*streams.DeleteResp, error) {
	o := req.GetOptions()
	expected, err := parseExpected(o)
	if err != nil {
		return nil, err
	}
	stream := string(o.GetStreamIdentifier().GetStreamName())
	if err := s.authorize(ctx, actDelete, stream); err != nil {
		return nil, err
	}
	l := s.leader()
	at, err := s.commit(ctx, Write{Stream: stream, Expected: expected, Commit: func(ctx context.Context) (eventstore.Appended, error) {
		return l.deleteWith(ctx, stream, expected, func(st *streamState) (eventstore.Appended, error) {
			return l.setTruncateBefore(ctx, stream, st, deletedBefore)
		})
	}})
	if err != nil {
		return nil, err
	}
	commit, prepare := s.wirePosition(at.Position)
	return &streams.DeleteResp{PositionOption: &streams.DeleteResp_Position_{
		Position: &streams.DeleteResp_Position{CommitPosition: commit, PreparePosition: prepare},
	}}, nil
}

// Tombstone implements the service Streams. The stream can never be read or written
// again.
func (s *Server) Tombstone(ctx context.Context, req *streams.TombstoneReq) (*streams.TombstoneResp, error) {
	o := req.GetOptions()
	expected, err := parseExpected(o)
	if err != nil {
		return nil, err
	}
	data, err := eventstore.Content{Type: contentBinary}.Envelope()
	if err != nil {
		return nil, err
	}
	stream := string(o.GetStreamIdentifier().GetStreamName())
	if err := s.authorize(ctx, actDelete, stream); err != nil {
		return nil, err
	}
	l := s.leader()
	at, err := s.commit(ctx, Write{Stream: stream, Expected: expected, Commit: func(ctx context.Context) (eventstore.Appended, error) {
		return l.deleteWith(ctx, stream, expected, func(st *streamState) (eventstore.Appended, error) {
			return l.store.Append(ctx, stream, st.last, []eventstore.Proposed{
				{ID: uuid.New(), Type: typeTombstone, Data: data},
			})
		})
	}})
	if err != nil {
		return nil, err
	}
	commit, prepare := s.wirePosition(at.Position)
	return &streams.TombstoneResp{PositionOption: &streams.TombstoneResp_Position_{
		Position: &streams.TombstoneResp_Position{CommitPosition: commit, PreparePosition: prepare},
	}}, nil
}

// deleteWith checks whether the stream may be deleted and calls write, which appends the
// deletion. No other write runs meanwhile.
func (s *Server) deleteWith(
	ctx context.Context, stream string, expected int64, write func(*streamState) (eventstore.Appended, error),
) (at eventstore.Appended, err error) {
	if !s.options.Writable || stream == indexStream {
		return at, errAccessDenied
	}
	if err := checkEvents(stream, []eventstore.Proposed{{ID: uuid.New(), Type: typeTombstone, Data: []byte("{}")}}); err != nil {
		return at, err
	}
	s.metadataLock.Lock()
	defer s.metadataLock.Unlock()
	st, err := s.readState(ctx, stream)
	if err != nil {
		return at, err
	}
	if err := checkDelete(stream, expected, st); err != nil {
		return at, err
	}
	if err := s.index.add(ctx, s.store, stream); err != nil {
		return at, err
	}
	at, err = write(st)
	return at, s.toVersionError(ctx, err, stream, expected)
}

// checkDelete returns a deletedError if the stream has a tombstone, or is soft-deleted and expected to exist,
// and a versionError if it is not at the expected revision.
func checkDelete(stream string, expected int64, st *streamState) error {
	holds := true
	switch expected {
	case anyRevision:
	case streamExists:
		if st.softDeleted() {
			return &deletedError{stream}
		}
		holds = st.last != eventstore.NoStream || st.hasMeta
	case eventstore.NoStream:
		holds = st.last == eventstore.NoStream || st.softDeleted()
	default:
		holds = st.last == expected
	}
	switch {
	case st.tombstone:
		return &deletedError{stream}
	case !holds:
		return &versionError{stream: stream, expected: expected, actual: st.last}
	}
	return nil
}
