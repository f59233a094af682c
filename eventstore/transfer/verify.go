package transfer

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"gateway/eventstore"
)

// ErrDiffers says that two logs do not hold the same events in the same order.
var ErrDiffers = errors.New("the logs differ")

// positions holds the positions of one event in two stores.
type positions struct{ a, b eventstore.Position }

// verifyAfter compares two logs after the given positions, event by event, in order: stream, revision, id,
// type, bytes and booking time. It returns the number of equal events and the positions of the last one.
// progress, if not nil, is called after each page with the position in a. Error: ErrDiffers.
func verifyAfter(
	ctx context.Context, a, b eventstore.Store, after positions, progress func(eventstore.Position),
) (events int64, last positions, err error) {
	last = after
	for {
		left, err := a.ReadAll(ctx, last.a, pageSize)
		if err != nil {
			return events, last, err
		}
		right, err := b.ReadAll(ctx, last.b, max(1, len(left)))
		if err != nil {
			return events, last, err
		}
		n := min(len(left), len(right)) // the rest of the longer page is read again
		switch {
		case len(left) != len(right) && n == 0:
			return events, last, fmt.Errorf("%w: one ends after %d events, the other does not", ErrDiffers, events)
		case n == 0:
			return events, last, nil
		}
		if err := comparePages(left[:n], right[:n], events); err != nil {
			return events, last, err
		}
		events += int64(n)
		last = positions{left[n-1].Position, right[n-1].Position}
		if progress != nil {
			progress(last.a)
		}
	}
}

// comparePages compares two pages of the same length. before is the number of events that precede them.
func comparePages(left, right []eventstore.Recorded, before int64) error {
	for i := range left {
		if !isSameEvent(left[i], right[i]) {
			return fmt.Errorf("%w: event %d is %s revision %d in one and %s revision %d in the other", ErrDiffers,
				before+int64(i)+1, left[i].Stream, left[i].Revision, right[i].Stream, right[i].Revision)
		}
	}
	return nil
}

func isSameEvent(a, b eventstore.Recorded) bool {
	return a.Stream == b.Stream && a.Revision == b.Revision && a.ID == b.ID && a.Type == b.Type &&
		bytes.Equal(a.Data, b.Data) && bytes.Equal(a.Metadata, b.Metadata) && a.BookedAt.Equal(b.BookedAt)
}
