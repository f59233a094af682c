package migrations

import (
	"context"
	"database/sql"
	"embed"
)

//go:embed readmodel/*.sql
var readModelFiles embed.FS

var readModel = schema{
	name: "read models", files: readModelFiles, folder: "readmodel",
	versions: "goose_db_version", mark: "schema_fingerprint", first: "checkpoints",
	advice: "drop it, it holds nothing that is not in the log, and the next start builds it again " +
		`(deploy/RUNBOOK.md: "The read models are lost or not needed")`,
}

// ReadModel creates the tables of the read models where they are missing, in the
// schema that unqualified names mean: a rebuild has them made in a schema of its own.
// The read models have another database than the event log, so that it can be dropped
// whole. Processes that start together wait for each other. Errors: ErrOtherVersion,
// ErrOtherSchema.
func ReadModel(ctx context.Context, db *sql.DB) error {
	return readModel.migrate(ctx, db)
}
