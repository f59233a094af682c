package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"gateway/cmd/gateway/app"
	"gateway/eventstore"
	"gateway/eventstore/backup"
	"gateway/eventstore/localpg"
	"gateway/eventstore/postgres"

	"github.com/spf13/cobra"
)

func exportCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "export FILE",
		Short: "Write the whole log to a file, beside a running gateway too; - is standard output",
		Long: "Write the whole log to a file: one JSON object a line, checksummed block by block. It is streamed, so its memory does\n" +
			"not grow with the log. What is not in it: login sessions, and the secrets that a sandbox made for itself.",
		Args: cobra.ExactArgs(1),
		RunE: withTools(func(cmd *cobra.Command, t *app.Tools, args []string) error {
			head, err := t.Log.Store().Head(cmd.Context())
			if err != nil {
				return err
			}
			m := newMeter("events", head.Commit)
			var events int64
			err = toFile(args[0], cmd.OutOrStdout(), func(out io.Writer) (err error) {
				events, err = backup.Export(cmd.Context(), t.Log.Store(), out, time.Now(), func(p eventstore.Position) { m.set(p.Commit) })
				return err
			})
			m.end(err)
			if err == nil {
				fmt.Fprintf(cmd.ErrOrStderr(), "%d events exported\n", events)
			}
			return err
		}),
	}
}

// toFile writes a file that appears under its name only when it is complete and on
// disk.
func toFile(name string, stdout io.Writer, write func(io.Writer) error) error {
	if name == "-" {
		return write(stdout)
	}
	part, err := os.CreateTemp(filepath.Dir(name), filepath.Base(name)+".part-*")
	if err != nil {
		return err
	}
	if err := errors.Join(write(part), part.Sync(), part.Close()); err != nil {
		return errors.Join(err, os.Remove(part.Name()))
	}
	return os.Rename(part.Name(), name)
}

func importCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "import FILE",
		Short: "Restore an exported log into an empty one; the gateway must not run; - is standard input",
		Long: "Restore an exported log into an empty one, with its positions and the store's id: the restored log is the same log.\n" +
			"Every block is checked against its checksum before any of it is written, and either all of the file is imported or\n" +
			"nothing. The next gateway serve builds the read models from it. The empty log is in PostgreSQL, wherever the file\n" +
			"came from; gateway events copy moves it on.",
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			config, err := app.Load()
			if err != nil {
				return err
			}
			file, err := inputFile(args[0])
			if err != nil {
				return err
			}
			defer func() { _ = file.Close() }() // it was read only
			events, err := restore(cmd.Context(), config, file)
			if err == nil {
				fmt.Fprintf(cmd.ErrOrStderr(), "%d events imported\n", events)
			}
			return err
		},
	}
}

func restore(ctx context.Context, config app.Config, file io.Reader) (events int64, err error) {
	databases, err := app.OpenForRestore(ctx, config)
	if errors.Is(err, localpg.ErrInUse) {
		return 0, errors.New("a gateway is at work on this data directory: stop it first")
	}
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, databases.Close(context.WithoutCancel(ctx))) }()
	target := postgres.NewRestore(databases.Events.DB)
	defer func() { err = errors.Join(err, target.Close()) }()
	var m *meter
	events, err = backup.Import(ctx, file, target, func(p eventstore.Position, h backup.Header) {
		if m == nil {
			m = newMeter("events", h.Head.Commit)
		}
		m.set(p.Commit)
	})
	if m != nil {
		m.end(err)
	}
	return events, err
}
