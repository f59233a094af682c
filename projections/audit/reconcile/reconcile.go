package reconcile

import (
	"cmp"
	"context"
	"slices"
	"time"

	"gateway/domain/report"
	"gateway/eventstore"

	"github.com/shopspring/decimal"
)

// Provider is a provider whose books can be read. *provider.Client implements it.
type Provider interface {
	ListBookings(ctx context.Context, q report.BookingQuery, visit func(report.Booking) error) error
}

// The problems of a Difference.
const (
	MissingHere  = "missing here"
	MissingThere = "missing there"
	AmountDiffer = "amount differs"
	StatusDiffer = "status differs"
)

// Item is a payment or a payout as one side has it.
type Item struct {
	// ID is the provider's id of the payment or the disbursement; on our side, of a
	// payout, our reference.
	ID     string          `json:"id"`
	Amount decimal.Decimal `json:"amount"`
	Status report.Status   `json:"status"`
	At     time.Time       `json:"at"`
	// Position is the position of the event, on our side.
	Position int64 `json:"position,omitempty"`
	// alias is another id under which the provider may book a payment.
	alias string
	// waits is true when the client can withdraw the money only after the provider has
	// settled the payment.
	waits bool
}

// Difference is an item on which the two sides differ; Here or There is nil when it is
// missing on that side.
type Difference struct {
	Problem string `json:"problem"`
	// Kind is payment or payout.
	Kind      string `json:"kind"`
	Reference string `json:"reference"`
	Here      *Item  `json:"here"`
	There     *Item  `json:"there"`
}

// Tally counts the items of one kind. The totals are in rupiah.
type Tally struct {
	Here        int64           `json:"here"`
	There       int64           `json:"there"`
	Matched     int64           `json:"matched"`
	HereTotal   decimal.Decimal `json:"here_total"`
	ThereTotal  decimal.Decimal `json:"there_total"`
	Differences int64           `json:"differences"`
}

// Report is the comparison of a period of the provider's books with the log.
type Report struct {
	From        time.Time    `json:"from"`
	To          time.Time    `json:"to"` // exclusive
	Payments    Tally        `json:"payments"`
	Payouts     Tally        `json:"payouts"`
	Differences []Difference `json:"differences"`
}

// OK reports whether the two sides agree.
func (r *Report) OK() bool { return len(r.Differences) == 0 }

// Compare compares what the provider has booked in a period, to being exclusive, with
// the log, both ways. An item that only one side has in the period is looked for on
// the other side at any time before it counts as missing, because its day may differ
// around midnight. It keeps the period's items in memory. progress, when set, is
// called with positions as the log is read.
func Compare(
	ctx context.Context, log *eventstore.Log, there Provider, from, to time.Time, progress func(eventstore.Position),
) (*Report, error) {
	r := &Report{From: from.UTC(), To: to.UTC(), Differences: []Difference{}}
	here, err := logItems(ctx, log, func(_ string, at time.Time) bool { return !at.Before(from) && at.Before(to) }, progress)
	if err != nil {
		return nil, err
	}
	for _, kind := range []string{kindPayment, kindPayout} {
		if err := compareKind(ctx, log, there, kind, here[kind], r); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// itemsByReference are the items of one kind, by our reference.
type itemsByReference map[string][]*Item

func (l itemsByReference) total() (n int64, sum decimal.Decimal) {
	for _, items := range l {
		for _, i := range items {
			n, sum = n+1, sum.Add(i.Amount)
		}
	}
	return n, sum
}

func compareKind(ctx context.Context, log *eventstore.Log, at Provider, kind string, here itemsByReference, r *Report) error {
	there, err := providerItems(ctx, at, report.BookingQuery{Kinds: kindsOf[kind], From: r.From, To: r.To})
	if err != nil {
		return err
	}
	tally := &r.Payments
	if kind == kindPayout {
		tally = &r.Payouts
	}
	tally.Here, tally.HereTotal = here.total()
	tally.There, tally.ThereTotal = there.total()
	pairs := pairUp(here, there)
	if err := findOutsidePeriod(ctx, log, at, kind, pairs); err != nil {
		return err
	}
	for _, p := range pairs {
		problem := p.problem()
		if problem == "" {
			tally.Matched++
			continue
		}
		tally.Differences++
		r.Differences = append(r.Differences, Difference{
			Problem: problem, Kind: kind, Reference: p.reference, Here: p.here, There: p.there,
		})
	}
	return nil
}

// findOutsidePeriod looks for items that have no partner on the other side, at any
// time.
func findOutsidePeriod(ctx context.Context, log *eventstore.Log, at Provider, kind string, pairs []pair) error {
	lost := make(map[string]bool)
	taken := make(map[string]bool) // the ids of items with a partner
	for _, p := range pairs {
		switch {
		case p.here == nil:
			lost[p.reference] = true
		case p.there != nil:
			taken[p.here.ID], taken[p.there.ID] = true, true
		}
	}
	var here map[string]itemsByReference
	if len(lost) > 0 {
		var err error
		here, err = logItems(ctx, log, func(reference string, _ time.Time) bool { return lost[reference] }, nil)
		if err != nil {
			return err
		}
	}
	for i := range pairs {
		p := &pairs[i]
		switch {
		case p.here == nil:
			p.here = take(here[kind][p.reference], taken)
		case p.there == nil && p.problem() != "":
			there, err := providerItems(ctx, at, report.BookingQuery{Kinds: kindsOf[kind], Reference: p.reference})
			if err != nil {
				return err
			}
			p.there = take(there[p.reference], taken)
		}
	}
	return nil
}

// kindsOf are the provider's kinds that are compared with payments and with payouts.
var kindsOf = map[string][]report.BookingKind{kindPayment: {report.BookedPayment}, kindPayout: {report.BookedPayout}}

func providerItems(ctx context.Context, at Provider, q report.BookingQuery) (itemsByReference, error) {
	all := make(itemsByReference)
	err := at.ListBookings(ctx, q, func(t report.Booking) error {
		all[t.Reference] = append(all[t.Reference], &Item{ID: t.ProductID, Amount: t.Amount, Status: t.Status, At: t.At.UTC()})
		return nil
	})
	for _, items := range all {
		slices.SortStableFunc(items, func(a, b *Item) int { return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.ID, b.ID)) })
	}
	return all, err
}
