package transfer

import (
	"context"

	"gateway/eventstore"
)

// Store is a store that a log can be copied into. In addition to the log it keeps a durable mark with the id
// of the store that is being copied; a gateway must not start on a marked store.
type Store interface {
	eventstore.Store
	CopyMarker
}

// CopyMarker keeps the mark of a Store. All processes see the same mark, and no reader
// of the log sees it. Errors: ErrUnavailable (wrapped), ErrClosed, the context's error.
type CopyMarker interface {
	// MarkCopySource sets the mark to the id of the store that is being copied; an empty
	// id removes it. Repeating the call changes nothing.
	MarkCopySource(ctx context.Context, storeID string) error

	// CopySource returns the id that the mark holds, "" without a mark.
	CopySource(ctx context.Context) (storeID string, err error)
}
