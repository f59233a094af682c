package simulation

import (
	"context"
	"time"

	"gateway/domain/report"
	"gateway/eventstore"
	"gateway/eventstore/storetest"
	"gateway/eventstore/transfer"
)

// importLog acts as an operator who exports the log up to an event, and imports it into the empty store of
// another installation, as `gateway events import` does. Each event keeps its position, which leaves gaps if a
// cluster kept the log, and the event that begins a generation follows. The new installation has no rows, and
// no cursor of the provider's books.
func (w *world) importLog(cut int) {
	events, err := w.exported(cut)
	if err != nil {
		panic(err)
	}
	w.note("the log is imported into another store, up to %d", events[len(events)-1].Position.Commit)
	if w.postgres != nil {
		if err := w.postgres.importLog(events); err != nil {
			panic(err)
		}
	} else {
		w.importedAs = w.reader.ID()
		w.memory, w.cluster = storetest.NewMemoryWith(events), nil
	}
	w.rows.listing = map[string]report.ListingPlace{}
	w.decoded, w.reader = nil, w.openLog()
}

// exported returns the events of the log up to a position, and the event that an import adds.
func (w *world) exported(cut int) ([]eventstore.Recorded, error) {
	events, err := w.reader.ReadAll(context.Background(), eventstore.Position{}, cut)
	if err != nil {
		return nil, err
	}
	if w.postgres != nil {
		w.postgres.setTimes(events)
	}
	generation := eventstore.NewImportedGeneration()
	if err := generation.Pass(events); err != nil {
		return nil, err
	}
	began, _, err := generation.Began(time.Now().UTC())
	return append(events, began), err
}

// imported is the store into which a log was imported. The log keeps its id.
type imported struct {
	transfer.Store
	id string
}

// ID implements eventstore.Store.
func (s imported) ID() string { return s.id }
