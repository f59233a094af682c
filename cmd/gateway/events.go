package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"gateway/cmd/gateway/config"
	"gateway/cmd/gateway/database"
	"gateway/cmd/gateway/wiring"
	"gateway/eventstore"
	"gateway/eventstore/backup"
	"gateway/eventstore/localpg"

	"github.com/spf13/cobra"
)

func eventsCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "events",
		Short: "Back up and restore the log, or let others read it",
	}
	requireSubcommand(cmd)
	cmd.AddCommand(eventsExportCommand(), eventsImportCommand(), eventsCopyCommand(), eventsServeCommand(),
		eventsForeignCommand(), eventsRangesCommand(), eventsSealCommand(), eventsArchiveCommand(), eventsCheckCommand(),
		eventsAcceptOlderCommand(), eventsResumePayoutsCommand())
	return cmd
}

func eventsExportCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "export FILE",
		Short: "Write the whole log to a file, beside a running gateway too; - is standard output",
		Long: "Write the whole log to a file: one JSON object a line, checksummed block by block. It is streamed, so its memory does\n" +
			"not grow with the log. Files that events name, such as evidence in disputes, go to FILE.files beside it, encrypted. What is\n" +
			"in neither: login sessions, and the secrets that a sandbox made for itself.",
		Args: cobra.ExactArgs(1),
		RunE: withTools(func(cmd *cobra.Command, t *wiring.Tools, args []string) error {
			head, err := t.Log.Store().Head(cmd.Context())
			if err != nil {
				return err
			}
			m := newMeter("events", head.Commit)
			var events int64
			err = writeFile(args[0], cmd.OutOrStdout(), func(out io.Writer) (err error) {
				events, err = backup.Export(cmd.Context(), t.Log.Store(), out, time.Now(), func(p eventstore.Position) { m.set(p.Commit) })
				return err
			})
			m.end(err)
			if err != nil {
				return err
			}
			fmt.Fprintf(cmd.ErrOrStderr(), "%d events exported\n", events)
			return exportFiles(cmd, t, args[0])
		}),
	}
}

func eventsImportCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "import FILE",
		Short: "Restore an exported log into an empty one; the gateway must not run; - is standard input",
		Long: "Restore an exported log into an empty one, with its positions and the store's id.\n" +
			"Every block is checked against its checksum before any of it is written, and either all of the file is imported or\n" +
			"nothing. The next gateway serve builds the read models from it. The empty log is in PostgreSQL, wherever the file\n" +
			"came from; gateway events copy moves it on. An import begins a new generation of the log: sequences of ids jump, so\n" +
			"that none of a lost event is used again, all logins end, and no payout is sent before gateway events resume-payouts.",
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			config, err := config.Load()
			if err != nil {
				return err
			}
			file, err := inputFile(args[0])
			if err != nil {
				return err
			}
			defer func() { _ = file.Close() }() // it was only read
			events, files, err := importLog(cmd.Context(), config, file, args[0])
			if err == nil {
				fmt.Fprintf(cmd.ErrOrStderr(), "%d events imported\n", events)
			}
			if err == nil && files > 0 {
				fmt.Fprintf(cmd.ErrOrStderr(), "%d files imported\n", files)
			}
			return err
		},
	}
}

// importLog imports the log, and the files beside it. name is that of the file of the log.
func importLog(ctx context.Context, config config.Config, file io.Reader, name string) (events int64, files int, err error) {
	collectLessOften()
	databases, err := database.OpenForRestore(ctx, config)
	if errors.Is(err, localpg.ErrInUse) {
		return 0, 0, errors.New("a gateway is at work on this data directory: stop it first")
	}
	if err != nil {
		return 0, 0, err
	}
	defer func() { err = errors.Join(err, databases.Close(context.WithoutCancel(ctx))) }()
	target := wiring.NewRestore(databases)
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
	if err == nil {
		files, err = importFiles(ctx, databases, name)
	}
	return events, files, err
}
