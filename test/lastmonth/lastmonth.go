// Package lastmonth gives tests a log whose first events were booked on the last day of a past month, so that a gateway
// that starts on it finds a month that is over. Only tests may import it.
package lastmonth

import (
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/calendar"
	"gateway/domain/catalogue"
	"gateway/domain/ledger"
	"gateway/domain/treasury"
	"gateway/eventstore"
	"gateway/eventstore/postgres"

	"github.com/google/uuid"
	"github.com/shopspring/decimal"
)

// Amount is what Book books, in rupiah.
const Amount = 250_000

// Book books what the owners put in at noon of the last day of a month, so many months before the present one, in a log
// that no gateway serves yet. It returns that month, such as 2026-01.
func Book(tb testing.TB, eventsDSN string, months int) (month string) {
	tb.Helper()
	noon := noonOf(tb, months)
	days := calendar.Calendar{}
	reference := "deed of " + days.MonthOf(noon)
	write(tb, eventsDSN, treasury.Stream(reference), noon, treasury.Entered{
		ID: 1, Kind: treasury.OwnerIn, Reference: reference, Amount: decimal.NewFromInt(Amount), ValueDate: days.DayOf(noon), At: noon,
		Postings: ledger.Transfer(ledger.BankOperating, ledger.Equity, decimal.NewFromInt(Amount)),
	})
	return days.MonthOf(noon)
}

// Payout books that client 1, who registers later, was paid out 40,000 rupiah by a person for a fee of 5,550 with VAT, at noon
// of the last day of the month before the present one, in a log that no gateway serves yet. It returns that month.
func Payout(tb testing.TB, eventsDSN string) (month string) {
	tb.Helper()
	const client, id = 1, 1
	noon := noonOf(tb, 1)
	rupiah := decimal.NewFromInt
	const by = "machine:test"
	order := balance.Order{
		Kind: balance.Withdrawal, ID: id, ClientID: client, ExternalID: "past-1", Amount: rupiah(40_000), Fee: rupiah(5_550),
		FeeVAT: rupiah(550), VATRate: rupiah(11), Total: rupiah(45_550), By: "client", Bank: "BCA", AccountNumber: "1234567890",
		AccountHolder: "Toko Maju", RequestedAt: noon,
	}
	var s balance.State
	var all []domain.Event
	for _, decide := range []func() ([]domain.Event, error){
		func() ([]domain.Event, error) {
			return balance.Adjust(s, balance.AdjustCmd{ClientID: client, Amount: rupiah(50_000), Reason: "opening", By: by, Reference: "opening", At: noon})
		},
		func() ([]domain.Event, error) {
			return balance.RequestWithdrawal(s, balance.RequestCmd{Order: order, At: noon})
		},
		func() ([]domain.Event, error) {
			return balance.Approve(s, balance.Withdrawal, id, balance.ApproveCmd{Manual: true, By: by, At: noon})
		},
		func() ([]domain.Event, error) {
			cmd := balance.CompleteCmd{TransferredBy: by, TransferAt: noon, At: noon}
			return balance.CompleteManually(s, balance.Withdrawal, id, cmd, balance.ByHand{})
		},
	} {
		events, err := decide()
		if err != nil {
			tb.Fatal(err)
		}
		for _, e := range events {
			s = balance.Aggregate.Evolve(s, e)
		}
		all = append(all, events...)
	}
	write(tb, eventsDSN, balance.Stream(client), noon, all...)
	return calendar.Calendar{}.MonthOf(noon)
}

// noonOf is noon of the last day of a month, so many months before the present one.
func noonOf(tb testing.TB, months int) time.Time {
	tb.Helper()
	days := calendar.Calendar{}
	first, _, err := days.Month("month", days.MonthOf(time.Now()))
	if err != nil {
		tb.Fatal(err)
	}
	return first.AddDate(0, 1-months, 0).Add(-12 * time.Hour)
}

// write appends events to a new stream, booked at a time.
func write(tb testing.TB, eventsDSN, stream string, at time.Time, events ...domain.Event) {
	tb.Helper()
	store, err := postgres.Open(tb.Context(), postgres.Config{DSN: eventsDSN})
	if err != nil {
		tb.Fatal(err)
	}
	defer func() { _ = store.Close() }() // a test that has read nothing loses nothing
	codec := eventstore.NewCodec(catalogue.Events()...)
	proposed := make([]eventstore.Proposed, 0, len(events))
	for _, e := range events {
		data, err := codec.Encode(e)
		if err != nil {
			tb.Fatal(err)
		}
		proposed = append(proposed, eventstore.Proposed{ID: uuid.New(), Type: e.EventType(), Data: data, FirstBookedAt: at})
	}
	if _, err := store.Append(tb.Context(), stream, eventstore.NoStream, proposed); err != nil {
		tb.Fatal(err)
	}
}
