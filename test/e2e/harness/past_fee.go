package harness

import (
	"database/sql"
	"encoding/json"
	"testing"
	"time"

	"gateway/domain/balance"
	"gateway/domain/calendar"
	"gateway/domain/ledger"
	"gateway/domain/money"

	"github.com/google/uuid"
)

// PastMonth is the last month that is over, as 2026-01, and a time in it.
func PastMonth(tb testing.TB) (month string, at time.Time) {
	tb.Helper()
	var business calendar.Calendar
	first, _, err := business.Month("month", business.MonthOf(time.Now()))
	if err != nil {
		tb.Fatal(err)
	}
	at = first.Add(-24 * time.Hour)
	return business.MonthOf(at), at
}

// PutPastFees writes into an empty log that each of the first clients paid fees in PastMonth, in rupiah and without VAT. Their balances
// stay zero. Nothing but a log of its own has events of the past, so it comes before the start of a gateway.
func PutPastFees(tb testing.TB, eventsDSN string, clients, fees int64) {
	tb.Helper()
	db, err := sql.Open("postgres", eventsDSN)
	if err != nil {
		tb.Fatal(err)
	}
	defer db.Close()
	_, at := PastMonth(tb)
	for id := int64(1); id <= clients; id++ {
		data, err := json.Marshal(balance.Adjusted{ClientID: id, Reason: "fees of the past", By: "machine:test", Movement: balance.Movement{
			Reference: "past-" + itoa(id), Postings: ledger.Transfer(ledger.Equity, ledger.RevenueFees, money.FromInt(fees)), At: at,
		}})
		if err != nil {
			tb.Fatal(err)
		}
		_, err = db.ExecContext(tb.Context(), `INSERT INTO events (position, stream, revision, id, type, data, metadata, booked_at)
			VALUES ($1, $2, 0, $3, $4, $5, '{}', $6)`,
			id, balance.Stream(id), uuid.New(), balance.Adjusted{}.EventType(), string(data), at)
		if err != nil {
			tb.Fatal(err)
		}
	}
}

// WithholdingSlip is a slip of PastMonth with this number and tax, in rupiah, of the highest share.
func WithholdingSlip(tb testing.TB, number string, tax int64) Object {
	tb.Helper()
	month, at := PastMonth(tb)
	const share = 50
	return Object{
		"number": number, "period": month, "gross": tax * share, "tax": tax, "slip_date": at.Format(time.DateOnly),
		"file": Object{"name": "slip.pdf", "content": PDF(number)},
	}
}
