package main

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"gateway/cmd/gateway/app"
	"gateway/eventstore/postgres"

	"github.com/spf13/cobra"
)

func eventsArchiveCommand() *cobra.Command {
	var keep int
	var checks bool
	cmd := &cobra.Command{
		Use:   "archive [--keep N] | --check",
		Short: "Move sealed ranges of the log to ARCHIVE_URL, or check those that are there",
		Long: "Move sealed ranges of the log to ARCHIVE_URL, a directory or a bucket, in their order. Each file is read back and compared\n" +
			"with the Merkle root of the sealed range before the range is dropped from PostgreSQL. It works beside running gateways, with MIGRATE_USER\n" +
			"where that is set; every gateway needs the same ARCHIVE_URL first. With --check nothing is moved: all files are read and\n" +
			"compared; exit 1 when one was altered or is missing.",
		Args: cobra.NoArgs,
		RunE: withRanges(func(cmd *cobra.Command, t *app.Tools, r *postgres.Ranges) error {
			if keep < 0 {
				return errors.New("--keep must not be negative")
			}
			head, err := t.Log.Store().Head(cmd.Context())
			if err != nil {
				return err
			}
			m := newMeter("positions", head.Commit)
			if checks {
				return checkArchive(cmd, r, m)
			}
			moved, err := r.Archive(cmd.Context(), keep, m.set)
			m.end(err)
			if errors.Is(err, postgres.ErrNoArchive) {
				return errors.New("set ARCHIVE_URL, on every instance: a directory that all of them see, or a bucket")
			}
			if err := errors.Join(printRanges(cmd.OutOrStdout(), moved), err); err != nil {
				return err
			}
			_, err = fmt.Fprintf(cmd.ErrOrStderr(), "%d ranges archived\n", len(moved))
			return err
		}),
	}
	cmd.Flags().IntVar(&keep, "keep", 0, "number of the newest sealed ranges that stay in PostgreSQL")
	cmd.Flags().BoolVar(&checks, "check", false, "check the files of the archive")
	cmd.MarkFlagsMutuallyExclusive("keep", "check")
	return cmd
}

func checkArchive(cmd *cobra.Command, r *postgres.Ranges, m *meter) error {
	wrong, checked, err := r.Check(cmd.Context(), m.set)
	m.end(err)
	if err != nil {
		return err
	}
	for _, number := range slices.Sorted(maps.Keys(wrong)) {
		if _, err := fmt.Fprintf(cmd.OutOrStdout(), "range %d: %v\n", number, wrong[number]); err != nil {
			return err
		}
	}
	if len(wrong) > 0 {
		return found("%d of %d files are not sound", len(wrong), checked)
	}
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "%d files are sound\n", checked)
	return err
}
