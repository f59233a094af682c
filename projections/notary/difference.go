package notary

import (
	"context"
	"fmt"

	"gateway/eventstore"
	"gateway/eventstore/merkle"

	"golang.org/x/mod/sumdb/tlog"
)

// difference compares the events of a log with the leaves of the stored tree, and names the first event that
// does not match its leaf. The stored tree reveals which event was altered until it is rebuilt from the
// altered log.
type difference struct {
	leaves *leaves
	next   int64           // number of the next event's leaf
	types  map[string]bool // of the events so far
	named  string          // the first event that differs, or ""
	inTree bool            // the log's event is in a signed tree
}

// NameDifferences makes the checker also compare each event with its leaf in the stored tree. The first event
// that differs is then named in the error of Observe and by Difference. Events beyond the stored tree are not
// compared, nor any event after the tree could not be read.
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

// Difference names the first event that does not match its leaf in the stored tree. It returns "" when none
// was observed or NameDifferences was not called.
func (c *LogChecker) Difference() string {
	if c.difference == nil {
		return ""
	}
	return c.difference.named
}

// TreeAltered reports whether the event of Difference is as it was signed, which means that the stored tree
// was altered, not the log.
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

// field names the field of an event that was altered, when the hash of the original event proves which one.
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
	tile   int64 // the tile of hashes; -1 before the first
	hashes []byte
}

// at returns the hash of leaf n. ok is false beyond the tree and after an error.
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

// has reports whether a hash is among the leaves from n on, within the width of a tile.
func (l *leaves) has(wanted tlog.Hash, n int64) bool {
	for last := n + tileWidth; n < last; n++ {
		if h, ok := l.at(n); !ok || h == wanted {
			return ok
		}
	}
	return false
}
