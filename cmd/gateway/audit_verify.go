package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"gateway/cmd/gateway/app"
	"gateway/eventstore"
	"gateway/projections/audit/verify"
	"gateway/projections/notary"

	"github.com/spf13/cobra"
)

func auditVerifyCommand() *cobra.Command {
	var asJSON bool
	var checkpoints []string
	cmd := &cobra.Command{
		Use:   "verify [--checkpoint FILE]... [--json]",
		Short: "Hold all invariants against the installation; exit 1 when one is broken",
		Long: "Hold all invariants against the installation: postings and balances, every payment booked once, every payout made at\n" +
			"most once and as the provider says, every terminal event called back, every read model equal to a replay of the log, and the log itself equal\n" +
			"to what was signed: by the checkpoints that are kept in the database, and by those in the files given, which somebody\n" +
			"who can write to the database could not have changed. Exit 1 when something is found.",
		Args: cobra.NoArgs,
		RunE: withReadModels(func(cmd *cobra.Command, t *app.Tools, _ []string) error {
			report, err := verifyInstallation(cmd.Context(), t, checkpoints)
			if err != nil {
				return err
			}
			if asJSON {
				err = printJSON(cmd.OutOrStdout(), report)
			} else {
				_, err = fmt.Fprint(cmd.OutOrStdout(), report)
			}
			if err == nil && !report.OK() {
				err = found("%d findings", len(report.Findings))
			}
			return err
		}),
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the report as JSON")
	cmd.Flags().StringArrayVar(&checkpoints, "checkpoint", nil, "file of a checkpoint that was kept elsewhere")
	return cmd
}

// verifyInstallation checks all invariants, with the signed checkpoints that the database
// keeps and those in files.
func verifyInstallation(ctx context.Context, t *app.Tools, files []string) (report *verify.Report, err error) {
	key, err := t.CheckpointKey(ctx)
	if err != nil {
		return nil, err
	}
	in := t.Installation()
	if in.Signed, err = t.Tree().StoredTrees(ctx, key); err != nil {
		return nil, err
	}
	for _, name := range files {
		text, err := os.ReadFile(filepath.Clean(name))
		if err != nil {
			return nil, err
		}
		tree, err := notary.OpenCheckpoint(string(text), key.Verifier)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		in.Signed = append(in.Signed, tree)
	}
	provider, closeProvider, err := t.Provider(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, closeProvider()) }()
	in.Provider, in.ProviderBooks = provider, provider
	head, err := t.Log.Store().Head(ctx)
	if err != nil {
		return nil, err
	}
	m := newMeter("events", head.Commit)
	in.Progress = func(p eventstore.Position) { m.set(p.Commit) }
	report, err = verify.Run(ctx, in)
	m.end(err)
	return report, err
}
