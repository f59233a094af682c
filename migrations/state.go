package migrations

import (
	"context"
	"database/sql"
	"embed"
)

//go:embed state/*.sql
var stateFiles embed.FS

var state = schema{
	name: "state", files: stateFiles, folder: "state", namespace: "state",
	versions: "state.goose_db_version", mark: "state.schema_fingerprint", first: "state.sessions", final: true,
	advice: "drop its schema state, which holds logins and the secrets that a sandbox generated for itself, " +
		`and the next start creates it again (deploy/RUNBOOK.md: "The schema state is lost")`,
}

// State creates the schema "state" if it is missing, and adds what a former version lacked. It holds data
// that all instances share and that events can't rebuild, such as login sessions. It is in the event log's
// database (EventStore creates it there), or in a separate one if the log is not in PostgreSQL. Processes
// that start together wait for each other. Error: ErrOtherVersion.
func State(ctx context.Context, db *sql.DB) error {
	return state.migrate(ctx, db)
}
