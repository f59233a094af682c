package paymentrows

import (
	"context"

	"gateway/projections/readmodel/readtable"

	"github.com/shopspring/decimal"
)

// HoldDay is what of a client's money is held since a day.
type HoldDay struct {
	// Day is a day of the business calendar, such as 2026-01-31.
	Day string
	// Amount is in rupiah.
	Amount decimal.Decimal
}

func (d *HoldDay) columns(f *readtable.Fields) { f.At("day", &d.Day).At("amount", &d.Amount) }

var holdDays = readtable.TableOf("hold_days", (*HoldDay).columns)

// HoldDays returns the days since which some of the client's money is held, oldest first.
func (q Queries) HoldDays(ctx context.Context, clientID int64) ([]HoldDay, error) {
	return holdDays.List(ctx, q.DB, "WHERE client_id = $1 ORDER BY hold_days.day", clientID)
}

// The rows of holds know since which day they are held, and a batch may not: they are joined after it is added to them.
var (
	addToHoldDays = readtable.Custom(`INSERT INTO hold_days AS t (client_id, day, amount)
		SELECT h.client_id, h.day, sum(n.amount) FROM {rows} JOIN holds AS h USING (transaction_id, suspense_id) GROUP BY h.client_id, h.day
		ON CONFLICT (client_id, day) DO UPDATE SET amount = t.amount +
			excluded.amount`, (*Hold).columns, "transaction_id", "suspense_id", "amount")
	leaveEmptyHoldDays = readtable.Custom(`DELETE FROM hold_days AS t USING {rows} JOIN holds AS h USING (transaction_id, suspense_id)
		WHERE t.client_id = h.client_id AND t.day = h.day AND t.amount = 0`, (*Hold).columns, "transaction_id", "suspense_id")
)
