package migrations

import (
	"context"
	"database/sql"
	"fmt"
	"io/fs"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

// schema is a set of tables, and the embedded files that create them.
type schema struct {
	// name identifies the schema in errors and in the row of the fingerprint.
	name   string
	files  fs.FS
	folder string
	// namespace is the PostgreSQL schema of the tables, created if it is missing. If it is empty, the tables
	// are created in the first schema of the search_path.
	namespace string
	// versions is the table in which goose records the files that it has applied.
	versions string
	// mark is the table of the fingerprint.
	mark string
	// first is a table that every version of the schema has had.
	first string
	// final says that the files are final once they are merged: further ones are only added, and a database
	// that lacks them is upgraded in place.
	final bool
	// advice tells the operator what to do with a database of another version.
	advice string
}

// migrate applies the files that the database lacks. If several processes start at once, one of them does it
// under a session lock, and the others wait for it.
func (s schema) migrate(ctx context.Context, db *sql.DB) error {
	files, err := fs.Sub(s.files, s.folder)
	if err != nil {
		return fmt.Errorf("open migrations %s: %w", s.folder, err)
	}
	if err := s.claim(ctx, db, files); err != nil {
		return err
	}
	// The locker tries once a second for five minutes, because another process's migration may take long.
	locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, 300))
	if err != nil {
		return fmt.Errorf("prepare the lock of migrations %s: %w", s.folder, err)
	}
	provider, err := goose.NewProvider(goose.DialectPostgres, db, files, goose.WithSessionLocker(locker), goose.WithTableName(s.versions))
	if err != nil {
		return fmt.Errorf("read migrations %s: %w", s.folder, err)
	}
	// The provider is not closed: that would close db, which belongs to the caller.
	if _, err := provider.Up(ctx); err != nil {
		return fmt.Errorf("migrate %s: %w", s.folder, err)
	}
	return nil
}
