package books_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/catalogue"
	"gateway/domain/ledger"
	"gateway/domain/report"
	"gateway/domain/treasury"
	"gateway/eventstore"
	"gateway/eventstore/storetest"
	"gateway/projections/audit/books"

	"github.com/google/uuid"
	"github.com/shopspring/decimal"
)

// bookkeeper appends events with arbitrary own times in the past, booked at times that the test chooses.
type bookkeeper struct {
	*testing.T
	log    *eventstore.Log
	random *rand.Rand
	total  map[int64]decimal.Decimal
	events int64
}

func newBookkeeper(t *testing.T, seed uint64) *bookkeeper {
	t.Helper()
	store := storetest.NewMemory().Open()
	return &bookkeeper{
		T: t, log: eventstore.NewLog(store, eventstore.NewCodec(catalogue.Events()...), eventstore.Options{}),
		random: rand.New(rand.NewPCG(seed, 0)), total: map[int64]decimal.Decimal{},
	}
}

// book appends one event of a random account.
func (b *bookkeeper) book(at time.Time) {
	b.Helper()
	b.events++
	late := at.Add(-time.Duration(b.random.IntN(90*24)) * time.Hour)
	amount := decimal.NewFromInt(1 + b.random.Int64N(1_000))
	var e domain.Event
	var stream string
	switch client := 1 + b.random.Int64N(3); b.random.IntN(4) {
	case 0:
		reference := fmt.Sprint("line ", b.events)
		stream = treasury.Stream(reference)
		e = treasury.Entered{ID: b.events, Reference: reference, Postings: ledger.Transfer(ledger.ProviderClearing("xendit"), ledger.BankOperating, amount), ValueDate: "2026-01-02", At: late}
	case 1:
		id := fmt.Sprint("txn_", b.events)
		fee := report.Booking{Connection: "xendit", ID: id, Fee: report.Fee{Amount: amount, Status: report.FeeFinal}, UpdatedAt: late}
		booked, err := treasury.BookFee(treasury.Fee{}, fee, late)
		if err != nil {
			b.Fatal(err)
		}
		stream, e = treasury.FeeStream("xendit", id), booked[0]
	default:
		b.total[client] = b.total[client].Add(amount)
		stream = balance.Stream(client)
		e = balance.Adjusted{ClientID: client, Amount: amount, Reason: "test", Movement: balance.Movement{
			Reference: fmt.Sprint("adj-", b.events), At: late, After: ledger.Totals{Available: b.total[client]},
			Postings: ledger.Transfer(ledger.Equity, ledger.Available(client), amount),
		}}
	}
	data, err := b.log.Codec().Encode(e)
	if err != nil {
		b.Fatal(err)
	}
	last := eventstore.NoStream
	newest, err := b.log.Store().ReadStream(b.Context(), stream, eventstore.End, eventstore.Backwards, 1)
	if err != nil {
		b.Fatal(err)
	}
	if len(newest) > 0 {
		last = newest[0].Revision
	}
	_, err = b.log.Store().Append(b.Context(), stream, last, []eventstore.Proposed{{ID: uuid.New(), Type: e.EventType(), Data: data, FirstBookedAt: at}})
	if err != nil {
		b.Fatal(err)
	}
}

// report returns what the books say about a moment: the trial balance, and the balances and histories of all
// clients.
func (b *bookkeeper) report(at time.Time) string {
	b.Helper()
	reader := books.Reader{Log: b.log}
	trial, err := reader.TrialBalance(b.Context(), at, nil)
	if err != nil {
		b.Fatal(err)
	}
	if !trial.Sum.IsZero() {
		b.Errorf("at %v the accounts sum to %s", at, trial.Sum)
	}
	text, _ := json.Marshal(trial)
	for client := int64(1); client <= 3; client++ {
		totals, err := reader.BalanceAt(b.Context(), client, at)
		if err != nil {
			b.Fatal(err)
		}
		text = fmt.Appendln(text, client, totals.Sum())
		err = reader.History(b.Context(), client, books.Range{To: at}, func(m books.Movement) error {
			text = fmt.Appendln(text, m.Position, m.At, m.Amount, m.BalanceAfter, m.ValueDate)
			return nil
		})
		if err != nil {
			b.Fatal(err)
		}
	}
	return string(text)
}

func TestAClosedMonthNeverChangesHoweverLateTheBusinessWas(t *testing.T) {
	t.Parallel()
	for seed := range uint64(20) {
		b := newBookkeeper(t, seed)
		now := noon
		closed := map[time.Time]string{}
		for range 60 {
			// The clock may stand still, since booking times never go back.
			now = now.Add(time.Duration(b.random.IntN(3)) * time.Second)
			if b.random.IntN(6) == 0 {
				end := now.Add(-1)
				closed[end] = b.report(end)
			}
			b.book(now)
		}
		for end, then := range closed {
			if now := b.report(end); now != then {
				t.Errorf("seed %d: the report of %v was\n%s\nand is\n%s", seed, end, then, now)
			}
		}
	}
}

// The times of a store that sets its own may go back. The cut is before the first later event, for all
// streams alike.
func TestADateIsAPrefixOfTheLogEvenWhereTimesGoBack(t *testing.T) {
	t.Parallel()
	b := newBookkeeper(t, 1)
	for _, minute := range []int{1, 2, 5, 3, 4, 6} {
		b.book(noon.Add(time.Duration(minute) * time.Minute))
	}
	reader := books.Reader{Log: b.log}
	for minute, want := range []int64{0, 1, 2, 2, 2, 5, 6, 6} {
		got, err := reader.BookedThrough(t.Context(), noon.Add(time.Duration(minute)*time.Minute))
		if err != nil || got.Commit != want {
			t.Errorf("by minute %d the log was booked through %d, want %d; %v", minute, got.Commit, want, err)
		}
	}
}
