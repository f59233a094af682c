package simulation

import (
	"context"
	"time"

	"gateway/eventstore"
	"gateway/eventstore/merkle"
	"gateway/eventstore/postgres"
)

// restedCursor is how far the cursor of the provider's books may be behind at rest: its overlap, plus the pause
// between two passes.
const restedCursor = 15 * time.Minute

// checkCursors: at rest, the cursor of the provider's books is near the present, so that it does not wait for a
// booking that can never be read, and is not beyond the present.
func (w *world) checkCursors() {
	for _, p := range w.providers {
		if at := w.rows.listing[p.name].At; at.After(time.Now().Add(skew)) || at.Before(time.Now().Add(-restedCursor)) {
			w.fail("the books of %s are read up to %s, when all is at rest at %s", p.name, at.UTC(), time.Now().UTC())
		}
	}
	if w.postgres != nil {
		w.checkRanges()
	}
}

// checkRanges: the ranges of the log follow each other without gaps, archived ones come first, and the number
// of events and the root of each sealed range fit its events.
func (w *world) checkRanges() {
	d := w.postgres
	all, err := d.listRanges()
	if err != nil {
		w.fail("the ranges can't be listed: %v", err)
		return
	}
	next, archived, sealed := int64(1), true, true
	for _, g := range all {
		if g.First != next || g.ArchivedAt != nil && !archived || g.SealedAt != nil && !sealed {
			w.fail("the range %d does not follow the one before: %+v", g.Number, g)
		}
		next, archived, sealed = g.Last+1, g.ArchivedAt != nil, g.SealedAt != nil
		if sealed {
			w.checkRange(g)
		}
	}
}

func (w *world) checkRange(g postgres.Range) {
	var edge merkle.Edge
	after := eventstore.Position{Commit: g.First - 1, Prepare: g.First - 1}
	events, err := w.reader.ReadAll(context.Background(), after, int(g.Last-g.First)+1)
	if err != nil {
		w.fail("the range %d can't be read: %v", g.Number, err)
	}
	for _, r := range events {
		edge.Add(merkle.LeafHash(r, merkle.V1))
	}
	if root := edge.Root(); g.Events != edge.Size() || string(g.Root) != string(root[:]) {
		w.fail("the sealed range %d says other events than it has: %+v", g.Number, g)
	}
}

func (d *onPostgres) listRanges() (all []postgres.Range, err error) {
	d.outside(func(ctx context.Context) { all, err = d.ranges.List(ctx) })
	return all, err
}
