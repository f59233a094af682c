package simulation

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"sync"

	"gateway/domain/report"
	"gateway/eventstore"
	"gateway/projections/engine"
	"gateway/test/memoryrows"
)

// readModels is the database of the read models, which all processes share: the rows and the checkpoints.
type readModels struct {
	*memoryrows.Memory
	bookFold
	// position is the checkpoint of the read models, mark the event there.
	position eventstore.Position
	mark     eventstore.Mark

	mu sync.Mutex
	// checkpoints are the checkpoints of the reactors, and listing is the cursor of one of them.
	checkpoints map[string]engine.Checkpoint
	// listing are the cursors of the books, by connection.
	listing map[string]report.ListingPlace
}

func newReadModels() *readModels {
	return &readModels{Memory: memoryrows.NewMemory(), bookFold: newBookFold(), checkpoints: make(map[string]engine.Checkpoint), listing: make(map[string]report.ListingPlace)}
}

// lose drops all rows and checkpoints, as if the database was lost.
func (r *readModels) lose() {
	r.Reset()
	r.bookFold = newBookFold()
	r.position, r.mark, r.checkpoints = eventstore.Position{}, eventstore.Mark{}, make(map[string]engine.Checkpoint)
}

// processRows is that database as one process reaches it. The process stops before it writes a checkpoint of
// its reactors.
type processRows struct {
	*readModels
	p *process
}

// Checkpoint implements postingreactor.CheckpointRows.
func (r processRows) Checkpoint(_ context.Context, name string) (engine.Checkpoint, bool, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	c, ok := r.checkpoints[name]
	return c, ok, nil
}

// SaveCheckpoint implements postingreactor.CheckpointRows.
func (r processRows) SaveCheckpoint(ctx context.Context, c engine.Checkpoint) error {
	r.p.world.stopAt(ctx, r.p, "checkpoint", c.Name, nil)
	r.mu.Lock()
	defer r.mu.Unlock()
	if saved, ok := r.checkpoints[c.Name]; ok && (saved.StoreID != c.StoreID || c.Position.Before(saved.Position)) {
		return nil
	}
	r.checkpoints[c.Name] = c
	return nil
}

// ListingCursor implements bookreactor.ListingCursor.
func (r processRows) ListingCursor(_ context.Context, connection string) (report.ListingPlace, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.listing[connection], nil
}

// SaveListingCursor implements bookreactor.ListingCursor.
func (r processRows) SaveListingCursor(ctx context.Context, connection string, c report.ListingPlace) error {
	r.p.world.stopAt(ctx, r.p, "checkpoint", "listing", nil)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.listing[connection] = c
	return nil
}

// batchOf is the maximum number of events that one step applies to the read models.
const batchOf = 50

// project applies the log to the read models while the process leads, as the engine does: rows and checkpoint
// together, and only from the checkpoint on.
func (p *process) project(ctx context.Context) {
	w := p.world
	for ctx.Err() == nil {
		w.stopAt(ctx, p, "project", "", func() bool { return ctx.Err() != nil || w.rows.position.Before(w.head()) && !w.storeDown })
		if ctx.Err() != nil {
			return
		}
		from := w.rows.position
		page, err := p.store.ReadAll(ctx, from, batchOf)
		if err != nil || len(page) == 0 {
			continue
		}
		w.stopAt(ctx, p, "apply", "", nil)
		if w.rows.position != from { // another leader was faster, or the tables were lost
			continue
		}
		events := engine.DecodePage(p.log, page)
		if i := slices.IndexFunc(events, func(e eventstore.Envelope) bool { _, is := e.Event.(engine.Undecodable); return is }); i >= 0 {
			// The models halt before an event of a newer version.
			if page, events = page[:i], events[:i]; i == 0 {
				w.stopAt(ctx, p, "halted", "", func() bool { return ctx.Err() != nil })
				return
			}
		}
		if w.postgres != nil {
			if err := w.postgres.apply(from, events); errors.Is(err, engine.ErrStale) {
				w.fail("the checkpoints in PostgreSQL are not at %d", from.Commit)
				return
			} else if err != nil {
				w.fail("the read models can't apply %s: %v", page[0].Type, err)
				return
			}
		}
		if err := w.rows.Apply(events); err != nil {
			w.fail("the read models can't apply %s: %v", page[0].Type, err)
			return
		}
		w.rows.bookFold.apply(events)
		last := page[len(page)-1]
		w.rows.position, w.rows.mark = last.Position, eventstore.MarkOf(last)
		w.changed++
		if w.calm == 0 && w.chance(w.weather.checkpointCrash) {
			w.kill(p, "after a batch of the read models")
			runtime.Goexit()
		}
		p.watcher.Report(last.Position)
	}
}

// watch tells the watcher of a process how far the read models are.
func (p *process) watch(ctx context.Context) {
	w := p.world
	for {
		w.stopAt(ctx, p, "watch", "", func() bool { return p.watcher.Position() != w.rows.position })
		p.watcher.Report(w.rows.position)
	}
}
