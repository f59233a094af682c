package server

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"strings"
	"time"

	"github.com/google/uuid"

	"gateway/eventstore"
)

// deletedBefore, as `$tb`, deletes a stream: everything in it is truncated, until
// it is written to again.
const deletedBefore = math.MaxInt64

// streamMetadata is what of a stream's metadata the server minds.
type streamMetadata struct {
	TruncateBefore *int64 `json:"$tb"`
	MaxCount       *int64 `json:"$maxCount"`
	MaxAge         *int64 `json:"$maxAge"` // in seconds
}

// streamState is what has to be known of a marked stream.
type streamState struct {
	last       eventstore.Revision // NoStream for none
	tombstone  bool
	hasMeta    bool
	meta       streamMetadata
	metaRaw    map[string]json.RawMessage
	metaStream eventstore.Revision // last revision of the metadata's stream
}

// deleted: reads as if it did not exist, but can be written to again.
func (st *streamState) deleted() bool {
	return st.meta.TruncateBefore != nil && *st.meta.TruncateBefore == deletedBefore
}

func (s *Server) readNewest(ctx context.Context, stream string, n int) ([]eventstore.Recorded, error) {
	return s.store.ReadStream(ctx, stream, eventstore.End, eventstore.Backwards, n)
}

// revision is the last one of a stream.
func (s *Server) lastRevision(ctx context.Context, stream string) (eventstore.Revision, error) {
	newest, err := s.readNewest(ctx, stream, 1)
	if err != nil || len(newest) == 0 {
		return eventstore.NoStream, err
	}
	return newest[0].Revision, nil
}

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
		st.meta, st.metaRaw = streamMetadata{}, nil // what is no metadata has no effect
	}
	return st, nil
}

// truncate sets `$tb` and keeps the rest of the metadata.
func (s *Server) setTruncateBefore(ctx context.Context, stream string, st *streamState, before int64) (eventstore.Appended, error) {
	raw := map[string]json.RawMessage{}
	for name, value := range st.metaRaw {
		raw[name] = value
	}
	raw["$tb"], _ = json.Marshal(before) // an integer always encodes
	data, err := json.Marshal(raw)
	if err != nil {
		return eventstore.Appended{}, err
	}
	return s.store.Append(ctx, metadataPrefix+stream, st.metaStream, []eventstore.Proposed{
		{ID: uuid.New(), Type: typeMetadata, Data: data},
	})
}

// view is what of a stream is shown to readers.
type visibility struct {
	first   eventstore.Revision // the first that is shown
	since   time.Time           // older ones are not
	deleted bool                // it reads as if it did not exist
}

func (s *Server) visibilityOf(ctx context.Context, stream string) (v visibility, err error) {
	if !s.options.Writable { // another server may write, and only it knows at once
		if err := s.index.load(ctx, s.store); err != nil {
			return v, err
		}
	}
	base, isMeta := strings.CutPrefix(stream, metadataPrefix)
	if !s.index.contains(base) {
		return v, nil
	}
	st, err := s.readState(ctx, base)
	switch {
	case err != nil:
		return v, err
	case st.tombstone:
		return v, &deletedError{stream}
	case isMeta:
		return visibility{first: st.metaStream}, nil // of metadata only the newest counts
	}
	v.deleted = st.deleted()
	if tb := st.meta.TruncateBefore; tb != nil {
		v.first = max(v.first, *tb)
	}
	if n := st.meta.MaxCount; n != nil {
		v.first = max(v.first, st.last-*n+1)
	}
	if age := st.meta.MaxAge; age != nil {
		v.since = time.Now().Add(-time.Duration(*age) * time.Second)
	}
	return v, nil
}

// toVersionError gives a store's conflict in the protocol's terms.
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
