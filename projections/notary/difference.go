package notary

import (
	"context"
	"fmt"

	"gateway/eventstore"
	"gateway/eventstore/merkle"

	"golang.org/x/mod/sumdb/tlog"
)

// difference compares the events of a log with the leaves of the stored tree, and names the first event
// that is not the one of its leaf. The stored tree tells which event was altered until it
// is built again from the altered log.
type difference struct {
	leaves *leaves
	next   int64           // number of the next event's leaf
	types  map[string]bool // of the events so far
	named  string          // what the first event is that differs; "" while there is none
	inTree bool            // a signed tree has the event of the log
}

// NameDifferences has the checker compare each event with its leaf in the stored tree, too, and name the
// first that differs: in the error of Observe, and in Difference. Events beyond the stored tree, and all
// once the tree can't be read, are not compared.
func (c *LogChecker) NameDifferences(ctx context.Context, t *Tree) error {
	head, err := t.Head(ctx)
	if err != nil {
		return err
	}
	c.difference = &difference{
		leaves: &leaves{tiles: &tileReader{ctx: ctx, q: t.db}, size: head.Size, tile: -1},
		next:   c.edge.Size(), types: make(map[string]bool),
	}
	return nil
}

// Difference names the first event that is not the one of its leaf in the stored tree; "" when none was
// observed, and without NameDifferences.
func (c *LogChecker) Difference() string {
	if c.difference == nil {
		return ""
	}
	return c.difference.named
}

// TreeAltered reports whether the event of Difference is as it was signed, so that the stored tree was
// altered, not the log.
func (c *LogChecker) TreeAltered() bool { return c.difference != nil && c.difference.inTree }

func (d *difference) observe(r eventstore.Recorded, v merkle.Version) {
	if d.named != "" {
		return
	}
	is := leafHash(r, v)
	stored, ok := d.leaves.at(d.next)
	switch {
	case !ok || stored == is:
		d.types[r.Type], d.next = true, d.next+1
	case d.leaves.has(is, d.next+1):
		d.named = fmt.Sprintf("an event of the stored tree is missing before position %d", r.Position.Commit)
	default:
		d.named = fmt.Sprintf("position %d (%s@%d, %s) is not the event that the stored tree has there: %s",
			r.Position.Commit, r.Stream, r.Revision, r.Type, d.field(r, v, stored))
	}
}

// highestTried is the highest revision that field tries.
const highestTried = 1 << 16

// field names the field of an event that was altered, where the hash of the former event proves which.
func (d *difference) field(r eventstore.Recorded, v merkle.Version, stored tlog.Hash) string {
	tried := r
	for tried.Type = range d.types {
		if leafHash(tried, v) == stored {
			return "its type was " + tried.Type
		}
	}
	tried = r
	for tried.Revision = range eventstore.Revision(highestTried) {
		if leafHash(tried, v) == stored {
			return fmt.Sprintf("its revision was %d", tried.Revision)
		}
	}
	fields := "stream, id, data, metadata"
	if v >= merkle.V2 {
		fields += ", booked_at"
	}
	return "altered is one of " + fields + ", or several fields"
}

// leaves reads the hashes of the leaves of the stored tree.
type leaves struct {
	tiles  *tileReader
	size   int64 // of the tree
	tile   int64 // that hashes are of; -1 before the first
	hashes []byte
}

// at returns the hash of leaf n; ok is false beyond the tree, and after an error.
func (l *leaves) at(n int64) (h tlog.Hash, ok bool) {
	if n >= l.size {
		return h, false
	}
	if tile := n >> tileHeight; tile != l.tile {
		width := min(tileWidth, l.size-tile<<tileHeight)
		read, err := l.tiles.ReadTiles([]tlog.Tile{{H: tileHeight, L: 0, N: tile, W: int(width)}})
		if err != nil {
			l.size = 0
			return h, false
		}
		l.tile, l.hashes = tile, read[0]
	}
	copy(h[:], l.hashes[n&(tileWidth-1)*tlog.HashSize:])
	return h, true
}

// has reports whether a hash is one of those from leaf n on, within the width of a tile.
func (l *leaves) has(wanted tlog.Hash, n int64) bool {
	for last := n + tileWidth; n < last; n++ {
		if h, ok := l.at(n); !ok || h == wanted {
			return ok
		}
	}
	return false
}
