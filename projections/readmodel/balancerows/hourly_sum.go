package balancerows

import (
	"context"
	"time"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/payment"
	"gateway/domain/statement"
	"gateway/eventstore"
	"gateway/projections/engine"
	"gateway/projections/readmodel/readtable"
)

// Hours projects hourly sums for statements, so that a report over a period of any length reads a few rows
// per client.
type Hours struct{}

// Name implements engine.Model.
func (Hours) Name() string { return "hourly_sums" }

// Tables implements engine.Model.
func (Hours) Tables() []string {
	return []string{"hourly_sums", "newest_hour", "payment_vat_rates"}
}

// ofAllClients is the client_id of the sums over all clients.
const ofAllClients = 0

// The rows of a batch are running sums within the batch, so each adds the last stored sum from before the
// batch.
var (
	addToHourlySums = `INSERT INTO hourly_sums AS t (client_id, line, vat_rate, hour, count, gross, fee, vat, net)
		SELECT n.client_id, n.line, n.vat_rate, n.hour, COALESCE(p.count, 0) + n.count, COALESCE(p.gross, 0) + n.gross,
			COALESCE(p.fee, 0) + n.fee, COALESCE(p.vat, 0) + n.vat, COALESCE(p.net, 0) + n.net
		FROM ` + readtable.Unnested("client_id bigint", "line text", "vat_rate text", "hour timestamptz", "count bigint", "gross numeric",
		"fee numeric", "vat numeric", "net numeric") + `
		LEFT JOIN LATERAL (SELECT * FROM hourly_sums h WHERE h.client_id = n.client_id AND h.line = n.line
			AND h.vat_rate = n.vat_rate AND h.hour <= n.hour ORDER BY h.hour DESC LIMIT 1) p ON true
		ON CONFLICT (client_id, line, vat_rate, hour) DO UPDATE SET count = excluded.count, gross = excluded.gross,
			fee = excluded.fee, vat = excluded.vat, net = excluded.net`
	setNewestHour = `INSERT INTO newest_hour (only_row, hour) VALUES (true, $1)
		ON CONFLICT (only_row) DO UPDATE SET hour = excluded.hour`
	keepVATRates = `INSERT INTO payment_vat_rates (transaction_id, vat_rate)
		SELECT transaction_id, vat_rate FROM ` + readtable.Unnested("transaction_id text", "vat_rate text") + `
		ON CONFLICT (transaction_id) DO NOTHING`
)

// lineKey identifies the sums of one statement line of a client whose fees were charged at one VAT rate.
type lineKey struct {
	clientID int64
	line     string
	vatRate  string
}

// runningSums are the sums of the batch so far, and the rows to write.
type runningSums struct {
	sums map[lineKey]statement.Sum
	rows readtable.Changes[hourKey, hourSum]
}

type hourKey struct {
	lineKey
	hour time.Time
}

type hourSum struct {
	hourKey
	statement.Sum
}

func (r *runningSums) add(key lineKey, hour time.Time, a statement.Amounts) {
	sum := r.sums[key].Plus(statement.Sum{Count: 1, Amounts: a})
	r.sums[key] = sum
	row := r.rows.ForKey(hourKey{key, hour})
	row.hourKey, row.Sum = hourKey{key, hour}, sum
}

// Applies implements engine.Selective.
func (Hours) Applies() []domain.Event {
	return append(movements(), payment.Paid{}, payment.SuspenseReleased{})
}

// Apply implements engine.Model.
func (Hours) Apply(ctx context.Context, tx *engine.Tx, events []eventstore.Envelope) error {
	known, err := newestHour(ctx, tx)
	if err != nil {
		return err
	}
	newest := known
	running := runningSums{sums: make(map[lineKey]statement.Sum)}
	rates, err := vatRatesOf(ctx, tx, events)
	if err != nil {
		return err
	}
	for _, e := range events {
		// Times set by the store itself may go back. An event behind a later one counts as booked with it, as
		// in BookedBy.
		if hour := e.BookedAt.UTC().Truncate(time.Hour); hour.After(newest) {
			newest = hour
		}
		mover, ok := e.Event.(balance.Mover)
		if !ok {
			continue
		}
		clientID, m := mover.Moved()
		amounts := statement.AmountsOf(clientID, m.Postings)
		if amounts.IsZero() {
			continue
		}
		line := statement.LineOf(statement.KindOf(e.Event.EventType()))
		rate := ""
		if amounts.HasVATRate() {
			rate = rates.of(e.Event, m.Reference)
		}
		running.add(lineKey{clientID, line, rate}, newest, amounts)
		running.add(lineKey{ofAllClients, line, rate}, newest, amounts)
	}
	var b readtable.Batch
	for _, row := range running.rows.List {
		b.Add(row.clientID, row.line, row.vatRate, row.hour, row.Count, row.Gross, row.Fee, row.VAT, row.Net)
	}
	if err := b.Exec(ctx, tx, addToHourlySums); err != nil || newest.Equal(known) {
		return err
	}
	_, err = tx.Exec(ctx, setNewestHour, newest)
	return err
}

// newestHour returns the latest hour that the model has seen, or the zero time before the first event.
func newestHour(ctx context.Context, tx *engine.Tx) (hour time.Time, err error) {
	rows, err := tx.Query(ctx, `SELECT hour FROM newest_hour`)
	if err != nil {
		return hour, err
	}
	defer rows.Close()
	for rows.Next() {
		if err := rows.Scan(&hour); err != nil {
			return hour, err
		}
	}
	return hour.UTC(), rows.Err()
}
