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

// ReadModel creates the missing tables of the read models in the first schema of the connection's
// search_path, which a rebuild sets to its own schema. The read models have a separate database, so that an
// operator can drop it. Processes that start together wait for each other. Errors: ErrOtherVersion,
// ErrOtherSchema.
func ReadModel(ctx context.Context, db *sql.DB) error {
	return readModel.migrate(ctx, db)
}
