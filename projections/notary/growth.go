package notary

import (
	"context"
	"fmt"

	"gateway/eventstore"
	"gateway/eventstore/merkle"
	"gateway/projections/engine"

	"golang.org/x/mod/sumdb/tlog"
)

// Growth is how the tree of a log grew from one event to a later one. It has no position of the store.
type Growth struct {
	// Before and After are the trees at both ends. Before is of size 0 at the start of the log.
	Before, After tlog.Tree
	// Edge has the roots of the full subtrees of Before, largest first. With them and the leaves that came after it, the root
	// of After can be computed.
	Edge []tlog.Hash
	// Consistency proves that After starts with Before (RFC 6962); empty where Before has no event.
	Consistency tlog.TreeProof
	// Timed is true where the leaves of Before already cover the booking times (merkle.V2).
	Timed bool
}

// Begin returns what computes the tree from Before on.
func (g Growth) Begin() (merkle.Edge, merkle.Versions) {
	return merkle.EdgeOf(g.Before.N, append([]tlog.Hash(nil), g.Edge...)), merkle.Versions{Timed: g.Timed}
}

// Growth returns how the tree grew between two positions of events, of which the earlier one may be the start of the log. It
// adds events to the tree if needed. Error: ErrCatchingUp.
func (s *Signer) Growth(ctx context.Context, after, through eventstore.Position) (g Growth, err error) {
	end, err := s.HeadAt(ctx, through)
	if err != nil {
		return g, err
	}
	start, err := s.HeadAt(ctx, after)
	if err != nil {
		return g, err
	}
	hashes := &hashReader{size: end.Size, tiles: &tileReader{ctx: ctx, q: s.tree.db}, known: newTileCache()}
	return growth(start, end, hashes)
}

// growth reads the hashes between two heads.
func growth(start, end Head, hashes tlog.HashReader) (Growth, error) {
	g := Growth{Before: start.tree(), After: end.tree(), Timed: start.Untimed < start.Size}
	if start.Size == 0 {
		return g, nil
	}
	var err error
	if g.Edge, err = hashes.ReadHashes(fullSubtrees(start.Size)); err != nil {
		return g, fmt.Errorf("read the edge of the tree of %d: %w", start.Size, err)
	}
	if g.Consistency, err = tlog.ProveTree(end.Size, start.Size, hashes); err != nil {
		return g, fmt.Errorf("prove consistency with %d: %w", start.Size, err)
	}
	return g, nil
}

// Recount is a notary that computes the tree from the first event of the log on, without a stored tree. It keeps two hashes
// for each event in memory.
type Recount struct {
	Store  eventstore.Store
	Signer Key
}

// Key returns the key that signs.
func (r Recount) Key() Key { return r.Signer }

// Growth returns how the tree grew between two positions of events, of which the earlier one may be the start of the log.
func (r Recount) Growth(ctx context.Context, after, through eventstore.Position) (Growth, error) {
	var hashes kept
	var versions merkle.Versions
	var start, end Head
	err := engine.ReadPages(ctx, r.Store, eventstore.Position{}, through, func(page []eventstore.Recorded) error {
		for _, e := range page {
			version := versions.Next(e)
			if version == merkle.V1 {
				end.Untimed++
			}
			added, err := tlog.StoredHashesForRecordHash(end.Size, leafHash(e, version), &hashes)
			if err != nil {
				return fmt.Errorf("hash leaf %d: %w", end.Size, err)
			}
			hashes, end.Size = append(hashes, added...), end.Size+1
			if !after.Before(e.Position) {
				start = end
			}
		}
		return nil
	})
	for _, h := range []*Head{&start, &end} {
		if err == nil && h.Size > 0 {
			h.Root, err = tlog.TreeHash(h.Size, &hashes)
		}
	}
	if err != nil {
		return Growth{}, err
	}
	return growth(start, end, &hashes)
}

// kept are the stored hashes of a tree, by their index.
type kept []tlog.Hash

// ReadHashes implements tlog.HashReader.
func (k *kept) ReadHashes(indexes []int64) ([]tlog.Hash, error) {
	out := make([]tlog.Hash, len(indexes))
	for i, index := range indexes {
		if index < 0 || index >= int64(len(*k)) {
			return nil, fmt.Errorf("there is no hash %d", index)
		}
		out[i] = (*k)[index]
	}
	return out, nil
}
