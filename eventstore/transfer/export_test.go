package transfer

import (
	"context"

	"gateway/eventstore"
)

// Verify compares two logs from the start.
func Verify(ctx context.Context, a, b eventstore.Store) (events int64, err error) {
	events, _, err = verifyAfter(ctx, a, b, positions{}, nil)
	return events, err
}
