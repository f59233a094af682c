package wiring

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gateway/cmd/gateway/config"
	"gateway/cmd/gateway/database"
	"gateway/domain/calendar"
	"gateway/domain/secret"
	"gateway/eventstore"
	"gateway/eventstore/postgres"
	"gateway/http/outbound/providers"
	"gateway/http/service/auditrunservice"
	"gateway/http/service/fileservice"
	"gateway/projections/audit/reconcile"
	"gateway/projections/audit/verify"
	"gateway/projections/notary"
	"gateway/projections/readmodel"

	"github.com/sirupsen/logrus"
	"golang.org/x/mod/sumdb/tlog"
)

// auditor executes the audit runs of a serving gateway. It opens a separate store for each run to read the
// log: the store that serves keeps the newest events in memory, but a check must see what is on disk.
type auditor struct {
	config    config.Config
	logger    *logrus.Entry
	databases *database.Databases
	queries   *readmodel.Queries
	providers *providers.Set
	key       notary.Key
	files     verify.Files
	days      calendar.Calendar
}

// newAuditRuns makes the audit runs that this process executes. done is called when one has ended.
func (a *App) newAuditRuns(version string, masters secret.Ring, done func(kind, outcome string)) *auditrunservice.Runs {
	return auditrunservice.New(a.core, auditor{
		config: a.config, logger: a.logger, databases: a.databases, queries: a.core.Queries, days: a.core.Calendar,
		providers: a.providers, key: a.notary.Key(),
		files: &fileservice.Store{State: a.core.State, Masters: masters},
	}, version, done)
}

// sweepScratch drops the schemas that killed audit runs left beside the read models.
func (a *App) sweepScratch(ctx context.Context) {
	if err := verify.SweepScratch(ctx, a.databases.Read.DB); err != nil && ctx.Err() == nil {
		a.logger.WithError(err).Warn("what a killed audit run left is not removed yet")
	}
}

// open opens the log for a run. The caller closes its store.
func (a auditor) open(ctx context.Context) (*eventstore.Log, error) {
	store, err := openStore(ctx, a.config, postgres.Config{DSN: a.databases.EventsURL, MaxReadConns: auditConns, Log: a.logger})
	if err != nil {
		return nil, fmt.Errorf("open the log for an audit run: %w", err)
	}
	return newLogOf(store), nil
}

// auditConns is the number of connections that an audit run has to the log.
const auditConns = 2

// Verify implements auditrunservice.Auditor.
func (a auditor) Verify(ctx context.Context, covered int64, progress func(auditrunservice.Progress)) (report *verify.Report, err error) {
	log, err := a.open(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, log.Store().Close()) }()
	in := verify.Installation{Log: log, Read: a.databases.Read, ReadURL: a.databases.ReadURL, Models: readmodel.AllIn(a.days), Files: a.files}
	tree := notary.NewTree(a.databases.Read, log)
	AddStoredCheckpoints(ctx, tree, a.key, &in)
	if err := goOn(ctx, tree, covered, &in); err != nil {
		return nil, err
	}
	if in.Since == nil {
		in.Connections = VerifyAt(a.providers)
	}
	p, err := auditProgressOf(ctx, log, progress)
	if err != nil {
		return nil, err
	}
	if in.Since != nil {
		p.After = in.Since.Position.Commit
	}
	in.Progress = p.move
	return verify.Run(ctx, in)
}

// goOn makes a check start after the newest signed checkpoint of at most covered events. If there is none, or
// the stored tree does not match the checkpoint, the whole log is checked.
func goOn(ctx context.Context, tree *notary.Tree, covered int64, in *verify.Installation) error {
	var newest tlog.Tree
	for _, t := range in.Signed {
		if t.N <= covered && t.N > newest.N {
			newest = t
		}
	}
	if newest.N == 0 {
		return nil
	}
	checker, position, err := tree.Resume(ctx, newest, in.Signed...)
	if errors.Is(err, notary.ErrNotResumable) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("go on from the checkpoint of %d events: %w", newest.N, err)
	}
	in.Since = &verify.Since{Events: newest.N, Checker: checker, Position: position}
	return nil
}

// Connections implements auditrunservice.Auditor.
func (a auditor) Connections() []string {
	return a.providers.Names()
}

// Reconcile implements auditrunservice.Auditor.
func (a auditor) Reconcile(
	ctx context.Context, name string, from, to time.Time, full bool, progress func(auditrunservice.Progress),
) (report *reconcile.Report, err error) {
	log, err := a.open(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, log.Store().Close()) }()
	p, err := auditProgressOf(ctx, log, progress)
	if err != nil {
		return nil, err
	}
	var q reconcile.ReadModels
	if !full {
		q = a.queries
	}
	return Reconcile(ctx, a.providers, log, q, name, from, to, p.move)
}

// auditProgress reports how far a run has come.
type auditProgress struct {
	auditrunservice.Progress
	report func(auditrunservice.Progress)
}

func auditProgressOf(ctx context.Context, log *eventstore.Log, report func(auditrunservice.Progress)) (*auditProgress, error) {
	head, err := log.Store().Head(ctx)
	if err != nil {
		return nil, fmt.Errorf("read the head of the log: %w", err)
	}
	return &auditProgress{Progress: auditrunservice.Progress{Head: head.Commit}, report: report}, nil
}

func (p *auditProgress) move(to eventstore.Position) {
	p.Position = to.Commit
	p.Head = max(p.Head, to.Commit)
	p.report(p.Progress)
}

// AddStoredCheckpoints adds the signed checkpoints in the database, and findings for those that are not
// signed with the key.
func AddStoredCheckpoints(ctx context.Context, tree *notary.Tree, key notary.Key, in *verify.Installation) {
	trees, foreign, err := tree.StoredTrees(ctx, key)
	if err != nil {
		CheckpointsUnchecked(in, err)
	}
	in.Signed = trees
	for _, size := range foreign {
		in.Findings = append(in.Findings, Unsigned(fmt.Sprintf("the stored checkpoint of %d events", size)))
	}
}

// CheckpointsUnchecked records in the report why the signed checkpoints could not be checked.
func CheckpointsUnchecked(in *verify.Installation, err error) {
	in.Unchecked = append(in.Unchecked, verify.Finding{Check: verify.SignedCheck, Subject: "the signed checkpoints", Problem: err.Error()})
}

// Unsigned returns the finding for a checkpoint that is not signed with the installation's key.
func Unsigned(subject string) verify.Finding {
	return verify.Finding{
		Check: verify.SignedCheck, Subject: subject,
		Problem: "is not signed with this installation's key: MASTER_SECRET is another one now, or somebody else wrote it",
	}
}
