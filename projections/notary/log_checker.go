package notary

import (
	"context"
	"fmt"

	"gateway/eventstore"

	"golang.org/x/mod/sumdb/tlog"
)

// rightEdge is the right edge of a growing tree: the roots of its full subtrees, one
// for each 1 bit of its size. Its memory is logarithmic in the size.
type rightEdge struct {
	size  int64
	edges []tlog.Hash
}

func (e *rightEdge) add(leaf tlog.Hash) {
	h := leaf
	for n := e.size; n&1 == 1; n >>= 1 {
		last := len(e.edges) - 1
		h = tlog.NodeHash(e.edges[last], h)
		e.edges = e.edges[:last]
	}
	e.edges = append(e.edges, h)
	e.size++
}

func (e *rightEdge) root() tlog.Hash {
	h := e.edges[len(e.edges)-1]
	for i := len(e.edges) - 2; i >= 0; i-- {
		h = tlog.NodeHash(e.edges[i], h)
	}
	return h
}

// LogChecker computes the tree again from the events of a log and compares it with
// signed trees. It uses none of the stored hashes.
type LogChecker struct {
	edge   rightEdge
	signed map[int64]tlog.Hash
}

// NewLogChecker makes a checker for these trees.
func NewLogChecker(signed ...tlog.Tree) *LogChecker {
	c := &LogChecker{signed: make(map[int64]tlog.Hash)}
	for _, t := range signed {
		c.signed[t.N] = t.Hash
	}
	return c
}

// Observe adds the next event of the log. The error says that the log up to this event
// differs from the one that was signed.
func (c *LogChecker) Observe(r eventstore.Recorded) error {
	c.edge.add(leafHash(r))
	root, signed := c.signed[c.edge.size]
	if !signed {
		return nil
	}
	delete(c.signed, c.edge.size)
	if is := c.edge.root(); is != root {
		return fmt.Errorf("the first %d events are not those that were signed (root %s, signed %s)", c.edge.size, is, root)
	}
	return nil
}

// Missing returns the sizes of the signed trees that are larger than the log: events
// were removed from its end.
func (c *LogChecker) Missing() []int64 {
	var sizes []int64
	for size := range c.signed {
		if size > c.edge.size {
			sizes = append(sizes, size)
		}
	}
	return sizes
}

// StoredTrees returns the trees of the stored checkpoints that are signed with the key,
// and the sizes of those that are not.
func (t *Tree) StoredTrees(ctx context.Context, key Key) (trees []tlog.Tree, unsigned []int64, err error) {
	var stored []struct {
		Size int64
		Note string
	}
	if err := t.db.SelectContext(ctx, &stored, `SELECT size, note FROM merkle_checkpoints ORDER BY size`); err != nil {
		return nil, nil, fmt.Errorf("read stored checkpoints: %w", err)
	}
	for _, s := range stored {
		tree, err := key.Open(s.Note)
		if err != nil || tree.N != s.Size {
			unsigned = append(unsigned, s.Size)
			continue
		}
		trees = append(trees, tree)
	}
	return trees, unsigned, nil
}
