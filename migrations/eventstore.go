package migrations

import (
	"context"
	"database/sql"
	"embed"
)

//go:embed eventstore/*.sql
var eventStoreFiles embed.FS

var eventStore = schema{
	name: "event log", files: eventStoreFiles, folder: "eventstore",
	versions: "goose_db_version", mark: "schema_fingerprint", first: "events", final: true,
	advice: "export the log with that version's `gateway events export FILE`, and import it with `gateway events import FILE` " +
		"into a new DATA_DIR or new databases; or start anew with one of those",
}

// EventStore creates the event log with its append function, and the schema "state", if they are missing, and
// adds what a former version lacked. Processes that start together wait for each other. The connection must
// be a direct one, because a transaction pooler loses the session's lock. Errors: ErrOtherVersion,
// ErrOtherSchema.
func EventStore(ctx context.Context, db *sql.DB) error {
	if err := eventStore.migrate(ctx, db); err != nil {
		return err
	}
	return State(ctx, db)
}
