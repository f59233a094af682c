package main

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"gateway/cmd/gateway/wiring"
	"gateway/eventstore/postgres"
	"gateway/http/service/state"

	"github.com/spf13/cobra"
)

func eventsArchiveCommand() *cobra.Command {
	var keep int
	var checks bool
	cmd := &cobra.Command{
		Use:   "archive [--keep N] | --check",
		Short: "Move sealed ranges of the log to ARCHIVE_URL, or check those that are there",
		Long: "Move sealed ranges of the log to ARCHIVE_URL, a directory or a bucket, in their order. Each file is read back and compared\n" +
			"with the Merkle root of the sealed range before the range is dropped from PostgreSQL. What decides about accounts, balances, ids and\n" +
			"settings is copied into the table kept_events, so that gateways start and work while the archive is away. It works beside running\n" +
			"gateways, as the owner of the log's tables (MIGRATE_USER); every gateway needs the same ARCHIVE_URL first. With --check nothing\n" +
			"is moved: all files are read and compared; exit 1 when one was altered or is missing.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if keep < 0 {
				return errors.New("--keep must not be negative")
			}
			if checks {
				return withRanges(checkArchive)(cmd, args)
			}
			return withLogJob(state.JobArchive, func(cmd *cobra.Command, t *wiring.Tools, r *postgres.Ranges) error {
				return moveRanges(cmd, t, r, keep)
			})(cmd, args)
		},
	}
	cmd.Flags().IntVar(&keep, "keep", 0, "number of the newest sealed ranges that stay in PostgreSQL")
	cmd.Flags().BoolVar(&checks, "check", false, "check the files of the archive")
	cmd.MarkFlagsMutuallyExclusive("keep", "check")
	return cmd
}

func moveRanges(cmd *cobra.Command, t *wiring.Tools, r *postgres.Ranges, keep int) error {
	head, err := t.Log.Store().Head(cmd.Context())
	if err != nil {
		return err
	}
	m := newMeter("positions", head.Commit)
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
}

func checkArchive(cmd *cobra.Command, t *wiring.Tools, r *postgres.Ranges) error {
	head, err := t.Log.Store().Head(cmd.Context())
	if err != nil {
		return err
	}
	m := newMeter("positions", head.Commit)
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
