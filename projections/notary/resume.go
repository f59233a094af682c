package notary

import (
	"context"
	"errors"
	"fmt"
	"math/bits"

	"gateway/eventstore"
	"gateway/eventstore/merkle"

	"golang.org/x/mod/sumdb/tlog"
)

// ErrNotResumable says that the stored tree is not the tree of the checkpoint, or has not reached its size.
var ErrNotResumable = errors.New("the stored tree does not begin with the one of the checkpoint")

// Resume returns a checker that continues after an earlier signed tree, and the position of that tree's last
// leaf. It does not read the earlier events: it takes the edge of the tree from the stored hashes and checks
// it against the signed root. It returns a wrapped ErrNotResumable.
func (t *Tree) Resume(ctx context.Context, earlier tlog.Tree, signed ...tlog.Tree) (*LogChecker, eventstore.Position, error) {
	head, err := t.Head(ctx)
	if err != nil {
		return nil, eventstore.Position{}, err
	}
	if earlier.N > head.Size || earlier.N == 0 {
		return nil, eventstore.Position{}, fmt.Errorf("%w: it has %d events, the checkpoint %d", ErrNotResumable, head.Size, earlier.N)
	}
	hashes := &hashReader{size: earlier.N, tiles: &tileReader{ctx: ctx, q: t.db}, known: newTileCache()}
	root, err := tlog.TreeHash(earlier.N, hashes)
	if err != nil {
		return nil, eventstore.Position{}, fmt.Errorf("%w: %w", ErrNotResumable, err)
	}
	if root != earlier.Hash {
		return nil, eventstore.Position{}, fmt.Errorf("%w: its root is %s, signed was %s", ErrNotResumable, root, earlier.Hash)
	}
	roots, err := hashes.ReadHashes(fullSubtrees(earlier.N))
	if err != nil {
		return nil, eventstore.Position{}, err
	}
	at, err := t.positionOf(ctx, earlier.N)
	if err != nil {
		return nil, at, err
	}
	var later []tlog.Tree
	for _, s := range signed {
		if s.N > earlier.N {
			later = append(later, s)
		}
	}
	c := NewLogChecker(later...)
	c.edge, c.untimed = merkle.EdgeOf(earlier.N, roots), min(head.Untimed, earlier.N)
	c.versions.Timed = c.untimed < earlier.N
	return c, at, nil
}

// fullSubtrees returns the indexes of the roots of a tree's full subtrees, largest first.
func fullSubtrees(size int64) (indexes []int64) {
	for level := bits.Len64(uint64(size)) - 1; level >= 0; level-- {
		if size>>level&1 == 1 {
			indexes = append(indexes, tlog.StoredHashIndex(level, size>>level-1))
		}
	}
	return indexes
}

// positionOf returns the position of the n-th event, counted from 1.
func (t *Tree) positionOf(ctx context.Context, n int64) (at eventstore.Position, err error) {
	tile := (n - 1) >> tileHeight
	const of = `SELECT commit_position, prepare_position FROM merkle_leaves WHERE tile = $1`
	err = t.db.QueryRowxContext(ctx, of, tile).Scan(&at.Commit, &at.Prepare)
	if err != nil {
		return at, fmt.Errorf("%w: %w", ErrNotResumable, err)
	}
	for left := int(n - tile<<tileHeight); left > 0; {
		page, err := t.log.Store().ReadAll(ctx, at, left)
		if err != nil {
			return at, err
		}
		if len(page) == 0 {
			return at, fmt.Errorf("%w: the log ends before it", ErrNotResumable)
		}
		at, left = page[len(page)-1].Position, left-len(page)
	}
	return at, nil
}
