package server

import (
	"context"
	"encoding/json"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"github.com/google/uuid"

	"gateway/eventstore"
)

// Delete truncates a whole stream: it reads as if it did not exist, and when it is
// written to again its revisions go on from where they were.
func (s *Server) Delete(ctx context.Context, req *streams.DeleteReq) (*streams.DeleteResp, error) {
	o := req.GetOptions()
	expected, err := parseExpected(o)
	if err != nil {
		return nil, err
	}
	stream := string(o.GetStreamIdentifier().GetStreamName())
	at, err := s.deleteWith(ctx, stream, expected, func(st *streamState) (eventstore.Appended, error) {
		return s.setTruncateBefore(ctx, stream, st, deletedBefore)
	})
	if err != nil {
		return nil, err
	}
	commit, prepare := wirePosition(at.Position)
	return &streams.DeleteResp{PositionOption: &streams.DeleteResp_Position_{
		Position: &streams.DeleteResp_Position{CommitPosition: commit, PreparePosition: prepare},
	}}, nil
}

// Tombstone ends a stream for good: it is neither read nor written any more.
func (s *Server) Tombstone(ctx context.Context, req *streams.TombstoneReq) (*streams.TombstoneResp, error) {
	o := req.GetOptions()
	expected, err := parseExpected(o)
	if err != nil {
		return nil, err
	}
	data, err := json.Marshal(envelope{&content{Type: contentBinary}})
	if err != nil {
		return nil, err
	}
	stream := string(o.GetStreamIdentifier().GetStreamName())
	at, err := s.deleteWith(ctx, stream, expected, func(st *streamState) (eventstore.Appended, error) {
		return s.store.Append(ctx, stream, st.last, []eventstore.Proposed{
			{ID: uuid.New(), Type: typeTombstone, Data: data},
		})
	})
	if err != nil {
		return nil, err
	}
	commit, prepare := wirePosition(at.Position)
	return &streams.TombstoneResp{PositionOption: &streams.TombstoneResp_Position_{
		Position: &streams.TombstoneResp_Position{CommitPosition: commit, PreparePosition: prepare},
	}}, nil
}

// remove checks what a delete expects, and does it, with no write going on.
func (s *Server) deleteWith(
	ctx context.Context, stream string, expected int64, do func(*streamState) (eventstore.Appended, error),
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
	at, err = do(st)
	return at, s.toVersionError(ctx, err, stream, expected)
}

func checkDelete(stream string, expected int64, st *streamState) error {
	holds := true
	switch expected {
	case anyRevision:
	case streamExists:
		if st.deleted() {
			return &deletedError{stream}
		}
		holds = st.last != eventstore.NoStream || st.hasMeta
	case eventstore.NoStream:
		holds = st.last == eventstore.NoStream || st.deleted()
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
