package esdbserver

import (
	"context"
	"encoding/json"
	"math"

	"gateway/eventstore"

	"github.com/google/uuid"
)

// deletedBefore is the `$tb` of a soft-deleted stream: it hides all events.
const deletedBefore = math.MaxInt64

// streamMetadata holds the metadata that the server uses. The server also keeps and returns all other
// metadata.
type streamMetadata struct {
	TruncateBefore *int64 `json:"$tb"` // a revision
	MaxCount       *int64 `json:"$maxCount"`
	MaxAge         *int64 `json:"$maxAge"` // in seconds
}

// streamState is the state of a stream that is in the metadata index.
type streamState struct {
	last       eventstore.Revision // NoStream if there are no events
	tombstone  bool
	hasMeta    bool
	meta       streamMetadata
	metaRaw    map[string]json.RawMessage // all of the metadata
	metaStream eventstore.Revision        // last revision of the metadata stream
}

// softDeleted reports whether the stream reads as if it did not exist. It can be written
// to again.
func (st *streamState) softDeleted() bool {
	return st.meta.TruncateBefore != nil && *st.meta.TruncateBefore == deletedBefore
}

// readNewest returns at most n events of a stream, newest first.
func (s *Server) readNewest(ctx context.Context, stream string, n int) ([]eventstore.Recorded, error) {
	return s.store.ReadStream(ctx, stream, eventstore.End, eventstore.Backwards, n)
}

// lastRevision returns the last revision of a stream, NoStream if there is none.
func (s *Server) lastRevision(ctx context.Context, stream string) (eventstore.Revision, error) {
	newest, err := s.readNewest(ctx, stream, 1)
	if err != nil || len(newest) == 0 {
		return eventstore.NoStream, err
	}
	return newest[0].Revision, nil
}

// readState reads the newest event and the newest metadata of a stream. Invalid metadata counts as empty.
func (s *Server) readState(ctx context.Context, stream string) (*streamState, error) {
	st := &streamState{last: eventstore.NoStream, metaStream: eventstore.NoStream}
	newest, err := s.readNewest(ctx, stream, 1)
	if err != nil {
		return nil, err
	}
	if len(newest) > 0 {
		st.last, st.tombstone = newest[0].Revision, newest[0].Type == typeTombstone
	}
	meta, err := s.readNewest(ctx, metadataPrefix+stream, 1)
	if err != nil || len(meta) == 0 {
		return st, err
	}
	st.hasMeta, st.metaStream = true, meta[0].Revision
	data := contentOf(meta[0]).Data
	if json.Unmarshal(data, &st.meta) != nil || json.Unmarshal(data, &st.metaRaw) != nil {
		st.meta, st.metaRaw = streamMetadata{}, nil
	}
	return st, nil
}

// setTruncateBefore appends metadata with a new `$tb`. It keeps the other properties.
func (s *Server) setTruncateBefore(ctx context.Context, stream string, st *streamState, before int64) (eventstore.Appended, error) {
	raw := map[string]json.RawMessage{}
	for name, value := range st.metaRaw {
		raw[name] = value
	}
	raw["$tb"], _ = json.Marshal(before) // never fails for an integer
	data, err := json.Marshal(raw)
	if err != nil {
		return eventstore.Appended{}, err
	}
	return s.store.Append(ctx, metadataPrefix+stream, st.metaStream, []eventstore.Proposed{
		{ID: uuid.New(), Type: typeMetadata, Data: data},
	})
}
