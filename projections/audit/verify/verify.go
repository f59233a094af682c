package verify

import (
	"context"
	"strings"

	"gateway/domain/balance"
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

// pageSize is how many events are read at once.
const pageSize = 5_000

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
	// Signed are signed checkpoints of the log: those stored here and those kept
	// elsewhere.
	Signed []tlog.Tree
	// Progress, when set, is called with positions as the log is read.
	Progress func(eventstore.Position)
}

// invariant observes every event once, in log order, and reports at the end what is
// still open.
type invariant interface {
	name() string
	observe(e eventstore.Envelope, r *Report)
	finish(r *Report)
}

// Run checks the invariants of an installation, up to the position of its read models.
// The error says that the check could not be made; broken invariants are in the
// report.
func Run(ctx context.Context, in Installation) (*Report, error) {
	r := &Report{}
	booked, err := bookedPayouts(ctx, in.ProviderBooks)
	if err != nil {
		return nil, err
	}
	served, err := readServed(ctx, in)
	if err != nil {
		return nil, err
	}
	payouts, signed := &payouts{}, &signed{checker: notary.NewLogChecker(in.Signed...)}
	o := &observer{
		report: r, progress: in.Progress,
		invariants: []invariant{&order{}, newLedgerRules(), newPosted(in.Log.Store().ID()), newCalledBack(), payouts, signed},
	}
	differing, err := served.replay(ctx, in, o)
	if err != nil {
		return nil, err
	}
	if err := observeRest(ctx, in.Log, r, signed, payouts); err != nil {
		return nil, err
	}
	for _, i := range o.invariants {
		r.Checks = append(r.Checks, i.name())
		i.finish(r)
	}
	if in.Provider != nil {
		if err := payouts.ask(ctx, in.Provider, booked, r); err != nil {
			return nil, err
		}
	}
	r.Checks = append(r.Checks, modelsCheck)
	for _, f := range differing {
		r.addFinding(modelsCheck, f.Subject, "%s", f.Problem)
	}
	return r, nil
}

// observer gives the events of the replay to the invariants. It is one more model of
// the replay, so that the log is read once for all of them.
type observer struct {
	report     *Report
	invariants []invariant
	progress   func(eventstore.Position)
}

// Name implements engine.Model.
func (o *observer) Name() string { return "invariants" }

// Tables implements engine.Model.
func (o *observer) Tables() []string { return nil }

// Apply implements engine.Model.
func (o *observer) Apply(_ context.Context, _ *engine.Tx, events []eventstore.Envelope) error {
	for _, e := range events {
		for _, i := range o.invariants {
			i.observe(e, o.report)
		}
		o.report.Position = e.Position
		o.report.Events++
	}
	if o.progress != nil {
		o.progress(o.report.Position)
	}
	return nil
}

// observeRest reads on from the position of the read models to the end of the log, for
// two checks: signed checkpoints, which may be newer, and payouts, of which the
// provider may have newer news.
func observeRest(ctx context.Context, log *eventstore.Log, r *Report, signed *signed, payouts *payouts) error {
	for at := r.Position; ; {
		events, err := log.Store().ReadAll(ctx, at, pageSize)
		if err != nil || len(events) == 0 {
			return err
		}
		for _, recorded := range events {
			signed.hash(recorded, r)
			if !strings.HasPrefix(recorded.Stream, balance.Aggregate.Category+"-") {
				continue
			}
			e, err := log.Decode(recorded)
			if err != nil {
				return err
			}
			payouts.observe(e, r)
		}
		at = events[len(events)-1].Position
	}
}
