package notary

import (
	"context"
	"fmt"

	"gateway/eventstore"

	"golang.org/x/mod/sumdb/tlog"
)

// compact is the right edge of a growing tree: the roots of its full subtrees, one
// for each bit of its size. Memory is the logarithm of the size.
type compact struct {
	size  int64
	edges []tlog.Hash
}

func (c *compact) add(leaf tlog.Hash) {
	h := leaf
	for n := c.size; n&1 == 1; n >>= 1 {
		last := len(c.edges) - 1
		h = tlog.NodeHash(c.edges[last], h)
		c.edges = c.edges[:last]
	}
	c.edges = append(c.edges, h)
	c.size++
}

func (c *compact) root() tlog.Hash {
	h := c.edges[len(c.edges)-1]
	for i := len(c.edges) - 2; i >= 0; i-- {
		h = tlog.NodeHash(c.edges[i], h)
	}
	return h
}

// Watch recomputes a log's tree from events that it is shown one by one, and
// compares it with trees that were signed. It trusts nothing that is kept.
type Watch struct {
	compact compact
	signed  map[int64]tlog.Hash
}

// NewWatch compares with these trees.
func NewWatch(signed ...tlog.Tree) *Watch {
	w := &Watch{signed: make(map[int64]tlog.Hash)}
	for _, t := range signed {
		w.signed[t.N] = t.Hash
	}
	return w
}

// Observe adds the next event of the log. The error says that the log up to here is
// not the one that was signed.
func (w *Watch) Observe(r eventstore.Recorded) error {
	w.compact.add(leafHash(r))
	root, signed := w.signed[w.compact.size]
	if !signed {
		return nil
	}
	delete(w.signed, w.compact.size)
	if is := w.compact.root(); is != root {
		return fmt.Errorf("the first %d events are not those that were signed (root %s, signed %s)", w.compact.size, is, root)
	}
	return nil
}

// Missing gives the sizes of signed trees that the log never reached: events were
// removed from its end.
func (w *Watch) Missing() []int64 {
	var sizes []int64
	for size := range w.signed {
		if size > w.compact.size {
			sizes = append(sizes, size)
		}
	}
	return sizes
}

// Kept gives the trees of all checkpoints that were kept and are signed with the
// key. One that is not signed with it is an error: somebody wrote it.
func (t *Tree) Kept(ctx context.Context, key Key) ([]tlog.Tree, error) {
	var notes []string
	if err := t.db.SelectContext(ctx, &notes, `SELECT note FROM merkle_checkpoints ORDER BY size`); err != nil {
		return nil, fmt.Errorf("read kept checkpoints: %w", err)
	}
	trees := make([]tlog.Tree, len(notes))
	for i, text := range notes {
		tree, err := OpenCheckpoint(text, key.Verifier)
		if err != nil {
			return nil, fmt.Errorf("kept checkpoint: %w", err)
		}
		trees[i] = tree
	}
	return trees, nil
}
