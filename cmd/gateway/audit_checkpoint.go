package main

import (
	"context"
	"errors"
	"fmt"

	"gateway/cmd/gateway/app"
	"gateway/projections/notary"

	"github.com/spf13/cobra"
)

func auditCheckpointCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "checkpoint",
		Short: "Sign the log as it is now; keep what this prints where nobody here can change it",
		Long: "Sign the log as it is now. Whoever keeps the checkpoint can tell later whether any event before it was altered,\n" +
			"removed or inserted (gateway audit verify --checkpoint, gateway audit check --since). It holds the number of events\n" +
			"and the root of a Merkle tree over them (RFC 6962), signed with Ed25519. The key to check it with goes to stderr.",
		Args: cobra.NoArgs,
		RunE: withReadModels(func(cmd *cobra.Command, t *app.Tools, _ []string) error {
			text, _, key, err := signCheckpoint(cmd.Context(), t)
			if err != nil {
				return err
			}
			fmt.Fprintln(cmd.ErrOrStderr(), "key:", key.Verifier)
			_, err = fmt.Fprint(cmd.OutOrStdout(), text)
			return err
		}),
	}
}

// signCheckpoint builds the Merkle tree up to the head of the log and signs it.
func signCheckpoint(ctx context.Context, t *app.Tools) (string, notary.Head, notary.Key, error) {
	key, err := t.CheckpointKey(ctx)
	if err != nil {
		return "", notary.Head{}, key, err
	}
	head, err := t.Log.Store().Head(ctx)
	if err != nil {
		return "", notary.Head{}, key, err
	}
	m := newMeter("events", head.Commit)
	text, signed, err := t.Tree().Sign(ctx, key, func(h notary.Head) { m.set(h.Position.Commit) })
	m.end(err)
	if err == nil && signed.Size == 0 {
		err = errors.New("the log is empty: there is nothing to sign")
	}
	return text, signed, key, err
}
