package migrations

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"

	"github.com/lib/pq"
)

// besidePrefix begins the name of a PostgreSQL schema with the read models of one version.
const besidePrefix = "readmodel_"

// ReadModelSchema returns the PostgreSQL schema of this program's read models. It is "" (the first schema of
// the connection's search_path) if the database has no read models yet or has those of this version;
// otherwise it is a separate schema, named after the fingerprint. Read models of another version stay as they
// are, and instances of that version continue to use them.
func ReadModelSchema(ctx context.Context, db *sql.DB) (string, error) {
	fingerprint, own, err := readModelVersion()
	if err != nil {
		return "", err
	}
	var beside, marked bool
	err = db.QueryRowContext(ctx, `SELECT to_regclass($1) IS NOT NULL, to_regclass($2) IS NOT NULL`,
		own+"."+readModel.mark, readModel.mark).Scan(&beside, &marked)
	switch {
	case err != nil:
		return "", fmt.Errorf("look for the schema of the %s: %w", readModel.name, err)
	case beside:
		return own, nil
	case !marked:
		return "", nil
	}
	var name, theirs string
	if err := db.QueryRowContext(ctx, `SELECT name, fingerprint FROM `+readModel.mark).Scan(&name, &theirs); err != nil {
		return "", fmt.Errorf("read the fingerprint of the %s: %w", readModel.name, err)
	}
	if name != readModel.name || theirs == fingerprint {
		return "", nil
	}
	return own, nil
}

// InSchema returns the URL of a database in which unqualified names resolve to the schema.
func InSchema(rawURL, schema string) (string, error) {
	u, err := url.Parse(rawURL)
	if err != nil {
		return "", errors.New("the URL of the database is not valid") // err would contain the password
	}
	q := u.Query()
	q.Set("search_path", pq.QuoteIdentifier(schema))
	u.RawQuery = q.Encode()
	return u.String(), nil
}

// ReadModelVersion names the version of the read models. Two programs with the same name read the same
// tables.
func ReadModelVersion() (string, error) {
	_, name, err := readModelVersion()
	return name, err
}

func readModelVersion() (fingerprint, name string, err error) {
	files, err := fs.Sub(readModel.files, readModel.folder)
	if err != nil {
		return "", "", fmt.Errorf("open migrations %s: %w", readModel.folder, err)
	}
	accepted, err := readModel.fingerprints(files)
	if err != nil {
		return "", "", fmt.Errorf("read migrations %s: %w", readModel.folder, err)
	}
	return accepted[0], besidePrefix + accepted[0][:12], nil
}

// CreateReadModelSchema creates the schema that ReadModelSchema named, unless it exists. Processes that start
// together wait for each other.
func CreateReadModelSchema(ctx context.Context, db *sql.DB, name string) error {
	return locked(ctx, db, `CREATE SCHEMA IF NOT EXISTS `+pq.QuoteIdentifier(name))
}

// TakeOver copies into the migrated read models of the connection's schema, from those of other versions in
// the database, what can't be built from the log or not fast: the signed checkpoints, and the positions of
// reactors, which otherwise would read the whole log again. It also stops an older version that does not know
// leaves with the time of booking from adding to its tree: it would sign another log than this version. It
// may be repeated.
func TakeOver(ctx context.Context, db *sql.DB) error { return locked(ctx, db, takeOver) }

const takeOver = `DO $$
DECLARE
    former name;
BEGIN
    FOR former IN
        SELECT n.nspname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
         WHERE c.relname = 'merkle_head' AND c.relkind = 'r' AND n.nspname <> current_schema()
           AND (n.nspname = 'public' OR n.nspname ~ '^readmodel_[0-9a-f]{12}$')
    LOOP
        EXECUTE format('INSERT INTO merkle_checkpoints (size, note, created_at)
            SELECT size, note, created_at FROM %I.merkle_checkpoints ON CONFLICT (size) DO NOTHING', former);
        EXECUTE format('INSERT INTO checkpoints (name, store_id, commit_position, prepare_position, event_id, event_stream,
                event_revision, state, error, reactor)
            SELECT name, store_id, commit_position, prepare_position, event_id, event_stream, event_revision, state, error, reactor
              FROM %I.checkpoints WHERE reactor ON CONFLICT (name) DO NOTHING', former);
        IF NOT EXISTS (SELECT FROM pg_attribute WHERE attrelid = format('%I.merkle_head', former)::regclass AND attname = 'untimed') THEN
            EXECUTE format('ALTER TABLE %I.merkle_head ADD COLUMN untimed bigint NOT NULL DEFAULT 0', former);
            EXECUTE format('ALTER TABLE %I.merkle_head ALTER COLUMN untimed DROP DEFAULT', former);
        END IF;
    END LOOP;
END
$$`

// locked executes a statement while no other process claims or changes a schema.
func locked(ctx context.Context, db *sql.DB, statement string) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("connect to the database of the %s: %w", readModel.name, err)
	}
	defer func() { _ = tx.Rollback() }() // does nothing after the commit
	if _, err := tx.ExecContext(ctx, `SELECT pg_advisory_xact_lock($1)`, int64(claimLock)); err != nil {
		return fmt.Errorf("lock the schemas of the %s: %w", readModel.name, err)
	}
	if _, err := tx.ExecContext(ctx, statement); err != nil {
		return fmt.Errorf("prepare the schema of the %s: %w", readModel.name, err)
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("prepare the schema of the %s: %w", readModel.name, err)
	}
	return nil
}
