package backup

import (
	"context"
	"fmt"
	"io"

	"gateway/eventstore"
)

// Target receives the events of a file in order, with their positions. It is an empty log that is not in use.
// *postgres.Restore implements it.
type Target interface {
	// Begin gives the target the id of the exported store.
	Begin(ctx context.Context, store string) error
	// Add writes the next events. Their positions increase.
	Add(ctx context.Context, events []eventstore.Recorded) error
	// Finish checks that no stream has a gap and makes everything durable. Without it the target stays empty.
	Finish(ctx context.Context) error
}

// DamagedError says that a file differs from what was exported, and where.
type DamagedError struct {
	Line    int64
	Problem string
}

func (e *DamagedError) Error() string {
	return fmt.Sprintf("line %d: %s: nothing was imported", e.Line, e.Problem)
}

// Import reads a file into an empty log and returns the number of events. progress, if not nil, is called
// after each block with its last position. Each block is checked before it is written; after an error the
// target stays empty. Errors: *DamagedError, and those of the target.
func Import(ctx context.Context, in io.Reader, target Target, progress func(eventstore.Position, Header)) (events int64, err error) {
	r := newReader(in)
	header, err := r.readHeader()
	if err != nil {
		return 0, err
	}
	if err := target.Begin(ctx, header.Store); err != nil {
		return 0, err
	}
	for {
		block, done, err := r.readBlock()
		if err != nil {
			return 0, err
		}
		if done {
			return r.events, target.Finish(ctx)
		}
		if err := target.Add(ctx, block); err != nil {
			return 0, err
		}
		if progress != nil {
			progress(block[len(block)-1].Position, header)
		}
	}
}
