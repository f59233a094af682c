package migrations

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
)

var (
	// ErrOtherVersion says that a database was made by migrations that this program does not have. Migrations
	// of the log and the state are final, so such a database is older than the first final ones. The message
	// tells the operator what to do.
	ErrOtherVersion = errors.New("was made by another version, whose schema this program does not read")
	// ErrOtherSchema says that a database holds another schema or another program's tables.
	ErrOtherSchema = errors.New("is in use for something else")
)

// claimLock is the advisory lock under which a fingerprint is compared and written.
const claimLock = 0x736368656d61 // "schema"

// claim compares the fingerprint in the database with those that the files accept. If the database does not
// have the schema yet, claim writes the fingerprint before any other table exists, so that an interrupted
// migration can continue. It never changes a fingerprint: a program that knows fewer files still accepts the
// database. Errors: ErrOtherVersion, ErrOtherSchema.
func (s schema) claim(ctx context.Context, db *sql.DB, files fs.FS) error {
	accepted, err := s.fingerprints(files)
	if err != nil {
		return fmt.Errorf("read migrations %s: %w", s.folder, err)
	}
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("connect to the database of the %s: %w", s.name, err)
	}
	defer func() { _ = tx.Rollback() }() // does nothing after the commit
	if err := s.compareOrWrite(ctx, tx, accepted); err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("write the fingerprint of the %s: %w", s.name, err)
	}
	return nil
}

func (s schema) compareOrWrite(ctx context.Context, tx *sql.Tx, accepted []string) error {
	if _, err := tx.ExecContext(ctx, `SELECT pg_advisory_xact_lock($1)`, int64(claimLock)); err != nil {
		return fmt.Errorf("lock the fingerprint of the %s: %w", s.name, err)
	}
	var database string
	var marked, hasFirst, hasVersions bool
	err := tx.QueryRowContext(ctx, `SELECT current_database(),
		to_regclass($1) IS NOT NULL, to_regclass($2) IS NOT NULL, to_regclass($3) IS NOT NULL`,
		s.mark, s.first, s.versions).Scan(&database, &marked, &hasFirst, &hasVersions)
	switch {
	case err != nil:
		return fmt.Errorf("look for the schema of the %s: %w", s.name, err)
	case marked:
		return s.compare(ctx, tx, database, accepted)
	case hasFirst:
		return s.otherVersion(database)
	case hasVersions:
		return s.otherSchema(database)
	default:
		return s.write(ctx, tx, accepted[len(accepted)-1])
	}
}

func (s schema) compare(ctx context.Context, tx *sql.Tx, database string, accepted []string) error {
	var name, theirs string
	if err := tx.QueryRowContext(ctx, `SELECT name, fingerprint FROM `+s.mark).Scan(&name, &theirs); err != nil {
		return fmt.Errorf("read the fingerprint of the %s: %w", s.name, err)
	}
	switch {
	case name != s.name:
		return s.otherSchema(database)
	case !slices.Contains(accepted, theirs):
		return s.otherVersion(database)
	}
	return nil
}

func (s schema) write(ctx context.Context, tx *sql.Tx, ours string) error {
	statements := `CREATE TABLE ` + s.mark + ` (
		only_row    boolean PRIMARY KEY DEFAULT true CHECK (only_row),
		name        text NOT NULL,
		fingerprint text NOT NULL
	)`
	if s.namespace != "" {
		statements = `CREATE SCHEMA IF NOT EXISTS ` + s.namespace + `; ` + statements
	}
	if _, err := tx.ExecContext(ctx, statements); err != nil {
		return fmt.Errorf("create the fingerprint of the %s: %w", s.name, err)
	}
	if _, err := tx.ExecContext(ctx, `INSERT INTO `+s.mark+` (name, fingerprint) VALUES ($1, $2)`, s.name, ours); err != nil {
		return fmt.Errorf("write the fingerprint of the %s: %w", s.name, err)
	}
	return nil
}

func (s schema) otherVersion(database string) error {
	return fmt.Errorf("the database %s %w: %s", database, ErrOtherVersion, s.advice)
}

func (s schema) otherSchema(database string) error {
	return fmt.Errorf("the database %s %w: name another one for the %s", database, ErrOtherSchema, s.name)
}

// fingerprints returns the fingerprints of the databases that these files can migrate; the fingerprint of all
// files comes last. If files are only ever added, a database that was made by the first of them lacks the
// later ones.
func (s schema) fingerprints(files fs.FS) ([]string, error) {
	all, err := fingerprintsOf(files)
	if err == nil && !s.final {
		all = all[len(all)-1:]
	}
	return all, err
}

// fingerprintsOf returns the fingerprint of the first file, of the first two files, and so on. A fingerprint
// is the SHA-256 of the files' names and statements. Comments on separate lines and indentation are left out,
// because rewording them changes no schema.
func fingerprintsOf(files fs.FS) (all []string, err error) {
	names, err := fs.Glob(files, "*.sql") // sorted by name
	if err != nil {
		return nil, err
	}
	hash := sha256.New()
	for _, name := range names {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		_, _ = fmt.Fprintln(hash, name) // a hash accepts every write
		for line := range strings.Lines(string(text)) {
			if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "--") {
				_, _ = fmt.Fprintln(hash, line)
			}
		}
		all = append(all, hex.EncodeToString(hash.Sum(nil)))
	}
	return all, nil
}
