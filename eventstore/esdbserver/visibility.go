package esdbserver

import (
	"context"
	"strings"
	"time"

	"gateway/eventstore"
)

// visibility says which events of a stream readers see.
type visibility struct {
	first       eventstore.Revision // earlier events are hidden
	since       time.Time           // events created before it are hidden
	softDeleted bool                // the stream reads as if it did not exist
}

// visibilityOf applies the stream's metadata. It returns a deletedError for a stream with
// a tombstone.
func (s *Server) visibilityOf(ctx context.Context, stream string) (v visibility, err error) {
	if !s.options.Writable || s.options.Leader != nil { // another server may have added to the index
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
		return visibility{first: st.metaStream}, nil // readers see only the newest metadata
	}
	v.softDeleted = st.softDeleted()
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
