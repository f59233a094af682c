package app

import (
	"context"
	"fmt"
	"io"
)

// Migrate creates the missing databases and migrates all.
func Migrate(ctx context.Context, c Config, out io.Writer) error {
	databases, err := OpenDatabases(ctx, c, newLogger(c))
	if err != nil {
		return err
	}
	if err := databases.Close(ctx); err != nil {
		return err
	}
	_, err = fmt.Fprintln(out, "The databases are up to date.")
	return err
}
