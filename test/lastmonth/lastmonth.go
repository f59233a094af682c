// Package lastmonth gives tests a log whose first events were booked on the last day of a past month, so that a gateway
// that starts on it finds a month that is over. Only tests may import it.
package lastmonth

import (
	"testing"
	"time"

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
	days := calendar.Calendar{}
	first, _, err := days.Month("month", days.MonthOf(time.Now()))
	if err != nil {
		tb.Fatal(err)
	}
	noon := first.AddDate(0, 1-months, 0).Add(-12 * time.Hour)
	store, err := postgres.Open(tb.Context(), postgres.Config{DSN: eventsDSN})
	if err != nil {
		tb.Fatal(err)
	}
	defer func() { _ = store.Close() }() // a test that has read nothing loses nothing
	reference := "deed of " + days.MonthOf(noon)
	e := treasury.Entered{
		ID: 1, Kind: treasury.OwnerIn, Reference: reference, Amount: decimal.NewFromInt(Amount), ValueDate: days.DayOf(noon), At: noon,
		Postings: ledger.Transfer(ledger.BankOperating, ledger.Equity, decimal.NewFromInt(Amount)),
	}
	data, err := eventstore.NewCodec(catalogue.Events()...).Encode(e)
	if err == nil {
		_, err = store.Append(tb.Context(), treasury.Stream(reference), eventstore.NoStream,
			[]eventstore.Proposed{{ID: uuid.New(), Type: e.EventType(), Data: data, FirstBookedAt: noon}})
	}
	if err != nil {
		tb.Fatal(err)
	}
	return days.MonthOf(noon)
}
