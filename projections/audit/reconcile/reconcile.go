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

// What can be wrong with an item.
const (
	MissingHere  = "missing here"
	MissingThere = "missing there"
	AmountDiffer = "amount differs"
	StatusDiffer = "status differs"
)

// Item is a payment or a payout as one of the two sides has it.
type Item struct {
	// ID is the provider's: of the payment, or of the disbursement.
	ID     string          `json:"id"`
	Amount decimal.Decimal `json:"amount"`
	Status report.Status   `json:"status"`
	At     time.Time       `json:"at"`
	// Position is that of the event, here.
	Position int64 `json:"position,omitempty"`
	// alias is another id that the provider may book a payment under.
	alias string
	// waits: the client's money is withdrawable only when the payment is settled.
	waits bool
}

// Difference is what the two sides don't agree on.
type Difference struct {
	Problem string `json:"problem"`
	// Kind is payment or payout.
	Kind      string `json:"kind"`
	Reference string `json:"reference"`
	Here      *Item  `json:"here"`
	There     *Item  `json:"there"`
}

// Tally counts one kind.
type Tally struct {
	Here        int64           `json:"here"`
	There       int64           `json:"there"`
	Matched     int64           `json:"matched"`
	HereTotal   decimal.Decimal `json:"here_total"`
	ThereTotal  decimal.Decimal `json:"there_total"`
	Differences int64           `json:"differences"`
}

// Report is a day's comparison of the log with the provider's books.
type Report struct {
	From        time.Time    `json:"from"`
	To          time.Time    `json:"to"` // exclusive
	Payments    Tally        `json:"payments"`
	Payouts     Tally        `json:"payouts"`
	Differences []Difference `json:"differences"`
}

// OK reports whether the two agree.
func (r *Report) OK() bool { return len(r.Differences) == 0 }

// Compare compares what the provider has booked from one time to another
// (exclusive) with the log, both ways. An item whose day is another one there than
// here, as around midnight, is looked for without its day before it counts as
// missing. Memory is that of what was booked in the time. progress, when set, is
// told of positions as the log is read.
func Compare(
	ctx context.Context, log *eventstore.Log, there Provider, from, to time.Time, progress func(eventstore.Position),
) (*Report, error) {
	r := &Report{From: from.UTC(), To: to.UTC(), Differences: []Difference{}}
	here, err := ours(ctx, log, func(_ string, at time.Time) bool { return !at.Before(from) && at.Before(to) }, progress)
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

// ledgerOf are the items of one kind, by our reference.
type ledgerOf map[string][]*Item

func (l ledgerOf) total() (n int64, sum decimal.Decimal) {
	for _, items := range l {
		for _, i := range items {
			n, sum = n+1, sum.Add(i.Amount)
		}
	}
	return n, sum
}

func compareKind(ctx context.Context, log *eventstore.Log, at Provider, kind string, here ledgerOf, r *Report) error {
	there, err := theirs(ctx, at, report.BookingQuery{Payouts: kind == kindPayout, From: r.From, To: r.To})
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
	if err := lookAgain(ctx, log, at, kind, pairs); err != nil {
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

// lookAgain looks for what has no partner on the other side, whatever its day.
func lookAgain(ctx context.Context, log *eventstore.Log, at Provider, kind string, pairs []pair) error {
	lost := make(map[string]bool)
	taken := make(map[string]bool) // the ids of those that have a partner
	for _, p := range pairs {
		switch {
		case p.here == nil:
			lost[p.reference] = true
		case p.there != nil:
			taken[p.here.ID], taken[p.there.ID] = true, true
		}
	}
	var here map[string]ledgerOf
	if len(lost) > 0 {
		var err error
		here, err = ours(ctx, log, func(reference string, _ time.Time) bool { return lost[reference] }, nil)
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
			there, err := theirs(ctx, at, report.BookingQuery{Payouts: kind == kindPayout, Reference: p.reference})
			if err != nil {
				return err
			}
			p.there = take(there[p.reference], taken)
		}
	}
	return nil
}

func theirs(ctx context.Context, at Provider, q report.BookingQuery) (ledgerOf, error) {
	all := make(ledgerOf)
	err := at.ListBookings(ctx, q, func(t report.Booking) error {
		all[t.Reference] = append(all[t.Reference], &Item{ID: t.ProductID, Amount: t.Amount, Status: t.Status, At: t.At.UTC()})
		return nil
	})
	for _, items := range all {
		slices.SortStableFunc(items, func(a, b *Item) int { return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.ID, b.ID)) })
	}
	return all, err
}
