package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"gateway/cmd/gateway/database"
	"gateway/cmd/gateway/wiring"
	"gateway/http/service/state"

	"github.com/spf13/cobra"
)

// besideLog names the file that has the files of a log that was exported.
func besideLog(name string) string { return name + ".files" }

// exportFiles writes the files that events name beside an exported log, if there are any.
func exportFiles(cmd *cobra.Command, t *wiring.Tools, name string) error {
	kept := state.New(t.Databases.State)
	n, err := kept.ExportFiles(cmd.Context(), io.Discard)
	switch {
	case err != nil || n == 0:
		return err
	case name == "-":
		fmt.Fprintf(cmd.ErrOrStderr(), "%d files are not exported: give the log's file a name, and they are written beside it\n", n)
		return nil
	}
	err = writeFile(besideLog(name), cmd.OutOrStdout(), func(out io.Writer) (err error) {
		n, err = kept.ExportFiles(cmd.Context(), out)
		return err
	})
	if err == nil {
		fmt.Fprintf(cmd.ErrOrStderr(), "%d files exported to %s\n", n, besideLog(name))
	}
	return err
}

// importFiles keeps the files beside an exported log, if there are any.
func importFiles(ctx context.Context, databases *database.Databases, name string) (n int, err error) {
	if name == "-" {
		return 0, nil
	}
	in, err := os.Open(besideLog(name))
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	defer func() { _ = in.Close() }() // it was only read
	return state.New(databases.State).ImportFiles(ctx, in)
}
