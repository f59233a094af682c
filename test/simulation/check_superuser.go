package simulation

import (
	"context"
	"maps"
	"math/rand/v2"
	"slices"
	"time"

	"gateway/eventstore"
	"gateway/eventstore/merkle"
	"gateway/projections/notary"

	"github.com/google/uuid"
	"golang.org/x/mod/sumdb/tlog"
)

// edits are what a superuser can do to one event of the log, by column. The position is edited by swapping it
// with that of the event before.
var edits = map[string]func(*eventstore.Recorded){
	"position": nil,
	"stream":   func(r *eventstore.Recorded) { r.Stream += "9" },
	"revision": func(r *eventstore.Recorded) { r.Revision++ },
	"id":       func(r *eventstore.Recorded) { r.ID = uuid.NewSHA1(r.ID, []byte("another")) },
	"type":     func(r *eventstore.Recorded) { r.Type += "1" },
	"data":     func(r *eventstore.Recorded) { r.Data = append(slices.Clone(r.Data), ' ') },
	"metadata": func(r *eventstore.Recorded) { r.Metadata = []byte(`{"actor":"admin:99"}`) },
	"booked_at": func(r *eventstore.Recorded) {
		r.BookedAt = r.BookedAt.Add(-31 * 24 * time.Hour)
	},
}

// checkSuperuser: a checkpoint that was kept at any moment detects every later edit, in any column, of the
// events before it, and finds nothing wrong in the unedited log.
func (w *world) checkSuperuser() {
	all, err := w.reader.ReadAll(context.Background(), eventstore.Position{}, 1<<30)
	if err != nil {
		panic(err)
	}
	random := rand.New(rand.NewPCG(w.seed, 0xed17))
	kept := 2 + random.IntN(len(all)-1)
	signed, bound := treeOf(all[:kept])
	if err := compareWithTree(all, signed); err != nil {
		w.fail("a sound log does not agree with a kept checkpoint: %v", err)
	}
	for _, column := range slices.Sorted(maps.Keys(edits)) {
		at := 1 + random.IntN(kept-1)
		if column == "booked_at" {
			at = bound + random.IntN(max(1, kept-bound))
		}
		if at >= kept { // only a later event than the checkpoint binds the times
			continue
		}
		if err := compareWithTree(edited(all, at, edits[column]), signed); err == nil {
			w.fail("a superuser edits %s of the event %d (%s), and the checkpoint of %d events does not show it", column, at+1, all[at].Type, kept)
		}
	}
}

// edited returns the log with one event edited.
func edited(all []eventstore.Recorded, at int, edit func(*eventstore.Recorded)) []eventstore.Recorded {
	all = slices.Clone(all)
	if edit == nil {
		all[at-1], all[at] = all[at], all[at-1]
		return all
	}
	edit(&all[at])
	return all
}

// treeOf returns the Merkle tree over the events, and the number of events before the one that binds the times.
func treeOf(events []eventstore.Recorded) (t tlog.Tree, bound int) {
	var edge merkle.Edge
	var versions merkle.Versions
	for _, r := range events {
		version := versions.Next(r)
		if version == merkle.V1 {
			bound++
		}
		edge.Add(merkle.LeafHash(r, version))
	}
	return tlog.Tree{N: edge.Size(), Hash: edge.Root()}, bound
}

// compareWithTree checks a log as gateway audit verify does.
func compareWithTree(events []eventstore.Recorded, signed tlog.Tree) error {
	checker := notary.NewLogChecker(signed)
	for _, r := range events {
		if err := checker.Observe(r); err != nil {
			return err
		}
	}
	return nil
}
