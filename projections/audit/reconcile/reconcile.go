package reconcile

import (
	"context"
	"time"

	"gateway/domain/report"
	"gateway/eventstore"

	"github.com/shopspring/decimal"
)

// Provider is a provider whose books can be read. *provider.Client implements it.
type Provider interface {
	ListBookings(ctx context.Context, q report.BookingQuery, visit func(report.Booking) error) error
	// Balance is our money at the provider, in rupiah.
	Balance(ctx context.Context) (decimal.Decimal, error)
}

// Report is the comparison of a connection's books with the log for a period, and the equation over all time.
type Report struct {
	Connection string `json:"connection"`
	// Unlisted says that the provider lists no bookings: there is the equation alone.
	Unlisted    bool         `json:"unlisted"`
	From        time.Time    `json:"from"`
	To          time.Time    `json:"to"` // exclusive
	Equation    Equation     `json:"equation"`
	Payments    Tally        `json:"payments"`
	Payouts     Tally        `json:"payouts"`
	Reversals   Tally        `json:"reversals"`
	Fees        Tally        `json:"fees"`
	OwnMoney    Tally        `json:"own_money"`
	Differences []Difference `json:"differences"`
}

// OK reports whether the two sides agree: the period has no differences and the equation holds.
func (r *Report) OK() bool { return len(r.Differences) == 0 && r.Equation.Holds() }

func (r *Report) tally(kind string) *Tally {
	return map[string]*Tally{
		kindPayment: &r.Payments, kindPayout: &r.Payouts, kindReversal: &r.Reversals, kindFee: &r.Fees, kindOwnMoney: &r.OwnMoney,
	}[kind]
}

// Compare compares one connection: the provider's bookings of a period with the log, in both directions, and the
// provider's balance with the whole log. The end of the period, to, is exclusive. An item that only one side has in the
// period is looked up on the other side at any time before it counts as missing, because its day may differ
// around midnight. Compare keeps the period's items and all unsettled payments in memory. Changes during the
// comparison may appear as differences. progress, if set, is called with positions as the log is read.
//
// With q, Compare starts to read the log one day before the period, and reads the streams of the payments
// that were open then. Without q, or when the provider has something other than a payment that this part of
// the log lacks, it reads the whole log. q may be nil.
func Compare(
	ctx context.Context, log *eventstore.Log, q ReadModels, connection string, provider Provider, from, to time.Time,
	progress func(eventstore.Position),
) (*Report, error) {
	r := &Report{Connection: connection, From: from.UTC(), To: to.UTC(), Differences: []Difference{}}
	there, err := providerItems(ctx, provider, report.BookingQuery{From: r.From, To: r.To}, false)
	if err != nil {
		return nil, err
	}
	balance, err := provider.Balance(ctx)
	if err != nil {
		return nil, err
	}
	here, err := readHere(ctx, log, q, there, period{connection: connection, from: from, to: to, references: there.references()}, progress)
	if err == nil {
		err = here.askSilent(ctx, provider)
	}
	if err != nil {
		return nil, err
	}
	r.Equation = newEquation(&here.money, balance)
	for _, kind := range kinds {
		if err := r.compareKind(ctx, provider, kind, here.items[kind], there[kind]); err != nil {
			return nil, err
		}
	}
	r.Equation.explain(r.Differences)
	return r, nil
}

// readHere reads the part of the log that the comparison needs.
func readHere(
	ctx context.Context, log *eventstore.Log, q ReadModels, there items, p period, progress func(eventstore.Position),
) (*logSide, error) {
	if q == nil {
		return readLog(ctx, log, beginning{}, p, progress)
	}
	b, err := beginningFor(ctx, log, q, p.connection, p.from)
	if err != nil {
		return nil, err
	}
	here, err := readLog(ctx, log, b, p, progress)
	if err != nil || b.after == (eventstore.Position{}) {
		return here, err
	}
	if all, err := here.findEarlier(ctx, log, there); err != nil || all {
		return here, err
	}
	return readLog(ctx, log, beginning{}, p, progress)
}

func (i items) references() map[string]bool {
	all := make(map[string]bool)
	for _, kind := range i {
		for reference := range kind {
			all[reference] = true
		}
	}
	return all
}

func (r *Report) compareKind(ctx context.Context, at Provider, kind string, here, there itemsByReference) error {
	pairs := pairUp(here, there)
	if err := findOnOtherDays(ctx, at, kind, pairs); err != nil {
		return err
	}
	for _, p := range pairs {
		r.tally(kind).count(p)
		if problem := p.problem(); problem != "" {
			d := Difference{Problem: problem, Kind: kind, Reference: p.reference, Here: p.here, There: p.there, Effect: p.effect()}
			r.Differences = append(r.Differences, d.explain())
		}
	}
	return nil
}

// findOnOtherDays asks the provider, for any day, for the items that have no partner on its side.
func findOnOtherDays(ctx context.Context, at Provider, kind string, pairs []pair) error {
	taken := make(map[string]bool) // the ids of items with a partner
	for _, p := range pairs {
		if p.there != nil {
			taken[p.there.ID] = true
		}
	}
	for i := range pairs {
		p := &pairs[i]
		if p.there != nil || p.problem() == "" {
			continue
		}
		there, err := providerItems(ctx, at, report.BookingQuery{Reference: p.reference}, true)
		if err != nil {
			return err
		}
		p.there = take(there[kind][p.reference], taken)
	}
	return nil
}
