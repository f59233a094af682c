package notary

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gateway/eventstore"

	"github.com/lib/pq"
)

const (
	// Patience is how long Sign waits by default for a stored tree that does not grow. The signer adds events
	// every updateInterval and pauses after each batch.
	Patience = 10 * updateInterval
	// lookEvery is the time between two checks of the stored tree.
	lookEvery = updateInterval / 8
)

var (
	// ErrEmpty says that the log has no event to sign.
	ErrEmpty = errors.New("the log is empty: there is nothing to sign")
	// ErrNotBuilt says that the log has events but the stored tree has none, and that the database role may
	// not add them.
	ErrNotBuilt = errors.New("no gateway has built the tree of the log yet, and this role may not: " +
		"run a gateway, or sign with a role that may write to the read models")
)

// Signed is a signed head of the tree.
type Signed struct {
	Head
	Checkpoint string
	// Log is the position of the log's last event at the time of the call. It is after Head.Position when a
	// read-only role waited in vain for the gateway.
	Log eventstore.Position
}

// Covers reports whether the checkpoint covers all events that were in the log at the time of the call.
func (s Signed) Covers() bool { return !s.Position.Before(s.Log) }

// Sign adds the new events of the log to the tree, signs its head, and stores the checkpoint. A read-only
// database role, such as an auditor's, stores nothing: it waits until the gateway has added the events that
// the log has at the time of the call. If the stored tree does not grow for the duration patience, Sign signs
// the tree as it is; see Signed.Covers. progress, if set, is called between batches and while it waits.
// Errors: ErrEmpty, ErrNotBuilt.
func (t *Tree) Sign(ctx context.Context, key Key, patience time.Duration, progress func(Head)) (s Signed, err error) {
	if s.Log, err = t.log.Store().Head(ctx); err != nil {
		return s, err
	}
	if s.Log == (eventstore.Position{}) {
		return s, ErrEmpty
	}
	s.Head, err = t.Extend(ctx, progress)
	if mayOnlyRead(err) {
		s.Head, err = t.awaitGateway(ctx, s.Log, patience, progress)
	}
	if err == nil && s.Size == 0 {
		err = ErrNotBuilt
	}
	if err != nil {
		return s, err
	}
	s.Checkpoint, err = t.signAndStore(ctx, key, s.Head)
	if mayOnlyRead(err) {
		s.Checkpoint, err = key.Checkpoint(s.Head)
	}
	return s, err
}

// awaitGateway waits until the stored tree has the events up to a position, and returns its head. It returns
// an earlier head when the tree does not grow for the duration patience.
func (t *Tree) awaitGateway(
	ctx context.Context, end eventstore.Position, patience time.Duration, progress func(Head),
) (Head, error) {
	h, err := t.Head(ctx)
	for since := time.Now(); err == nil && h.Position.Before(end) && time.Since(since) < patience; {
		if progress != nil {
			progress(h)
		}
		select {
		case <-time.After(lookEvery):
		case <-ctx.Done():
			return h, ctx.Err()
		}
		before := h.Size
		if h, err = t.Head(ctx); h.Size > before {
			since = time.Now()
		}
	}
	return h, err
}

// mayOnlyRead reports whether an error says that the database role has no right to write.
func mayOnlyRead(err error) bool {
	refused, ok := errors.AsType[*pq.Error](err)
	return ok && refused.Code.Name() == "insufficient_privilege"
}

func (t *Tree) signAndStore(ctx context.Context, key Key, h Head) (string, error) {
	text, err := key.Checkpoint(h)
	if err != nil {
		return "", err
	}
	_, err = t.db.ExecContext(ctx,
		`INSERT INTO merkle_checkpoints (size, note) VALUES ($1, $2) ON CONFLICT (size) DO NOTHING`, h.Size, text)
	if err != nil {
		return "", fmt.Errorf("store checkpoint: %w", err)
	}
	return text, nil
}
