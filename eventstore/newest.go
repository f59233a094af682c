package eventstore

import "context"

// NewestOf returns the newest event of a stream for which wanted is true, and the revision of the stream's
// last event, which may be another one: other programs may have written into the stream. found is false if
// there is no such event.
func NewestOf(
	ctx context.Context, s Store, stream string, wanted func(Recorded) bool,
) (r Recorded, last Revision, found bool, err error) {
	last = NoStream
	for from := End; from >= 0; {
		page, err := s.ReadStream(ctx, stream, from, Backwards, 1)
		if err != nil || len(page) == 0 {
			return r, last, false, err
		}
		last = max(last, page[0].Revision)
		if wanted(page[0]) {
			return page[0], last, true, nil
		}
		from = page[0].Revision - 1
	}
	return r, last, false, nil
}
