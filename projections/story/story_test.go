package story_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/catalogue"
	"gateway/domain/ledger"
	"gateway/domain/payment"
	"gateway/domain/why"
	"gateway/eventstore"
	"gateway/eventstore/postgres"
	"gateway/migrations"
	"gateway/projections/engine"
	"gateway/projections/reactor/postingreactor"
	"gateway/projections/readmodel"
	"gateway/projections/story"
	"gateway/test/migrated"
	"gateway/test/poll"
	"gateway/test/rupiah"

	"github.com/jmoiron/sqlx"
	"github.com/sirupsen/logrus"
)

var noon = time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)

// fixture is a real log with the read models' database and the posting reactor, which a test may start.
type fixture struct {
	story.Reader
	t      *testing.T
	logger *logrus.Entry
}

func newFixture(t *testing.T) fixture {
	t.Helper()
	eventsDSN, readDSN := migrated.Pair(t)
	events, read := connect(t, eventsDSN), connect(t, readDSN+"&binary_parameters=yes")
	must(t, migrations.EventStore(t.Context(), events.DB))
	must(t, migrations.ReadModel(t.Context(), read.DB))
	store, err := postgres.Open(t.Context(), postgres.Config{DSN: eventsDSN})
	must(t, err)
	t.Cleanup(func() { must(t, store.Close()) })
	logger := logrus.New()
	logger.SetOutput(io.Discard)
	log := eventstore.NewLog(store, eventstore.NewCodec(catalogue.Events()...), eventstore.Options{Owns: catalogue.Owns})
	return fixture{
		Reader: story.Reader{Log: log, Queries: readmodel.NewQueries(read), DB: read.DB, Now: func() time.Time { return noon }},
		t:      t, logger: logrus.NewEntry(logger),
	}
}

func connect(t *testing.T, dsn string) *sqlx.DB {
	t.Helper()
	db, err := sqlx.Open("postgres", dsn)
	must(t, err)
	t.Cleanup(func() { must(t, db.Close()) })
	return db
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func appendTo[S any](f fixture, agg domain.Aggregate[S], stream string, events ...domain.Event) {
	f.t.Helper()
	_, err := eventstore.Execute(f.t.Context(), f.Log, agg, stream, func(S) ([]domain.Event, error) { return events, nil })
	must(f.t, err)
}

func identity(id string) payment.Identity {
	return payment.Identity{ID: 1, TransactionID: id, ClientID: 7, Channel: "va", ChannelCode: "BCA", Amount: rupiah.Of("100000")}
}

// pay appends a paid payment.
func (f fixture) pay(id string) {
	i := identity(id)
	receipt := payment.Receipt{ProviderPaymentID: "pay-" + id, PaidAmount: i.Amount, PaidAt: noon}
	charge := payment.Charge{Fee: rupiah.Of("4000"), VAT: rupiah.Of("440"), Net: rupiah.Of("95560")}
	appendTo(f, payment.Aggregate, payment.Stream(id), payment.Requested{Identity: i, ExpiresAt: noon, At: noon},
		payment.Opened{Identity: i, ExpiresAt: noon, At: noon}, payment.Paid{Identity: i, Receipt: receipt, Charge: charge, At: noon})
}

// post runs the posting reactor until the test ends.
func (f fixture) post() {
	ctx, stop := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() {
		if err := postingreactor.NewPosting(f.Log, f.DB, f.logger).Run(ctx); !errors.Is(err, context.Canceled) {
			f.t.Errorf("the posting ended: %v", err)
		}
	})
	f.t.Cleanup(func() { stop(); running.Wait() })
}

func (f fixture) why(id string) why.Answer {
	f.t.Helper()
	a, err := f.Why(f.t.Context(), id, 0)
	must(f.t, err)
	return a
}

func (f fixture) await(id string, codes ...why.Code) (a why.Answer) {
	f.t.Helper()
	poll.Until(f.t, fmt.Sprint(id, " says ", codes), func() bool {
		a = f.why(id)
		var got []why.Code
		for _, r := range a.Reasons {
			got = append(got, r.Code)
		}
		return slices.Equal(got, codes)
	})
	return a
}

func TestAPaymentWaitsForThePostingAndThenForNothing(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.pay("INV-7-1")
	f.await("INV-7-1", why.NotPosted, why.Paid)
	f.post()
	f.await("INV-7-1", why.Paid)
}

func TestAPaymentSaysWhichEventItIsParkedBehind(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.pay("INV-7-1")
	// This is more than there is, so the balance refuses it.
	appendTo(f, payment.Aggregate, payment.Stream("INV-7-1"), payment.HoldEnded{Identity: identity("INV-7-1"), FromUnsettled: rupiah.Of("1"), At: noon})
	f.pay("INV-7-2")
	f.post()
	a := f.await("INV-7-2", why.ParkedBehind, why.Paid)
	if at := a.Reasons[0].Event; at.Stream != "payment-INV-7-1" || at.Revision != 3 || !strings.Contains(a.Reasons[0].Detail, "insufficient_balance") {
		t.Errorf("parked behind %+v: %s", at, a.Reasons[0].Detail)
	}
	other := identity("INV-8-1")
	other.ClientID = 8
	appendTo(f, payment.Aggregate, payment.Stream("INV-8-1"), payment.Requested{Identity: other, ExpiresAt: noon, At: noon},
		payment.Suspended{Identity: other, Receipt: payment.Receipt{PaidAmount: rupiah.Of("5")}, SuspenseID: 1, Reason: payment.ReasonAmountMismatch, At: noon})
	f.await("INV-8-1", why.WrongAmount, why.NotOpened) // another client is not parked
}

func TestAHaltedReadModelIsNamedWithItsEvent(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.pay("INV-7-1")
	f.post()
	f.await("INV-7-1", why.Paid)
	poison := &engine.PoisonError{Model: "transactions", Cause: sql.ErrNoRows, Event: eventstore.Recorded{
		Proposed: eventstore.Proposed{Type: "payment.opened.v1"}, Stream: "payment-INV-7-1", Revision: 1, Position: eventstore.Position{Commit: 2, Prepare: 2},
	}}
	_, err := f.DB.ExecContext(t.Context(), `INSERT INTO checkpoints (name, store_id, commit_position, prepare_position, state, error)
		VALUES ('transactions', $1, 1, 1, 'halted', $2)`, f.Log.Store().ID(), poison.Error())
	must(t, err)
	a := f.await("INV-7-1", why.HaltedModel, why.Paid)
	want := why.Place{Stream: "payment-INV-7-1", Revision: 1, Position: 2, Type: "payment.opened.v1"}
	if r := a.Reasons[0]; r.Event != want || r.About != "projections/transactions" {
		t.Errorf("%+v", r)
	}
}

func TestATimelineFindsThePostingAmongManyEventsOfTheBalance(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	adjust := func(n int) {
		var all []domain.Event
		for i := range n {
			all = append(all, balance.Adjusted{ClientID: 7, Amount: rupiah.Of("1"), Movement: balance.Movement{
				Reference: fmt.Sprint("adj-", i), Postings: ledger.Transfer(ledger.Equity, ledger.Available(7), rupiah.Of("1")), At: noon,
			}})
		}
		appendTo(f, balance.Aggregate, balance.Stream(7), all...)
	}
	adjust(700)
	f.pay("INV-7-1")
	adjust(450) // before the posting
	f.post()
	f.pay("INV-7-2")
	f.await("INV-7-2", why.Paid)
	adjust(50)
	for id, revision := range map[string]int64{"INV-7-1": 1150, "INV-7-2": 1151} {
		timeline, err := f.Timeline(t.Context(), id, 7, story.Part{Limit: 10})
		must(t, err)
		if len(timeline.Entries) != 4 || timeline.Entries[3].Kind != story.EntryPosting || timeline.Entries[3].Revision != revision {
			t.Errorf("%s: %+v", id, timeline.Entries)
		}
	}
}

func TestASubjectHasItsNames(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"INV-42-17": "transactions/INV-42-17", "transactions/INV-42-17": "transactions/INV-42-17", "withdrawals/17": "withdrawals/17",
		"withdrawal-17": "withdrawals/17",
		"refunds/17":    "refunds/17", "refund-17": "refunds/17", "dispute-3": "disputes/3", "disputes/x": "transactions/disputes/x", "settlements-3": "settlements/3", "clients/42": "clients/42", "balance-42": "clients/42",
		"cb_ab": "callbacks/cb_ab", "callbacks/cb_ab": "callbacks/cb_ab", "withdrawal-017": "transactions/withdrawal-017",
		"withdrawal-7-1": "transactions/withdrawal-7-1", "clients/x": "transactions/clients/x", "": "transactions/",
	} {
		if got := story.Parse(name).Name(); got != want {
			t.Errorf("%s is %s, not %s", name, got, want)
		}
	}
}
