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

// withSnapshot adds a snapshot behind the last of the rows, a movement, where a command
// would take one.
func (b *bulk) withSnapshot(rows []bulkRow, m merchant) ([]bulkRow, error) {
	stream := balance.Stream(m.id)
	revision := b.revisions[stream] // of the movement
	if revision == 0 || revision%eventstore.DefaultSnapshotEvery != 0 {
		return rows, nil
	}
	state, err := json.Marshal(b.states[m.id])
	if err != nil {
		return nil, err
	}
	at := b.head + int64(len(rows))
	return append(rows, bulkRow{"snapshot-" + stream, eventstore.SnapshotTaken{
		Version: balance.Aggregate.SnapshotVersion, Revision: revision, Position: eventstore.Position{Commit: at, Prepare: at}, State: state,
	}}), nil
}
