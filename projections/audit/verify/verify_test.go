package verify_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/callback"
	"gateway/domain/catalogue"
	"gateway/domain/payment"
	"gateway/domain/pricing"
	"gateway/eventstore"
	"gateway/eventstore/postgres/postgrestest"
	"gateway/eventstore/storetest"
	"gateway/migrations"
	"gateway/projections/audit/verify"
	"gateway/projections/engine"
	"gateway/projections/notary"
	"gateway/projections/readmodel"
	"gateway/test/testdb"

	"github.com/google/uuid"
	"github.com/jmoiron/sqlx"
	"github.com/shopspring/decimal"
	"github.com/sirupsen/logrus"
	"golang.org/x/mod/sumdb/tlog"
)

var noon = time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)

// installation has one payment, credited and called back, and one withdrawal.
type installation struct {
	eventsDSN, readDSN string
	events, read       *sqlx.DB
	log                *eventstore.Log
	signed             tlog.Tree
}

func newInstallation(t *testing.T) installation {
	t.Helper()
	s := installation{eventsDSN: postgrestest.Database(t), readDSN: testdb.New(t)}
	s.events, s.read = openDatabase(t, s.eventsDSN), openDatabase(t, s.readDSN)
	s.log = openLog(t, s.eventsDSN)
	if err := migrations.ReadModel(t.Context(), s.read.DB); err != nil {
		t.Fatal(err)
	}
	last := s.appendEvents(t)
	s.project(t, last)
	head, err := notary.NewTree(s.read, s.log).Extend(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	s.signed = tlog.Tree{N: head.Size, Hash: head.Root}
	return s
}

func openDatabase(t *testing.T, dsn string) *sqlx.DB {
	t.Helper()
	db, err := sqlx.Open("postgres", dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

func openLog(t *testing.T, dsn string) *eventstore.Log {
	t.Helper()
	return eventstore.NewLog(storetest.ShortReads(postgrestest.Open(t, dsn)), eventstore.NewCodec(catalogue.Events()...), eventstore.Options{})
}

func execute[S any](t *testing.T, s installation, agg domain.Aggregate[S], stream string, decide func(S) ([]domain.Event, error)) eventstore.Outcome[S] {
	t.Helper()
	out, err := eventstore.Execute(t.Context(), s.log, agg, stream, decide)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func (s installation) appendEvents(t *testing.T) eventstore.Position {
	t.Helper()
	stream := payment.Stream("INV-7-1")
	execute(t, s, payment.Aggregate, stream, func(p payment.State) ([]domain.Event, error) {
		return payment.Request(p, payment.RequestCmd{
			Identity: payment.Identity{
				ID: 1, TransactionID: "INV-7-1", ClientID: 7, AppID: 1, Channel: "qris", ChannelCode: "QRIS",
				Amount: decimal.NewFromInt(100_000), CallbackURL: "https://toko.example/cb",
				Metadata: json.RawMessage("{ \"note\" : \"Tom & <Jerry>\",\n\"n\": 1.50 }"),
			},
			Rates: map[string]pricing.Rate{"QRIS": {Percent: decimal.New(7, -1), VATInclusive: true}}, VATRate: decimal.NewFromInt(11),
			ExpiresAt: noon.Add(time.Hour), At: noon,
		})
	})
	paid := execute(t, s, payment.Aggregate, stream, func(p payment.State) ([]domain.Event, error) {
		return payment.Pay(p, payment.PayCmd{Receipt: payment.Receipt{
			ProviderID: "qr-1", ProviderPaymentID: "pay-1", PaidAmount: decimal.NewFromInt(100_000), PaidAt: noon,
		}, At: noon})
	})
	execute(t, s, balance.Aggregate, balance.Stream(7), func(b balance.State) ([]domain.Event, error) {
		return balance.Post(b, []balance.PostCmd{{
			Source: balance.Source{Store: s.log.Store().ID(), Commit: paid.Position.Commit, Prepare: paid.Position.Prepare},
			Event:  paid.Events[0], ClientID: 7, At: noon,
		}})
	})
	recorded, err := s.log.Store().ReadStream(t.Context(), stream, paid.Revision, eventstore.Forwards, 1)
	if err != nil {
		t.Fatal(err)
	}
	id := callback.ID(recorded[0].ID)
	execute(t, s, callback.Aggregate, callback.Stream(id), func(c callback.State) ([]domain.Event, error) {
		return callback.RecordAttempt(c, callback.RecordAttemptCmd{Kind: callback.KindPayment, CallbackID: id, ClientID: 7, Result: callback.Result{Status: 204}, At: noon})
	})
	return execute(t, s, balance.Aggregate, balance.Stream(7), func(b balance.State) ([]domain.Event, error) {
		return balance.RequestWithdrawal(b, balance.RequestCmd{Order: balance.Order{
			ID: 1, ClientID: 7, ExternalID: "WD-7-1", Amount: decimal.NewFromInt(50_000), Fee: decimal.NewFromInt(5_000),
			By: "client", Bank: "BCA", AccountNumber: "1234567890",
		}, At: noon})
	}).Position
}

func (s installation) project(t *testing.T, until eventstore.Position) {
	t.Helper()
	quiet := logrus.New()
	quiet.SetLevel(logrus.PanicLevel)
	w := engine.NewCheckpointWatcher(s.read.DB)
	e := engine.New(s.read.DB, s.log, w, logrus.NewEntry(quiet), readmodel.All()...)
	done := make(chan error, 1)
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	go func() { done <- e.Run(ctx) }()
	if err := w.Wait(t.Context(), until); err != nil {
		t.Fatal(err)
	}
	cancel()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
}

// verify opens the log again, so that nothing is cached.
func (s installation) verify(t *testing.T) *verify.Report {
	t.Helper()
	report, err := verify.Run(t.Context(), verify.Installation{
		Log: openLog(t, s.eventsDSN), Read: s.read, ReadURL: s.readDSN, Models: readmodel.All(), Signed: []tlog.Tree{s.signed},
	})
	if err != nil {
		t.Fatal(err)
	}
	return report
}

func TestASoundInstallationHasNoFindings(t *testing.T) {
	t.Parallel()
	if report := newInstallation(t).verify(t); !report.OK() || report.Events == 0 || len(report.Checks) < 7 {
		t.Errorf("%s", report)
	}
}

func TestNamesHasEveryCheckOfAReport(t *testing.T) {
	t.Parallel()
	s := newInstallation(t)
	whole := eventstore.NewLog(postgrestest.Open(t, s.eventsDSN), eventstore.NewCodec(catalogue.Events()...), eventstore.Options{})
	report, err := verify.Run(t.Context(), verify.Installation{Log: whole, Read: s.read, ReadURL: s.readDSN, Models: readmodel.All()})
	if err != nil || !slices.Equal(report.Checks, verify.Names()) {
		t.Errorf("the report has %q, Names has %q: %v", report.Checks, verify.Names(), err)
	}
}

func TestAnEventOfAnotherProgramInAStreamOfItsOwnIsNoFinding(t *testing.T) {
	t.Parallel()
	s := newInstallation(t)
	at, err := s.log.Store().Append(t.Context(), "orders-1", eventstore.NoStream, []eventstore.Proposed{
		{ID: uuid.New(), Type: "orders.placed", Data: json.RawMessage(`{}`)},
	})
	if err != nil {
		t.Fatal(err)
	}
	s.project(t, at.Position)
	if report := s.verify(t); !report.OK() || !strings.Contains(report.String(), "1 events of other programs") {
		t.Errorf("%s", report)
	}
}

func TestVerifySaysUpToWhichEventTimesAreNotSignedAndFindsTheOthersChanged(t *testing.T) {
	t.Parallel()
	s := newInstallation(t)
	before, err := s.log.Store().Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := eventstore.BindTimes(t.Context(), s.log.Store(), noon); err != nil {
		t.Fatal(err)
	}
	at, err := s.log.Store().Append(t.Context(), "orders-1", eventstore.NoStream, []eventstore.Proposed{
		{ID: uuid.New(), Type: "orders.placed", Data: json.RawMessage(`{}`)},
	})
	if err != nil {
		t.Fatal(err)
	}
	s.project(t, at.Position)
	tree := notary.NewTree(s.read, s.log)
	head, err := tree.Extend(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	s.signed = tlog.Tree{N: head.Size, Hash: head.Root}
	says := fmt.Sprintf("the first %d events (up to position %d) were signed without their booked_at", head.Size-2, before.Commit)
	if report := s.verify(t); !report.OK() || !strings.Contains(report.String(), says) {
		t.Errorf("does not say %q:\n%s", says, report)
	}
	s.events.MustExec(`ALTER TABLE events DISABLE TRIGGER ALL`)
	s.events.MustExec(`UPDATE events SET booked_at = booked_at + interval '1 minute' WHERE stream = 'orders-1'`)
	s.read.MustExec(`TRUNCATE merkle_tiles, merkle_leaves, merkle_head`)
	if _, err := tree.Extend(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	if report := s.verify(t); !finds(report, "the one that was signed", "not those that were signed") {
		t.Errorf("a changed booked_at is not found:\n%s", report)
	}
}

func TestInjectedFaultsAreFoundAndNamed(t *testing.T) {
	t.Parallel()
	const (
		postings = "postings sum to zero"
		booked   = "booked exactly once"
		called   = "called back"
		models   = "equals a replay"
		signed   = "the one that was signed"
		payouts  = "at most once"
	)
	for _, fault := range []struct {
		name, inEvents, inRead string
		found                  map[string]string // part of the check's name -> part of the finding
	}{
		{"a changed row", "", `UPDATE balances SET saldo = saldo + 1`, map[string]string{models: "table balances"}},
		{"a deleted callback", "", `DELETE FROM callbacks`, map[string]string{models: "table callbacks"}},
		{"a counter off by one", "", `UPDATE transaction_counts SET n = n + 1`, map[string]string{models: "table transaction_counts"}},
		{
			"a posting off by one", `UPDATE events SET data = replace(data::text, '-100000', '-99999')::json WHERE type LIKE 'balance.credited%'`, "",
			map[string]string{postings: "postings sum to 1", signed: "not those that were signed"},
		},
		{
			"a credit of another amount", `UPDATE events SET data = replace(data::text, '99300', '99301')::json WHERE type LIKE 'payment.paid%'`, "",
			map[string]string{booked: "books 99300", signed: "not those that were signed"},
		},
		{"a credit twice", `INSERT INTO events SELECT position + 5, stream, 2, gen_random_uuid(), type, data, metadata, booked_at FROM events
			WHERE type LIKE 'balance.credited%'`, "", map[string]string{booked: "is booked already"}},
		{"a callback never tried", `DELETE FROM events WHERE type LIKE 'callback.%';
			UPDATE events SET booked_at = booked_at + interval '2 hours' WHERE type LIKE 'withdrawal.requested%'`, "", map[string]string{called: "was never tried", signed: "signed"}},
		{"a balance below zero", `UPDATE events SET data = replace(replace(data::text, '55000', '155000'), '44300', '-55700')::json
			WHERE type LIKE 'withdrawal.requested%'`, "", map[string]string{postings: "is -55700"}},
		{
			"an event of another program", `INSERT INTO events SELECT position + 5, stream, 2, gen_random_uuid(), 'orders.placed', data, NULL, booked_at FROM events
			WHERE type LIKE 'balance.credited%'`, "", map[string]string{"no other program": "another program wrote orders.placed"},
		},
		{
			"a payout without a request", `UPDATE events SET type = 'payout.cancelled.v1' WHERE type LIKE 'withdrawal.requested%'`, "",
			map[string]string{payouts: "was never requested"},
		},
	} {
		t.Run(fault.name, func(t *testing.T) {
			t.Parallel()
			s := newInstallation(t)
			if fault.inRead != "" {
				s.read.MustExec(fault.inRead)
			}
			if fault.inEvents != "" {
				s.events.MustExec(`ALTER TABLE events DISABLE TRIGGER ALL`)
				s.events.MustExec(fault.inEvents)
				s.read.MustExec(`UPDATE checkpoints SET commit_position = commit_position + 5, prepare_position = prepare_position + 5`)
			}
			report := s.verify(t)
			for check, said := range fault.found {
				if !finds(report, check, said) {
					t.Errorf("%q does not say %q:\n%s", check, said, report)
				}
			}
		})
	}
}

func finds(r *verify.Report, check, said string) bool {
	for _, f := range r.Findings {
		if strings.Contains(f.Check, check) && strings.Contains(f.Subject+" "+f.Problem, said) {
			return true
		}
	}
	return false
}
