package main

import (
	"fmt"
	"io"
	"time"

	"gateway/cmd/gateway/wiring"
	"gateway/eventstore"
	"gateway/eventstore/backup"

	"github.com/spf13/cobra"
)

func eventsExportCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "export FILE",
		Short: "Write the whole log to a file, beside a running gateway too; - is standard output",
		Long: "Write the whole log to a file: one JSON object a line, checksummed block by block. It is streamed, so its memory does\n" +
			"not grow with the log. What is not in it: login sessions, and the secrets that a sandbox made for itself.",
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
			if err == nil {
				fmt.Fprintf(cmd.ErrOrStderr(), "%d events exported\n", events)
			}
			return err
		}),
	}
}
