package migrations

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strconv"
	"strings"
)

// ErrNotMigrated says that a database lacks a schema, or files of it.
var ErrNotMigrated = errors.New("is not migrated")

// CheckEventStore checks what EventStore would create, but changes nothing: it refuses a database that is not
// migrated. Errors: ErrNotMigrated, ErrOtherVersion, ErrOtherSchema.
func CheckEventStore(ctx context.Context, db *sql.DB) error {
	return errors.Join(eventStore.check(ctx, db), state.check(ctx, db))
}

// CheckState checks what State would create, but changes nothing. Errors: those of CheckEventStore.
func CheckState(ctx context.Context, db *sql.DB) error { return state.check(ctx, db) }

// CheckReadModel checks what ReadModel would create, but changes nothing. Errors: those of CheckEventStore.
func CheckReadModel(ctx context.Context, db *sql.DB) error { return readModel.check(ctx, db) }

// check compares the database with the files. It needs only the right to read the two tables that say what
// was applied.
func (s schema) check(ctx context.Context, db *sql.DB) error {
	files, err := fs.Sub(s.files, s.folder)
	if err != nil {
		return fmt.Errorf("open migrations %s: %w", s.folder, err)
	}
	accepted, err := s.fingerprints(files)
	if err != nil {
		return fmt.Errorf("read migrations %s: %w", s.folder, err)
	}
	tx, err := db.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return fmt.Errorf("connect to the database of the %s: %w", s.name, err)
	}
	defer func() { _ = tx.Rollback() }() // it only reads
	var database string
	var marked, hasFirst, hasVersions bool
	err = tx.QueryRowContext(ctx, `SELECT current_database(),
		to_regclass($1) IS NOT NULL, to_regclass($2) IS NOT NULL, to_regclass($3) IS NOT NULL`,
		s.mark, s.first, s.versions).Scan(&database, &marked, &hasFirst, &hasVersions)
	switch {
	case err != nil:
		return fmt.Errorf("look for the schema of the %s: %w", s.name, err)
	case !marked && hasFirst:
		return s.otherVersion(database)
	case !marked || !hasVersions:
		return s.notMigrated(database)
	}
	if err := s.compare(ctx, tx, database, accepted); err != nil {
		return err
	}
	return s.checkApplied(ctx, tx, database, files)
}

// checkApplied refuses a database in which the last file was not applied, as before an upgrade or after an
// interrupted migration. A database with further files was upgraded by a newer program.
func (s schema) checkApplied(ctx context.Context, tx *sql.Tx, database string, files fs.FS) error {
	names, err := fs.Glob(files, "*.sql") // sorted by name
	if err != nil {
		return err
	}
	number, _, _ := strings.Cut(path.Base(names[len(names)-1]), "_")
	last, err := strconv.ParseInt(number, 10, 64)
	if err != nil {
		return fmt.Errorf("read migrations %s: %w", s.folder, err)
	}
	var applied int64
	if err := tx.QueryRowContext(ctx, `SELECT coalesce(max(version_id), 0) FROM `+s.versions+` WHERE is_applied`).Scan(&applied); err != nil {
		return fmt.Errorf("read which migrations of the %s were applied: %w", s.name, err)
	}
	if applied < last {
		return s.notMigrated(database)
	}
	return nil
}

func (s schema) notMigrated(database string) error {
	return fmt.Errorf("the schema of the %s in the database %s %w: run `gateway migrate` as its owner", s.name, database, ErrNotMigrated)
}
