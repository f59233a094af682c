package migrations

import (
	"context"
	"database/sql"
	"embed"
)

//go:embed readmodel/*.sql
var readModel embed.FS

// ReadModel brings the read models' database up to date. It is another database
// than the event store's, so that it can be dropped whole. Processes that start
// together wait for each other, as with EventStore.
func ReadModel(ctx context.Context, db *sql.DB) error {
	return run(ctx, db, readModel, "readmodel")
}
