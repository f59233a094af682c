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

// Provider is asked for each payout that was sent to it. *provider.Client
// implements it. Error: report.ErrNoRecord.
type Provider interface {
	FindPayout(ctx context.Context, externalID string) (report.Payout, error)
}

// ProviderBooks is a provider whose books can be read. *provider.Client implements it.
type ProviderBooks interface {
	ListBookings(ctx context.Context, q report.BookingQuery, visit func(report.Booking) error) error
}

// pageSize is how many events are read at once.
const pageSize = 5_000

// Installation is what is verified.
type Installation struct {
	Log *eventstore.Log
	// Read is the read models' database; ReadURL is how to connect to it anew.
	Read    *sqlx.DB
	ReadURL string
	Models  []engine.Model
	// Provider may be nil: then payouts are held against the log alone.
	Provider Provider
	// ProviderBooks are the provider's books. With them Provider is asked for few payouts
	// only, and payouts are found that the log knows nothing of. It may be nil.
	ProviderBooks ProviderBooks
	// Signed are checkpoints of the log, those kept here and those kept elsewhere.
	Signed []tlog.Tree
	// Progress, when set, is told of positions as the log is read.
	Progress func(eventstore.Position)
}

// invariant looks at every event once, in log order, and says in the end what is
// left over.
type invariant interface {
	name() string
	observe(e eventstore.Envelope, r *Report)
	finish(r *Report)
}

// Run holds the invariants of the installation up to where the read models are.
// The error says that it could not be done; what is wrong stands in the report.
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
		invariants: []invariant{&order{}, newLedger(), newPosted(in.Log.Store().ID()), newCalledBack(), payouts, signed},
	}
	differing, err := served.replay(ctx, in, o)
	if err != nil {
		return nil, err
	}
	if err := rest(ctx, in.Log, r, signed, payouts); err != nil {
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
		r.found(modelsCheck, f.Subject, "%s", f.Problem)
	}
	return r, nil
}

// observer shows the events of a replay to the invariants: as one more model, so
// that the log is read once for all.
type observer struct {
	report     *Report
	invariants []invariant
	progress   func(eventstore.Position)
}

// Name implements projections.Model.
func (o *observer) Name() string { return "invariants" }

// Tables implements projections.Model.
func (o *observer) Tables() []string { return nil }

// Apply implements projections.Model.
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

// rest goes on to the end of the log, beyond where the read models are: with what was
// signed, and with payouts, of which the provider may know more by now.
func rest(ctx context.Context, log *eventstore.Log, r *Report, signed *signed, payouts *payouts) error {
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
