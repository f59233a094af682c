package notary

import (
	"context"
	"fmt"

	"gateway/eventstore"
	"gateway/eventstore/merkle"

	"golang.org/x/mod/sumdb/tlog"
)

// LogChecker recomputes the tree from the events of a log and compares it with signed trees. It does not use
// the stored hashes.
type LogChecker struct {
	edge     merkle.Edge
	versions merkle.Versions
	untimed  int64
	last     eventstore.Position // of the last observed leaf without a booking time
	signed   map[int64]tlog.Hash
	// difference is nil unless NameDifferences was called.
	difference *difference
}

// NewLogChecker makes a checker for these trees.
func NewLogChecker(signed ...tlog.Tree) *LogChecker {
	c := &LogChecker{signed: make(map[int64]tlog.Hash)}
	for _, t := range signed {
		c.signed[t.N] = t.Hash
	}
	return c
}

// Observe adds the next event of the log. It returns an error when the log up to this event differs from a
// signed tree.
func (c *LogChecker) Observe(r eventstore.Recorded) error {
	version := c.versions.Next(r)
	if version == merkle.V1 {
		c.untimed, c.last = c.untimed+1, r.Position
	}
	if c.difference != nil {
		c.difference.observe(r, version)
	}
	c.edge.Add(leafHash(r, version))
	root, signed := c.signed[c.edge.Size()]
	if !signed {
		return nil
	}
	delete(c.signed, c.edge.Size())
	if is := c.edge.Root(); is != root {
		named := c.Difference()
		if named != "" {
			named = "; " + named
		}
		return fmt.Errorf("the first %d events are not those that were signed (root %s, signed %s)%s", c.edge.Size(), is, root, named)
	}
	if c.difference != nil && c.difference.named != "" {
		c.difference.inTree = true
	}
	return nil
}

// Untimed returns how many events, counted from the first, have a leaf that does not cover the booking time.
// last is the position of the last of them, or zero when it was not observed.
func (c *LogChecker) Untimed() (events int64, last eventstore.Position) { return c.untimed, c.last }

// Missing returns the sizes of the signed trees that are larger than the log, whose last events were
// therefore removed.
func (c *LogChecker) Missing() []int64 {
	var sizes []int64
	for size := range c.signed {
		if size > c.edge.Size() {
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
