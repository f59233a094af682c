package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"gateway/cmd/gateway/wiring"
	"gateway/eventstore"
	"gateway/http/service/auditrunservice"
	"gateway/http/service/state"
	"gateway/projections/audit/verify"
	"gateway/projections/engine"

	"github.com/spf13/cobra"
)

func auditVerifyCommand() *cobra.Command {
	var asJSON, drill bool
	var checkpoints []string
	var since string
	cmd := &cobra.Command{
		Use:   "verify [--since FILE] [--checkpoint FILE]... [--drill] [--json]",
		Short: "Hold all invariants against the installation; exit 1 when one is broken, 2 when not all could be checked",
		Long: "Hold all invariants against the installation: postings and balances, every payment booked once, every payout made at\n" +
			"most once and as the provider says, every terminal event called back, every read model equal to a replay of the log, and the log itself equal\n" +
			"to what was signed: by the checkpoints that are kept in the database, and by those in the files given, which somebody\n" +
			"who can write to the database could not have changed. Each finding is named, and the check goes on. What waits for its\n" +
			"turn, such as a callback behind another one, is no finding until the log is an hour older.\n" +
			"With --since FILE, a signed checkpoint, only the events after it are read: their form, order, postings and balances are checked, and\n" +
			"that the log goes on from the checkpoint. What needs the events before, such as that each payment is booked once, is not.\n" +
			"A log that ends before the checkpoint has lost events: exit 1.\n" +
			"With --drill, for a backup that is restored away from the provider, the provider is not asked for the payouts. The report says that\n" +
			"they were not compared, and such a run neither closes the findings of others nor spares a later run of the gateway a part of the log.\n" +
			"Exit 0 when all was checked and is sound, 1 when there are findings, 2 when there are none but not all could be checked:\n" +
			"the provider does not answer, the read models' tables of checkpoints are gone, an event is of a newer program.\n" +
			"The report is kept for GET /api/v2/admin/audit/runs, where the role may write it.",
		Args: cobra.NoArgs,
		RunE: withTools(func(cmd *cobra.Command, t *wiring.Tools, _ []string) error {
			var foreign *engine.ForeignStoreError
			if err := t.CheckReadModels(cmd.Context()); errors.As(err, &foreign) {
				return err
			}
			run := beginRun(cmd.Context(), t, state.VerifyRun, auditrunservice.Arguments{Whole: since == "", Drill: drill})
			report, err := verifyInstallation(cmd.Context(), t, checkpoints, since, drill)
			run.keepVerify(cmd, report, err)
			if err != nil {
				return err
			}
			if asJSON {
				err = printJSON(cmd.OutOrStdout(), report)
			} else {
				_, err = fmt.Fprint(cmd.OutOrStdout(), report)
			}
			switch {
			case err != nil:
				return err
			case !report.OK():
				return found("%d findings", len(report.Findings))
			case !report.Complete():
				return fmt.Errorf("%d parts could not be checked", len(report.Unchecked))
			}
			return nil
		}),
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the report as JSON")
	cmd.Flags().BoolVar(&drill, "drill", false, "do not ask the provider: the log was restored away from it")
	cmd.Flags().StringVar(&since, "since", "", "file of a checkpoint, behind which the check begins")
	cmd.Flags().StringArrayVar(&checkpoints, "checkpoint", nil, "file of a checkpoint that was kept elsewhere")
	return cmd
}

// verifyInstallation checks all invariants, using the signed checkpoints in the database and those in files.
func verifyInstallation(ctx context.Context, t *wiring.Tools, files []string, since string, drill bool) (report *verify.Report, err error) {
	in := t.Installation()
	if err := addCheckpoints(ctx, t, files, &in); err != nil {
		return nil, err
	}
	if since != "" {
		return verifySince(ctx, t, in, since)
	}
	if in.Files, err = t.Files(ctx); err != nil {
		in.Unchecked = append(in.Unchecked, verify.Finding{Check: verify.FilesCheck, Subject: "the files", Problem: err.Error()})
	}
	if in.Drill = drill; !drill {
		closeProvider := addProvider(ctx, t, &in)
		defer func() { err = errors.Join(err, closeProvider()) }()
	}
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

// addProvider makes the check ask the provider for the payouts, if the provider is reachable. closeIt closes
// what it opened.
func addProvider(ctx context.Context, t *wiring.Tools, in *verify.Installation) (closeIt func() error) {
	unchecked := func(err error) {
		in.Unchecked = append(in.Unchecked, verify.Finding{Check: verify.PayoutsCheck, Subject: "the provider", Problem: err.Error()})
	}
	set, closeIt, err := t.Providers(ctx)
	if err != nil {
		unchecked(err)
		return func() error { return nil }
	}
	in.Connections, in.Simulated = wiring.VerifyAt(set), t.Config.Simulates()
	return closeIt
}

// addCheckpoints adds the signed checkpoints, and findings for those that are not signed with the
// installation's key. It returns an error when a file cannot be read.
func addCheckpoints(ctx context.Context, t *wiring.Tools, files []string, in *verify.Installation) error {
	key, err := t.CheckpointKey(ctx)
	if err != nil {
		wiring.CheckpointsUnchecked(in, err)
		return nil
	}
	wiring.AddStoredCheckpoints(ctx, t.Tree(), key, in)
	for _, name := range files {
		text, err := os.ReadFile(filepath.Clean(name))
		if err != nil {
			return err
		}
		tree, err := key.Open(string(text))
		if err != nil {
			in.Findings = append(in.Findings, wiring.Unsigned(name))
			continue
		}
		in.Signed = append(in.Signed, tree)
	}
	return nil
}

// endsBefore returns an error when a log has fewer events than were signed. It reads the log if its positions
// do not tell.
func endsBefore(ctx context.Context, s eventstore.Store, signed int64) error {
	head, err := s.Head(ctx)
	if err != nil {
		return err
	}
	events := head.Commit // the maximum, since each event has its own position
	if events >= signed {
		events = 0
		for after := (eventstore.Position{}); events < signed; {
			page, err := s.ReadAll(ctx, after, 1_000)
			if err != nil {
				return err
			}
			if len(page) == 0 {
				break
			}
			after, events = page[len(page)-1].Position, events+int64(len(page))
		}
	}
	if events >= signed {
		return nil
	}
	return found("the log ends before the checkpoint: %d events were signed, there are %d at most", signed, events)
}

// verifySince checks the events after the checkpoint in a file.
func verifySince(ctx context.Context, t *wiring.Tools, in verify.Installation, file string) (*verify.Report, error) {
	text, err := os.ReadFile(filepath.Clean(file))
	if err != nil {
		return nil, err
	}
	key, err := t.CheckpointKey(ctx)
	if err != nil {
		return nil, err
	}
	tree, err := key.Open(string(text))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	in.Since = &verify.Since{Events: tree.N}
	if in.Since.Checker, in.Since.Position, err = t.Tree().Resume(ctx, tree, in.Signed...); err != nil {
		return nil, errors.Join(endsBefore(ctx, t.Log.Store(), tree.N), err)
	}
	head, err := t.Log.Store().Head(ctx)
	if err != nil {
		return nil, err
	}
	m := newMeter("events", head.Commit)
	in.Progress = func(p eventstore.Position) { m.set(p.Commit) }
	report, err := verify.Run(ctx, in)
	m.end(err)
	return report, err
}
