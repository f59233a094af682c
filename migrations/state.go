package migrations

import (
	"context"
	"database/sql"
	"embed"

	"github.com/pressly/goose/v3"
)

//go:embed state/*.sql
var state embed.FS

// stateVersions is where a database keeps which of them it has: in the log's
// database goose's own table counts the log's.
const stateVersions = "goose_state_version"

// State brings the schema `state` up to date, for what no event can rebuild, in a
// database of its own: EventStore does it for the log's. Processes that start
// together wait for each other, as with EventStore.
func State(ctx context.Context, db *sql.DB) error {
	return run(ctx, db, state, "state", goose.WithTableName(stateVersions))
}
