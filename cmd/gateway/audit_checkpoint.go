package main

import (
	"context"
	"fmt"
	"time"

	"gateway/cmd/gateway/wiring"
	"gateway/projections/notary"

	"github.com/spf13/cobra"
)

func auditCheckpointCommand() *cobra.Command {
	var wait time.Duration
	cmd := &cobra.Command{
		Use:   "checkpoint [--wait DURATION]",
		Short: "Sign the log as it is now; keep what this prints where nobody here can change it",
		Long: "Sign the log as it is now. Whoever keeps the checkpoint can tell later whether any event before it was altered,\n" +
			"removed or inserted (gateway audit verify --checkpoint, gateway audit check --since). It holds the number of events\n" +
			"and the root of a Merkle tree over them (RFC 6962), signed with Ed25519. The key to check it with goes to stderr.\n" +
			"A role that may only read waits for the gateway to add the newest events to the tree.",
		Args: cobra.NoArgs,
		RunE: withReadModels(func(cmd *cobra.Command, t *wiring.Tools, _ []string) error {
			signed, key, err := signCheckpoint(cmd.Context(), t, wait)
			if err != nil {
				return err
			}
			if !signed.Covers() {
				fmt.Fprintf(cmd.ErrOrStderr(), "the checkpoint ends at position %d, and the log at %d: no gateway adds the rest to the tree\n",
					signed.Position.Commit, signed.Log.Commit)
			}
			fmt.Fprintln(cmd.ErrOrStderr(), "key:", key.Verifier)
			_, err = fmt.Fprint(cmd.OutOrStdout(), signed.Checkpoint)
			return err
		}),
	}
	waitFlag(cmd, &wait)
	return cmd
}

// waitFlag adds the flag for how long a read-only role waits for the gateway.
func waitFlag(cmd *cobra.Command, wait *time.Duration) {
	cmd.Flags().DurationVar(wait, "wait", notary.Patience,
		"how long a role that may only read waits for a gateway that adds no event to the tree")
}

// signCheckpoint builds the Merkle tree up to the head of the log and signs it.
func signCheckpoint(ctx context.Context, t *wiring.Tools, wait time.Duration) (notary.Signed, notary.Key, error) {
	key, err := t.CheckpointKey(ctx)
	if err != nil {
		return notary.Signed{}, key, err
	}
	head, err := t.Log.Store().Head(ctx)
	if err != nil {
		return notary.Signed{}, key, err
	}
	m := newMeter("events", head.Commit)
	signed, err := t.Tree().Sign(ctx, key, wait, func(h notary.Head) { m.set(h.Position.Commit) })
	m.end(err)
	return signed, key, err
}
