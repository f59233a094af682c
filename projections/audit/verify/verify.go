package verify

import (
	"context"

	"gateway/domain/report"
	"gateway/eventstore"
	"gateway/projections/engine"
	"gateway/projections/notary"

	"github.com/jmoiron/sqlx"
	"golang.org/x/mod/sumdb/tlog"
)

// Provider is asked for the payouts that were submitted to it. *provider.Client
// implements it. Error: report.ErrNoRecord.
type Provider interface {
	FindPayout(ctx context.Context, api, reference string) (report.Payout, error)
}

// ProviderBooks is a provider whose books can be read. *provider.Client implements it.
type ProviderBooks interface {
	ListBookings(ctx context.Context, q report.BookingQuery, visit func(report.Booking) error) error
}

// Installation is what Run verifies.
type Installation struct {
	Log *eventstore.Log
	// Read is the read models' database, ReadURL its URL for further connections.
	Read    *sqlx.DB
	ReadURL string
	Models  []engine.Model
	// Provider may be nil; then payouts are only checked against the log.
	Provider Provider
	// ProviderBooks may be nil. With it, Provider is asked for few payouts only, and
	// payouts of the provider that the log does not have are found.
	ProviderBooks ProviderBooks
	// Simulated: the provider is the simulated one, which knows no payout from before the log was imported. Those
	// that it lacks are unchecked then, and no findings.
	Simulated bool
	// Drill: the log was restored away from its provider, which is not asked. The report says so.
	Drill bool
	// Signed are signed checkpoints of the log: those stored here and those kept
	// elsewhere.
	Signed []tlog.Tree
	// Since, when set, is where the check begins: behind a signed checkpoint.
	Since *Since
	// Findings and Unchecked are what the caller found and could not check while it
	// gathered the rest.
	Findings, Unchecked []Finding
	// Progress, when set, is called with positions as the log is read.
	Progress func(eventstore.Position)
}

// Since is a signed tree behind which a check begins. It covers what an event by itself, its stream and
// the signatures show; what needs the events before is left to a check of the whole log: that
// payments are posted once, callbacks, payouts, approvals, and the read models.
type Since struct {
	// Checker goes on behind the tree, at the event after Position (notary.Tree.Resume).
	Checker  *notary.LogChecker
	Position eventstore.Position
	// Events is the size of the tree.
	Events int64
}

// invariant observes every event once, in log order, and reports at the end what is
// still open.
type invariant interface {
	name() string
	observe(e eventstore.Envelope, r *Report)
	finish(r *Report)
}

// Names are the names of all checks, in the order of a report. A report of a store that keeps no copies of
// archived events lacks that check.
func Names() (names []string) {
	for _, i := range []invariant{
		readable{}, &strangers{}, &order{}, newLedgerRules(), &posted{}, &calledBack{}, &payouts{}, &granted{}, &signed{},
	} {
		names = append(names, i.name())
	}
	return append(names, keptCheck, modelsCheck)
}

// Run checks the invariants of an installation, up to the head of the log, and its read
// models, each at its own position. It first drops the schemas of checks that were killed. What is
// wrong, and what could not be checked, is in the report; the error says that the log can't be read.
func Run(ctx context.Context, in Installation) (*Report, error) {
	run := runWhole
	if in.Since != nil {
		run = runSince
	}
	swept := SweepScratch(ctx, in.Read.DB)
	r, err := run(ctx, in)
	if err == nil && swept != nil {
		r.addNote(modelsCheck, swept.Error())
	}
	return r, err
}

func runWhole(ctx context.Context, in Installation) (*Report, error) {
	r := &Report{Findings: in.Findings, Unchecked: in.Unchecked}
	payouts := &payouts{simulated: in.Simulated}
	booked, booksErr := bookedPayouts(ctx, in.ProviderBooks)
	if booksErr != nil {
		r.addUnchecked(payouts.name(), "the provider's books", booksErr)
	}
	served := readServed(ctx, in, r)
	head, err := in.Log.Store().Head(ctx)
	if err != nil {
		return nil, err
	}
	posted := newPosted(in.Log.Store().ID())
	posted.reached = served.posting
	invariants := []invariant{
		readable{},
		&strangers{}, &order{}, newLedgerRules(), posted, newCalledBack(), payouts, &granted{},
		newSigned(ctx, in, notary.NewLogChecker(in.Signed...), r),
	}
	replay := served.beginReplay(ctx, in, head, r)
	defer replay.close(ctx, r)
	err = engine.ReadPages(ctx, in.Log.Store(), eventstore.Position{}, head, func(page []eventstore.Recorded) error {
		events := engine.DecodePageOnce(in.Log, page)
		for _, e := range events {
			for _, i := range invariants {
				i.observe(e, r)
			}
		}
		r.Position, r.Events = page[len(page)-1].Position, r.Events+int64(len(page))
		if in.Progress != nil {
			in.Progress(r.Position)
		}
		replay.apply(ctx, events, r)
		return nil
	})
	if err != nil {
		return nil, err
	}
	for _, i := range invariants {
		r.Checks = append(r.Checks, i.name())
		i.finish(r)
	}
	if in.Drill {
		r.addNote(payouts.name(), "not compared with the provider: with --drill it is not asked whether it made these payouts and no others")
	}
	if in.Provider != nil && booksErr == nil {
		payouts.ask(ctx, in.Provider, booked, r)
	}
	checkKept(ctx, in.Log.Store(), r)
	r.Checks = append(r.Checks, modelsCheck)
	replay.compare(ctx, r)
	return r, nil
}
