package main

import (
	"errors"
	"fmt"
	"time"

	"gateway/cmd/gateway/wiring"
	"gateway/eventstore/postgres"
	"gateway/http/service/state"

	"github.com/spf13/cobra"
)

func eventsSealCommand() *cobra.Command {
	var older time.Duration
	cmd := &cobra.Command{
		Use:   "seal [--older DURATION]",
		Short: "Seal the ranges of the log that are full",
		Long: "Seal the ranges of the log that are full, in their order: write down the last revision of each stream in the range, and the\n" +
			"root of the Merkle tree over its events. A sealed range can be archived, and costs an append nothing. It works beside running\n" +
			"gateways, as the owner of the log's tables: with MIGRATE_USER where gateways have a role of their own; another role is refused,\n" +
			"also when nothing is to be done. A range whose streams don't go on where the ranges before it end is not sealed.",
		Args: cobra.NoArgs,
		RunE: withLogJob(state.JobSeal, func(cmd *cobra.Command, t *wiring.Tools, r *postgres.Ranges) error { return seal(cmd, t, r, older) }),
	}
	cmd.Flags().DurationVar(&older, "older", 0, "seal only ranges whose last event is older, such as 24h")
	return cmd
}

func seal(cmd *cobra.Command, t *wiring.Tools, r *postgres.Ranges, older time.Duration) error {
	var before time.Time
	if older > 0 {
		before = time.Now().Add(-older)
	}
	head, err := t.Log.Store().Head(cmd.Context())
	if err != nil {
		return err
	}
	m := newMeter("positions", head.Commit)
	sealed, err := r.Seal(cmd.Context(), before, m.set)
	m.end(err)
	if err := errors.Join(printRanges(cmd.OutOrStdout(), sealed), err); err != nil {
		return err
	}
	_, err = fmt.Fprintf(cmd.ErrOrStderr(), "%d ranges sealed\n", len(sealed))
	return err
}
