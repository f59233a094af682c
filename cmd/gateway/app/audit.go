package app

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gateway/eventstore"
	"gateway/http/provider"
	"gateway/http/service/auditrun"
	"gateway/projections/audit/reconcile"
	"gateway/projections/audit/verify"
	"gateway/projections/notary"
	"gateway/projections/readmodel"

	"golang.org/x/mod/sumdb/tlog"
)

// auditor does the audit runs of a serving gateway.
type auditor struct {
	log       *eventstore.Log
	databases *Databases
	queries   *readmodel.Queries
	provider  *provider.Client
	key       notary.Key
}

// newAuditRuns makes the audit runs of the installation, done by this process. done is called when one has ended.
func (a *App) newAuditRuns(version string, done func(kind, outcome string)) *auditrun.Runs {
	return auditrun.New(a.core, auditor{
		log: a.core.Log, databases: a.databases, queries: a.core.Queries, provider: a.provider, key: a.notary.Key(),
	}, version, done)
}

func (a auditor) tree() *notary.Tree { return notary.NewTree(a.databases.Read, a.log) }

// Verify implements auditrun.Auditor.
func (a auditor) Verify(ctx context.Context, covered int64, progress func(auditrun.Progress)) (*verify.Report, error) {
	in := verify.Installation{Log: a.log, Read: a.databases.Read, ReadURL: a.databases.ReadURL, Models: readmodel.All()}
	AddStoredCheckpoints(ctx, a.tree(), a.key, &in)
	if err := a.goOn(ctx, covered, &in); err != nil {
		return nil, err
	}
	if in.Since == nil {
		in.Provider, in.ProviderBooks = a.provider, a.provider
	}
	p, err := a.progress(ctx, progress)
	if err != nil {
		return nil, err
	}
	if in.Since != nil {
		p.After = in.Since.Position.Commit
	}
	in.Progress = p.move
	return verify.Run(ctx, in)
}

// goOn has a check begin behind the newest signed checkpoint of at most so many events. Without one,
// and where the stored tree is not that of the checkpoint, the whole log is checked.
func (a auditor) goOn(ctx context.Context, covered int64, in *verify.Installation) error {
	var newest tlog.Tree
	for _, t := range in.Signed {
		if t.N <= covered && t.N > newest.N {
			newest = t
		}
	}
	if newest.N == 0 {
		return nil
	}
	checker, position, err := a.tree().Resume(ctx, newest, in.Signed...)
	if errors.Is(err, notary.ErrNotResumable) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("go on from the checkpoint of %d events: %w", newest.N, err)
	}
	in.Since = &verify.Since{Events: newest.N, Checker: checker, Position: position}
	return nil
}

// Reconcile implements auditrun.Auditor.
func (a auditor) Reconcile(ctx context.Context, from, to time.Time, full bool, progress func(auditrun.Progress)) (*reconcile.Report, error) {
	p, err := a.progress(ctx, progress)
	if err != nil {
		return nil, err
	}
	var q reconcile.ReadModels
	if !full {
		q = a.queries
	}
	return reconcile.Compare(ctx, a.log, q, a.provider, from, to, p.move)
}

// auditProgress passes on how far a run has come.
type auditProgress struct {
	auditrun.Progress
	report func(auditrun.Progress)
}

func (a auditor) progress(ctx context.Context, report func(auditrun.Progress)) (*auditProgress, error) {
	head, err := a.log.Store().Head(ctx)
	if err != nil {
		return nil, fmt.Errorf("read the head of the log: %w", err)
	}
	return &auditProgress{Progress: auditrun.Progress{Head: head.Commit}, report: report}, nil
}

func (p *auditProgress) move(to eventstore.Position) {
	p.Position = to.Commit
	p.Head = max(p.Head, to.Commit)
	p.report(p.Progress)
}

// AddStoredCheckpoints adds the signed checkpoints that the database keeps, and as findings those
// that are not signed with the key.
func AddStoredCheckpoints(ctx context.Context, tree *notary.Tree, key notary.Key, in *verify.Installation) {
	trees, foreign, err := tree.StoredTrees(ctx, key)
	if err != nil {
		in.Unchecked = append(in.Unchecked, verify.Finding{
			Check: verify.SignedCheck, Subject: "the signed checkpoints", Problem: err.Error(),
		})
	}
	in.Signed = trees
	for _, size := range foreign {
		in.Findings = append(in.Findings, Unsigned(fmt.Sprintf("the stored checkpoint of %d events", size)))
	}
}

// Unsigned is the finding of a checkpoint that is not signed with the installation's key.
func Unsigned(subject string) verify.Finding {
	return verify.Finding{
		Check: verify.SignedCheck, Subject: subject,
		Problem: "is not signed with this installation's key: MASTER_SECRET is another one now, or somebody else wrote it",
	}
}
