package verify

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"gateway/domain/report"
	"gateway/eventstore"
	"gateway/projections/engine"
	"gateway/projections/notary"

	"github.com/jmoiron/sqlx"
	"golang.org/x/mod/sumdb/tlog"
)

// Provider looks up the payouts that were submitted to it. It returns report.ErrNoRecord for one that it does
// not know. Both adapters implement it.
type Provider interface {
	FindPayout(ctx context.Context, api, reference string) (report.Payout, error)
}

// ProviderBooks is a provider whose books can be read. *provider.Client implements it.
type ProviderBooks interface {
	ListBookings(ctx context.Context, q report.BookingQuery, visit func(report.Booking) error) error
}

// Connection is a connection that is asked for payouts.
type Connection struct {
	Name     string
	Provider Provider
	// Books may be nil. With them, only few payouts are looked up at Provider, and payouts of the provider that
	// the log lacks are found.
	Books ProviderBooks
	// Apart says why the connection can't be asked from here; empty where it can. Its payouts are then not compared,
	// which the report notes. Provider and Books are nil.
	Apart string
}

// Installation is what Run verifies.
type Installation struct {
	Log *eventstore.Log
	// Read is the read models' database. ReadURL is its URL, for further connections.
	Read    *sqlx.DB
	ReadURL string
	Models  []engine.Model
	// Connections are asked for the payouts that they made. Without any, payouts are checked against the log only.
	Connections []Connection
	// Simulated says that the provider is the simulated one, which does not know payouts from before the log
	// was imported. Payouts that it lacks are then reported as unchecked, not as findings.
	Simulated bool
	// Drill says that the log was restored away from its provider, which is then not asked. The report says
	// so.
	Drill bool
	// Files has the files that events name; nil where they can't be read, which the report notes.
	Files Files
	// Signed are the signed checkpoints of the log: those stored here and those kept elsewhere.
	Signed []tlog.Tree
	// Since, if set, makes the check start after a signed checkpoint.
	Since *Since
	// Findings and Unchecked are what the caller found, or could not check, while it gathered the other
	// fields.
	Findings, Unchecked []Finding
	// Progress, if set, is called with positions as the log is read.
	Progress func(eventstore.Position)
}

// Since is a signed tree after which a check starts. Such a check covers what an event, its stream and the
// signatures show on their own. Only a check of the whole log covers what needs earlier events: that payments
// are posted once, callbacks, payouts, approvals, and the read models.
type Since struct {
	// Checker continues after the tree, at the event after Position (notary.Tree.Resume).
	Checker  *notary.LogChecker
	Position eventstore.Position
	// Events is the size of the tree.
	Events int64
}

// invariant observes every event once, in log order, and at the end reports what is still open.
type invariant interface {
	name() string
	observe(e eventstore.Envelope, r *Report)
	finish(r *Report)
}

// Names returns the names of all checks in report order. A report lacks keptCheck when the store keeps no
// copies of archived events.
func Names() (names []string) {
	for _, i := range []invariant{
		readable{},
		&strangers{}, &order{}, newLedgerRules(), &posted{}, &calledBack{}, &payouts{}, &granted{}, &slips{},
		&closings{}, &files{}, &signed{},
	} {
		names = append(names, i.name())
	}
	return append(names, keptCheck, modelsCheck)
}

// Run checks the invariants of an installation up to the head of the log, and each read model at its own
// position. It first drops the schemas of killed checks. The report has what is wrong and what could not be
// checked; Run returns an error when the log cannot be read.
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
	booked, booksErr := bookedPayouts(ctx, in.Connections)
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
	closed, err := newClosings(ctx, in.Log, head)
	if err != nil {
		return nil, err
	}
	named := &files{}
	invariants := []invariant{
		readable{},
		&strangers{}, &order{}, newLedgerRules(), posted, newCalledBack(), payouts, &granted{}, &slips{}, closed, named,
		newSigned(ctx, in, notary.NewLogChecker(slices.Concat(closed.trees(), in.Signed)...), r),
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
	if len(in.Connections) > 0 && booksErr == nil {
		payouts.ask(ctx, in.Connections, booked, r)
	}
	named.look(ctx, in.Files, in.Drill, r)
	checkKept(ctx, in.Log.Store(), r)
	r.Checks = append(r.Checks, modelsCheck)
	replay.compare(ctx, r)
	return r, nil
}

// keptCheck compares the copies of archived events, which the gateway uses for decisions, with the archive.
const keptCheck = "copies of archived events"

func checkKept(ctx context.Context, store eventstore.Store, r *Report) {
	keeper, ok := store.(eventstore.Keeper)
	if !ok {
		return
	}
	r.Checks = append(r.Checks, keptCheck)
	differences, err := keeper.CheckKept(ctx)
	if err != nil {
		r.addUnchecked(keptCheck, "kept_events", err)
	}
	for _, d := range differences {
		r.addFinding(keptCheck, fmt.Sprintf("revision %d of %s, position %d", d.Revision, d.Stream, d.Position.Commit), "%s", d.Problem)
	}
}

// readable checks that every event can be decoded. The other checks skip events that cannot.
type readable struct{}

func (readable) name() string { return "every event can be read" }

func (c readable) observe(e eventstore.Envelope, r *Report) {
	broken, ok := e.Event.(engine.Undecodable)
	var unknown *eventstore.UnknownTypeError
	switch {
	case !ok:
	case errors.As(broken.Cause, &unknown):
		r.addUnchecked(c.name(), subject(e), unknown)
	default:
		r.addFinding(c.name(), subject(e), "is malformed: %v", broken.Cause)
	}
}

func (readable) finish(*Report) {}

// runSince checks the events after a signed checkpoint.
func runSince(ctx context.Context, in Installation) (*Report, error) {
	r := &Report{
		Findings: in.Findings, Unchecked: in.Unchecked, Position: in.Since.Position, After: in.Since.Position, EventsBefore: in.Since.Events,
	}
	head, err := in.Log.Store().Head(ctx)
	if err != nil {
		return nil, err
	}
	rules := newLedgerRules()
	rules.later = true
	invariants := []invariant{
		readable{}, &strangers{}, &order{last: in.Since.Position, later: true}, rules, newSigned(ctx, in, in.Since.Checker, r),
	}
	err = engine.ReadPages(ctx, in.Log.Store(), in.Since.Position, head, func(page []eventstore.Recorded) error {
		for _, e := range engine.DecodePageOnce(in.Log, page) {
			for _, i := range invariants {
				i.observe(e, r)
			}
		}
		r.Position, r.Events = page[len(page)-1].Position, r.Events+int64(len(page))
		if in.Progress != nil {
			in.Progress(r.Position)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for _, i := range invariants {
		r.Checks = append(r.Checks, i.name())
		i.finish(r)
	}
	r.addNote(SignedCheck, fmt.Sprintf("the %d events of the checkpoint were not read again; postings, callbacks, payouts, approvals and "+
		"read models are compared without --since", in.Since.Events))
	return r, nil
}
