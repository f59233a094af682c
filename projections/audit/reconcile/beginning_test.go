package reconcile_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/catalogue"
	"gateway/domain/ledger"
	"gateway/domain/payment"
	"gateway/domain/report"
	"gateway/domain/treasury"
	"gateway/eventstore"
	"gateway/eventstore/postgres/postgrestest"
	"gateway/migrations"
	"gateway/projections/audit/reconcile"
	"gateway/projections/engine/enginetest"
	"gateway/projections/readmodel"
	"gateway/test/testdb"

	"github.com/google/uuid"
	"github.com/jmoiron/sqlx"
	"github.com/shopspring/decimal"
)

// days is a history of some days, with the provider's books for it.
type days struct {
	t     *testing.T
	log   *eventstore.Log
	read  *countedReads
	books providerBooks
	// revisions are the last revisions of the streams.
	revisions map[string]eventstore.Revision
	id        int64
}

// countedReads counts the events that are read from the whole log.
type countedReads struct {
	eventstore.Store
	events int
}

func (c *countedReads) ReadAll(ctx context.Context, after eventstore.Position, limit int) ([]eventstore.Recorded, error) {
	page, err := c.Store.ReadAll(ctx, after, limit)
	c.events += len(page)
	return page, err
}

func (d *days) happens(stream string, at time.Time, events ...domain.Event) {
	d.t.Helper()
	for _, e := range events {
		data, err := d.log.Codec().Encode(e)
		if err != nil {
			d.t.Fatal(err)
		}
		last, known := d.revisions[stream]
		if !known {
			last = eventstore.NoStream
		}
		appended, err := d.log.Store().Append(d.t.Context(), stream, last, []eventstore.Proposed{
			{ID: uuid.New(), Type: e.EventType(), Data: data, FirstBookedAt: at},
		})
		if err != nil {
			d.t.Fatal(err)
		}
		d.revisions[stream] = appended.Revision
	}
}

// precede adds events of another program before the first day.
func (d *days) precede(n int) {
	d.t.Helper()
	const atOnce = 512
	last := eventstore.NoStream
	for i := 0; i < n; i += atOnce {
		events := make([]eventstore.Proposed, atOnce)
		for j := range events {
			events[j] = eventstore.Proposed{
				ID: uuid.New(), Type: "other.thing", Data: []byte("{}"), FirstBookedAt: day.AddDate(0, 0, -5).Add(time.Duration(i+j) * time.Second),
			}
		}
		appended, err := d.log.Store().Append(d.t.Context(), "other-1", last, events)
		if err != nil {
			d.t.Fatal(err)
		}
		last = appended.Revision
	}
}

// pay opens a payment and receives its money, or a different amount, which goes to suspense.
func (d *days) pay(at time.Time, amount int64) (name string) {
	d.t.Helper()
	d.id++
	name = fmt.Sprint("INV-7-", d.id)
	who := payment.Identity{ID: d.id, TransactionID: name, ClientID: 7, AppID: 1, Channel: "qris", Amount: decimal.NewFromInt(100)}
	got := receipt("pay-"+name, amount, at)
	d.happens(payment.Stream(name), at, payment.Requested{Identity: who, At: at})
	var e domain.Event = payment.Paid{Identity: who, Receipt: got, At: at}
	if amount != 100 {
		e = payment.Suspended{Identity: who, Receipt: got, SuspenseID: d.id, At: at}
	}
	d.happens(payment.Stream(name), at, e)
	d.happens(balance.Stream(7), at, posted(e)...)
	d.books = append(d.books, there(name, "pay-"+name, amount, report.Paid, at))
	return name
}

// settle settles a payment, also at the provider.
func (d *days) settle(at time.Time, name string) {
	d.t.Helper()
	i := slices.IndexFunc(d.books, func(b report.Booking) bool { return b.Reference == name })
	d.books[i].Status = report.Settled
	var id int64
	if _, err := fmt.Sscanf(name, "INV-7-%d", &id); err != nil {
		d.t.Fatal(err)
	}
	who := payment.Identity{ID: id, TransactionID: name, ClientID: 7, AppID: 1, Channel: "qris", Amount: decimal.NewFromInt(100)}
	var e domain.Event = payment.Settled{Identity: who, Receipt: receipt("pay-"+name, 100, at), PreviousStatus: payment.StatusPaid, At: at}
	if d.books[i].Amount.IntPart() != 100 {
		e = payment.SuspenseSettled{Identity: who, SuspenseID: id, At: at}
	}
	d.happens(payment.Stream(name), at, e)
}

// submit requests a payout and sends it to the provider.
func (d *days) submit(at time.Time) balance.Order {
	d.t.Helper()
	d.id++
	o := payout(d.id, 10)
	d.happens(balance.Stream(7), at, balance.WithdrawalRequested{Order: o, Movement: moved(ledger.Available(7), ledger.Held(7), o.Amount)},
		balance.PayoutApproved{Order: o, At: at}, balance.PayoutSubmitted{Order: o, IdempotencyKey: "key", At: at})
	d.books = append(d.books, there(o.Name(), fmt.Sprint("d", d.id), 10, report.Pending, at))
	return o
}

func (d *days) complete(at time.Time, o balance.Order) {
	d.t.Helper()
	d.happens(balance.Stream(7), at, balance.PayoutCompleted{Order: o, ProviderID: "d", Movement: moved(ledger.Held(7), ledger.ProviderPayouts("xendit"), o.Amount)})
	i := slices.IndexFunc(d.books, func(b report.Booking) bool { return b.Reference == o.Name() })
	d.books[i].Status = report.Completed
}

// twentyDays has payments that are settled on the next day, after five days, or never; payouts that are
// completed at once, on the next day, or never; suspense; and money taken back days later.
func twentyDays(t *testing.T, before int) *days {
	t.Helper()
	counted := &countedReads{Store: postgrestest.Open(t, postgrestest.Database(t))}
	d := &days{
		t: t, read: counted, revisions: make(map[string]eventstore.Revision),
		log: eventstore.NewLog(counted, eventstore.NewCodec(catalogue.Events()...), eventstore.Options{}),
	}
	d.precede(before)
	later := make(map[int][]func(time.Time))
	for n := range 20 {
		at := day.AddDate(0, 0, n).Add(7 * time.Hour)
		for _, do := range later[n] {
			do(at)
		}
		for i := range 30 {
			name := d.pay(at, 100)
			after := 1
			switch {
			case i == 0 && n%4 == 0:
				after = 5
			case i == 1 && n%7 == 0:
				continue // never
			}
			later[n+after] = append(later[n+after], func(at time.Time) { d.settle(at, name) })
		}
		odd := d.pay(at, 70)
		if n%3 > 0 {
			later[n+3] = append(later[n+3], func(at time.Time) { d.settle(at, odd) })
		}
		o := d.submit(at)
		switch {
		case n < 15 && n%2 == 0:
			d.complete(at, o)
		case n < 15:
			later[n+1] = append(later[n+1], func(at time.Time) { d.complete(at, o) })
		}
		d.happens("treasury-entries", at, treasury.Entered{
			ID: int64(n + 1), Kind: treasury.TopUp, Amount: fifty, Reference: fmt.Sprint("top-", n), Postings: ledger.Transfer(ledger.ProviderClearing("xendit"), ledger.BankOperating, fifty), At: at,
		})
	}
	return d
}

// shown are the read models of the whole log, without checkpoints.
type shown struct {
	*readmodel.Queries
	through eventstore.Position
}

func (s shown) MoneyThrough(context.Context) (eventstore.Position, error) { return s.through, nil }

func (d *days) queries() shown {
	d.t.Helper()
	db, err := sqlx.Open("postgres", testdb.New(d.t))
	if err != nil {
		d.t.Fatal(err)
	}
	d.t.Cleanup(func() { _ = db.Close() })
	head, err := d.log.Store().Head(d.t.Context())
	if err == nil {
		err = migrations.ReadModel(d.t.Context(), db.DB)
	}
	if err != nil {
		d.t.Fatal(err)
	}
	enginetest.Replay(d.t, db.DB, d.log, head, readmodel.All()...)
	return shown{readmodel.NewQueries(db), head}
}

// compared returns the report of a day, and the number of log events read for it.
func (d *days) compared(q reconcile.ReadModels, books providerBooks, n int) (text string, events int) {
	d.t.Helper()
	d.read.events = 0
	from := day.AddDate(0, 0, n)
	r, err := reconcile.Compare(d.t.Context(), d.log, q, "xendit", books, from, from.AddDate(0, 0, 1), nil)
	if err != nil {
		d.t.Fatal(err)
	}
	raw, err := json.Marshal(r)
	if err != nil {
		d.t.Fatal(err)
	}
	return string(raw), d.read.events
}

func TestADayIsReconciledWithoutTheLogBeforeIt(t *testing.T) {
	t.Parallel()
	d := twentyDays(t, 0)
	q := d.queries()
	last := len(d.books) - 1
	unknown := slices.Concat(d.books, providerBooks{there("INV-7-x", "x", 9, report.Paid, day.AddDate(0, 0, 19).Add(time.Hour))})
	moved := slices.Clone(d.books) // a payment from ten days earlier, which the provider books now
	moved[300].At = day.AddDate(0, 0, 19).Add(time.Hour)
	settled := slices.Clone(d.books) // only at the provider: the settlement of a payment that is never settled here
	settled[slices.IndexFunc(d.books, func(b report.Booking) bool { return b.Status == report.Paid })].Status = report.Settled
	payout := slices.Clone(d.books)
	payout[slices.IndexFunc(d.books, func(b report.Booking) bool { return b.Kind == report.BookedPayout })].At = day.AddDate(0, 0, 19).Add(time.Hour)
	for name, books := range map[string]providerBooks{
		"as they are": d.books, "with one that we don't have": unknown, "without our last": d.books[:last], "with an old payment": moved,
		"with an old one settled": settled, "with an old payout": payout,
	} {
		for n := range 20 {
			full, _ := d.compared(nil, books, n)
			if got, _ := d.compared(q, books, n); got != full {
				t.Errorf("the books %s, day %d:\n got %s\nwant %s", name, n, got, full)
			}
		}
	}
}

// manyEvents is more than any block of the account totals has.
const manyEvents = 1 << 16

func TestTheReconciliationOfYesterdayReadsNoMoreInALongerLog(t *testing.T) {
	t.Parallel()
	d := twentyDays(t, manyEvents)
	for _, b := range d.books { // close the payouts, because reading starts at the request of an open one
		if b.Kind == report.BookedPayout && b.Status == report.Pending {
			var id int64
			if _, err := fmt.Sscanf(b.Reference, "withdrawal-7-%d", &id); err != nil {
				t.Fatal(err)
			}
			d.complete(day.AddDate(0, 0, 20), payout(id, 10))
		}
	}
	q := d.queries()
	if _, events := d.compared(nil, d.books, 19); events < manyEvents {
		t.Errorf("%d events were read from the first on", events)
	}
	// It reads two days, and the block of the account totals, which covers all twenty.
	if _, events := d.compared(q, d.books, 19); events > 4_000 {
		t.Errorf("%d events were read", events)
	}
}
