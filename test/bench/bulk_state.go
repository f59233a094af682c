package main

import (
	"context"
	"encoding/json"

	"gateway/domain/balance"
	"gateway/domain/catalogue"
	"gateway/eventstore"
	"gateway/eventstore/postgres"
)

// loadStates loads the balances of all merchants.
func (b *bulk) loadStates(ctx context.Context) error {
	store, err := postgres.Open(ctx, postgres.Config{DSN: b.bench.pg.DSN(eventDatabase)})
	if err != nil {
		return err
	}
	defer store.Close()
	log := eventstore.NewLog(store, eventstore.NewCodec(catalogue.Events()...), eventstore.Options{})
	for _, m := range b.merchants {
		if b.states[m.id], _, err = eventstore.Load(ctx, log, balance.Aggregate, balance.Stream(m.id)); err != nil {
			return err
		}
	}
	return nil
}

// withSnapshot appends a snapshot to the rows if a command would take one there. The last row must be of the
// merchant's balance.
func (b *bulk) withSnapshot(rows []bulkRow, m merchant) ([]bulkRow, error) {
	stream := balance.Stream(m.id)
	first, last := b.revisions[stream], b.revisions[stream]-1
	for _, row := range rows {
		if row.stream == stream {
			last++
		}
	}
	if (first-1)/eventstore.DefaultSnapshotEvery == last/eventstore.DefaultSnapshotEvery {
		return rows, nil
	}
	state, err := json.Marshal(b.states[m.id])
	if err != nil {
		return nil, err
	}
	at := b.head + int64(len(rows))
	return append(rows, bulkRow{"snapshot-" + stream, eventstore.SnapshotTaken{
		Version: balance.Aggregate.SnapshotVersion, Revision: eventstore.Revision(last), Position: eventstore.Position{Commit: at, Prepare: at}, State: state,
	}}), nil
}
