package migrations

import (
	"context"
	"database/sql"
	"embed"
)

//go:embed eventstore/*.sql
var eventStore embed.FS

// EventStore brings the event store's database up to date: the log, its append
// function, and the schema `state` for what no event can rebuild. Processes that
// start together wait for each other. The connection must be a direct one (no
// transaction pooler), since the lock belongs to the session.
func EventStore(ctx context.Context, db *sql.DB) error {
	if err := run(ctx, db, eventStore, "eventstore"); err != nil {
		return err
	}
	return State(ctx, db)
}
