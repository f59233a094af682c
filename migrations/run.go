package migrations

import (
	"context"
	"database/sql"
	"fmt"
	"io/fs"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

// run applies what is missing of the files in dir, under a session lock, so that
// of several processes starting at once one migrates and the others find it done.
func run(ctx context.Context, db *sql.DB, files fs.FS, dir string, more ...goose.ProviderOption) error {
	sub, err := fs.Sub(files, dir)
	if err != nil {
		return fmt.Errorf("open migrations %s: %w", dir, err)
	}
	// Asked each second for five minutes, which a long migration elsewhere may take.
	locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, 300))
	if err != nil {
		return fmt.Errorf("prepare the lock of migrations %s: %w", dir, err)
	}
	provider, err := goose.NewProvider(goose.DialectPostgres, db, sub, append(more, goose.WithSessionLocker(locker))...)
	if err != nil {
		return fmt.Errorf("read migrations %s: %w", dir, err)
	}
	// The provider is not closed: that would close db, which belongs to the caller.
	if _, err := provider.Up(ctx); err != nil {
		return fmt.Errorf("migrate %s: %w", dir, err)
	}
	return nil
}
