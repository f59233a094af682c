package eventstore

import (
	"context"
	"slices"
)

// NewestOf returns the newest event of a stream that has one of the types, and the
// revision of the stream's last event, which may be another one: what other programs
// wrote into the stream is passed by. found is false when there is none.
func NewestOf(ctx context.Context, s Store, stream string, types ...string) (r Recorded, last Revision, found bool, err error) {
	last = NoStream
	for from := End; from >= 0; {
		page, err := s.ReadStream(ctx, stream, from, Backwards, 1)
		if err != nil || len(page) == 0 {
			return r, last, false, err
		}
		last = max(last, page[0].Revision)
		if slices.Contains(types, page[0].Type) {
			return page[0], last, true, nil
		}
		from = page[0].Revision - 1
	}
	return r, last, false, nil
}
