package app

import (
	"context"

	"gateway/eventstore/esdb"
	"gateway/eventstore/postgres"
	"gateway/eventstore/transfer"
)

// openStore opens the log where cfg.DSN says: in EventStoreDB, or in a PostgreSQL
// database that was migrated. EventStoreDB has its own use for none of the rest but
// the logger.
func openStore(ctx context.Context, cfg postgres.Config) (transfer.Store, error) {
	if !esdb.IsURL(cfg.DSN) {
		return postgres.Open(ctx, cfg)
	}
	return esdb.Open(ctx, esdb.Config{URL: cfg.DSN, Log: cfg.Log})
}
