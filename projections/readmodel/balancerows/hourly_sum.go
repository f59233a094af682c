package balancerows

import (
	"context"
	"database/sql"
	"time"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/payment"
	"gateway/domain/statement"
	"gateway/eventstore"
	"gateway/projections/engine"
	"gateway/projections/readmodel/readtable"

	"github.com/shopspring/decimal"
)

// Hours projects hourly sums for statements, so that a report over a period of any length reads a few rows
// per client.
type Hours struct{}

// Name implements engine.Model.
func (Hours) Name() string { return "hourly_sums" }

// Tables implements engine.Model.
func (Hours) Tables() []string {
	return []string{"hourly_sums", "newest_hour", "payment_vat_rates", "fee_charges", "fee_origins"}
}

// ofAllClients is the client_id of the sums over all clients.
const ofAllClients = 0

// The rows of a batch are running sums within the batch, so each adds the last stored sum from before the
// batch.
var (
	addToHourlySums = readtable.Custom(`INSERT INTO hourly_sums AS t (client_id, line, vat_rate, hour, count, gross, fee, vat, net)
		SELECT n.client_id, n.line, n.vat_rate, n.hour, COALESCE(p.count, 0) + n.count, COALESCE(p.gross, 0) + n.gross,
			COALESCE(p.fee, 0) + n.fee, COALESCE(p.vat, 0) + n.vat, COALESCE(p.net, 0) + n.net
		FROM {rows}
		LEFT JOIN LATERAL (SELECT * FROM hourly_sums h WHERE h.client_id = n.client_id AND h.line = n.line
			AND h.vat_rate = n.vat_rate AND h.hour <= n.hour ORDER BY h.hour DESC LIMIT 1) p ON true
		ON CONFLICT (client_id, line, vat_rate, hour) DO UPDATE SET count = excluded.count, gross = excluded.gross,
			fee = excluded.fee, vat = excluded.vat, net = excluded.net`, (*hourSum).columns,
		"client_id", "line", "vat_rate", "hour", "count", "gross", "fee", "vat", "net")
	setNewestHour = `INSERT INTO newest_hour (only_row, hour) VALUES (true, $1)
		ON CONFLICT (only_row) DO UPDATE SET hour = excluded.hour`
	keepVATRates = readtable.Insert("payment_vat_rates", (*vatRate).columns).OnConflict("(transaction_id) DO NOTHING")
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

func (s *hourSum) columns(f *readtable.Fields) {
	f.At("client_id", &s.clientID).At("line", &s.line).At("vat_rate", &s.vatRate).At("hour", &s.hour).At("count", &s.Count)
	f.At("gross", &s.Gross).At("fee", &s.Fee).At("vat", &s.VAT).At("net", &s.Net)
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
	var charges feeCharges
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
			rate = rates.of(e.Event, m.Reference, amounts)
			charges.add(clientID, e.Event, newest, rate, amounts)
		}
		running.add(lineKey{clientID, line, rate}, newest, amounts)
		running.add(lineKey{ofAllClients, line, rate}, newest, amounts)
	}
	if err := charges.write(ctx, tx); err != nil {
		return err
	}
	err = readtable.Run(ctx, tx, addToHourlySums.Rows(running.rows.List...))
	if err != nil || newest.Equal(known) {
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

// HourlySums are sums of movements, all read at the same moment.
type HourlySums struct {
	// Newest is the hour that still grows. It is zero before the first event.
	Newest time.Time
	// Through is the position up to which the sums count the log.
	Through eventstore.Position
	Rows    []HourlySum
}

// HourlySum is the sum of one statement line of a client, over movements whose fees were charged at one VAT
// rate.
type HourlySum struct {
	ClientID int64
	Line     string
	// VATRate is the VAT rate as text. It is empty for movements without a fee.
	VATRate string
	// Hour is the last hour that a running sum includes. It is zero in the sum of a period, and in the
	// running sum with which a period starts.
	Hour time.Time
	statement.Sum
}

// lastSumBefore selects the last row of each of a client's lines before an hour.
const lastSumBefore = `LATERAL (SELECT * FROM hourly_sums h WHERE h.client_id = c.client_id AND h.line = n.line
	AND h.vat_rate = n.vat_rate AND h.hour < `

// SumsBetween returns the changes of each client's balance from the start of one hour to the start of
// another, by line. If the second hour is after Newest, they include everything booked since the first hour,
// up to Through. Lines and clients without a movement are left out.
func (q *Queries) SumsBetween(ctx context.Context, from, to time.Time) (HourlySums, error) {
	return q.hourlySums(ctx, `SELECT c.client_id, n.line, n.vat_rate, NULL::timestamptz AS hour, b.count - COALESCE(a.count, 0) AS count,
			b.gross - COALESCE(a.gross, 0) AS gross, b.fee - COALESCE(a.fee, 0) AS fee, b.vat - COALESCE(a.vat, 0) AS vat,
			b.net - COALESCE(a.net, 0) AS net
		FROM (SELECT client_id FROM balances) c
		CROSS JOIN (`+knownLines+`) n
		CROSS JOIN `+lastSumBefore+`$2 ORDER BY h.hour DESC LIMIT 1) b
		LEFT JOIN `+lastSumBefore+`$1 ORDER BY h.hour DESC LIMIT 1) a ON true
		WHERE b.count > COALESCE(a.count, 0)`, from, to)
}

// RunningSums returns the running sums of a client's lines at the end of each hour in which they changed,
// from the start of one hour to the start of another, ordered by hour. The sums with which the period starts
// come first, with a zero Hour. The rule of SumsBetween about Newest applies here, too.
func (q *Queries) RunningSums(ctx context.Context, clientID int64, from, to time.Time) (HourlySums, error) {
	return q.hourlySums(ctx, `SELECT * FROM (
			SELECT c.client_id, n.line, n.vat_rate, NULL::timestamptz AS hour, a.count, a.gross, a.fee, a.vat, a.net
			FROM (SELECT $3::bigint AS client_id) c CROSS JOIN (`+knownLines+`) n
			CROSS JOIN `+lastSumBefore+`$1 ORDER BY h.hour DESC LIMIT 1) a
			UNION ALL
			SELECT c.client_id, n.line, n.vat_rate, h.hour, h.count, h.gross, h.fee, h.vat, h.net
			FROM (SELECT $3::bigint AS client_id) c CROSS JOIN (`+knownLines+`) n
			JOIN hourly_sums h ON h.client_id = c.client_id AND h.line = n.line AND h.vat_rate = n.vat_rate
				AND h.hour >= $1 AND h.hour < $2) s`, from, to, clientID)
}

// knownLines finds the lines and VAT rates that any client has. They are few, and it reads only the first row
// of each.
const knownLines = `WITH RECURSIVE known AS (
		(SELECT line, vat_rate FROM hourly_sums WHERE client_id = 0 ORDER BY line, vat_rate LIMIT 1)
		UNION ALL
		SELECT n.line, n.vat_rate FROM known k CROSS JOIN LATERAL (SELECT h.line, h.vat_rate FROM hourly_sums h
			WHERE h.client_id = 0 AND (h.line, h.vat_rate) > (k.line, k.vat_rate) ORDER BY h.line, h.vat_rate LIMIT 1) n)
	SELECT line, vat_rate FROM known`

// hourlySums runs a query for sums. The same statement reads the checkpoint, so that no event is counted
// twice or left out.
func (q *Queries) hourlySums(ctx context.Context, query string, args ...any) (all HourlySums, err error) {
	rows, err := q.SQL.QueryContext(ctx, `SELECT k.commit_position, k.prepare_position, w.hour AT TIME ZONE 'UTC', s.client_id, s.line,
			s.vat_rate, s.hour AT TIME ZONE 'UTC', s.count, s.gross, s.fee, s.vat, s.net
		FROM checkpoints k JOIN newest_hour w ON true LEFT JOIN (`+query+`) s ON true WHERE k.name = 'hourly_sums'
		ORDER BY s.hour NULLS FIRST`, args...)
	if err != nil {
		return all, readtable.Failed("hourly_sums", err)
	}
	defer rows.Close()
	for rows.Next() {
		var row nullableSum
		if err := rows.Scan(&all.Through.Commit, &all.Through.Prepare, &all.Newest, &row.client, &row.line, &row.rate, &row.hour,
			&row.count, &row.gross, &row.fee, &row.vat, &row.net); err != nil {
			return all, readtable.Failed("hourly_sums", err)
		}
		if row.client.Valid {
			all.Rows = append(all.Rows, row.sum())
		}
	}
	if err := rows.Err(); err != nil {
		return all, readtable.Failed("hourly_sums", err)
	}
	return all, nil
}

// nullableSum is a row of sums. When there are none, the checkpoint comes in a row of its own.
type nullableSum struct {
	client, count        sql.NullInt64
	line, rate           sql.NullString
	hour                 sql.NullTime
	gross, fee, vat, net decimal.NullDecimal
}

func (n nullableSum) sum() HourlySum {
	return HourlySum{ClientID: n.client.Int64, Line: n.line.String, VATRate: n.rate.String, Hour: n.hour.Time, Sum: statement.Sum{
		Count:   n.count.Int64,
		Amounts: statement.Amounts{Gross: n.gross.Decimal, Fee: n.fee.Decimal, VAT: n.vat.Decimal, Net: n.net.Decimal},
	}}
}
