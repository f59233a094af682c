package notary

import (
	"context"
	"fmt"

	"gateway/eventstore"

	"golang.org/x/mod/sumdb/tlog"
)

// HeadAt returns the head that the tree had when the event at the position was its newest; the zero head for the start
// of the log. The stored tree must have that event (Signer.Covering). Error: ErrTree.
func (t *Tree) HeadAt(ctx context.Context, p eventstore.Position) (Head, error) {
	if p == (eventstore.Position{}) {
		return Head{}, nil
	}
	h, err := t.Head(ctx)
	if err != nil {
		return h, err
	}
	leaves := leafNumbers{tree: t, head: h}
	last, err := leaves.numberOf(ctx, p)
	if err != nil {
		return h, err
	}
	at := Head{Size: last + 1, Position: p, Untimed: min(h.Untimed, last+1)}
	at.Root, err = tlog.TreeHash(at.Size, tlog.TileHashReader(h.tree(), &tileReader{ctx: ctx, q: t.db}))
	if err != nil {
		return at, fmt.Errorf("hash the tree of %d: %w", at.Size, err)
	}
	return at, nil
}

// At returns the checkpoint of the tree whose newest event is the one at the position, and the number of its events. The
// key and the events alone decide it, so it is the same at any time. Error: ErrCatchingUp.
func (s *Signer) At(ctx context.Context, p eventstore.Position) (checkpoint string, events int64, err error) {
	h, err := s.HeadAt(ctx, p)
	if err != nil || h.Size == 0 {
		return "", 0, err
	}
	checkpoint, err = s.key.Checkpoint(h)
	return checkpoint, h.Size, err
}

// HeadAt returns the head that the tree had when the event at the position was its newest. It adds events to the tree if
// needed. Error: ErrCatchingUp.
func (s *Signer) HeadAt(ctx context.Context, p eventstore.Position) (Head, error) {
	if _, _, err := s.Covering(ctx, p); err != nil {
		return Head{}, err
	}
	return s.tree.HeadAt(ctx, p)
}
