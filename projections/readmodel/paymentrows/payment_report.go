package paymentrows

import (
	"context"
	"time"

	"gateway/domain"
	"gateway/domain/payment"
	"gateway/eventstore"
	"gateway/projections/engine"
	"gateway/projections/readmodel/payoutrows"
	"gateway/projections/readmodel/readtable"

	"github.com/lib/pq"
	"github.com/shopspring/decimal"
)

// PaymentReport is a notification about a payment that waits to be confirmed, or one that contradicts the
// payment.
type PaymentReport struct {
	TransactionID string `db:"transaction_id" json:"transaction_id"`
	// Key is payment.News.Key.
	Key string `db:"key" json:"-"`
	// Position is the position of the event.
	Position int64 `db:"position" json:"-"`
	ClientID int64 `db:"client_id" json:"client_id"`
	// ClientName is the client's name. It is filled for answers; queries leave it empty.
	ClientName        string          `db:"-" json:"client_name,omitempty"`
	Channel           string          `db:"channel" json:"channel"`
	ProviderPaymentID string          `db:"provider_payment_id" json:"provider_payment_id"`
	Status            string          `db:"status" json:"status"`
	PaidAmount        decimal.Decimal `db:"paid_amount" json:"paid_amount"`
	// Here is the payment's status when the report contradicted it. It is empty while the report waits.
	Here string `db:"here" json:"here"`
	// Contradiction is empty while the report waits to be confirmed.
	Contradiction string    `db:"contradiction" json:"contradiction"`
	At            time.Time `db:"at" json:"at"`
}

// Place returns the place of the report in its list.
func (r PaymentReport) Place() readtable.Place {
	return readtable.Place{At: r.At, Position: r.Position}
}

var paymentReportTable = readtable.Of[PaymentReport]("payment_reports")

// PaymentContradictions returns at most limit of the reports that contradict payments,
// newest first.
func (q Queries) PaymentContradictions(ctx context.Context, limit int) ([]PaymentReport, error) {
	return paymentReportTable.List(ctx, q.DB, `WHERE contradiction <> '' ORDER BY payment_reports.position DESC LIMIT $1`, limit)
}

// TroubleWaiting selects reports that have waited long to be confirmed (PaymentReportsIn). Reports that the
// provider did not confirm are under TroubleContradicted.
const TroubleWaiting = "waiting"

// The kinds of payments that ReportsForPersons counts.
const (
	WaitingReports        = "payments_report_pending"
	ContradictedReports   = "payments_contradicted"
	maxContradictedShown  = 1_000
	contradictedShownDays = 30
	// reportWaitsLong is how long a report may wait before it needs a person.
	reportWaitsLong = 10 * time.Minute
)

// ReportsOfPayments counts the payments of one kind that have doubtful reports of money.
type ReportsOfPayments struct {
	readtable.Waiting
	// TransactionID is the transaction id of the oldest.
	TransactionID string `db:"transaction_id"`
}

// doubtfulReports selects the reports of money that a person should look at: reports that have waited 10
// minutes to be confirmed; and, of the newest 1,000 that the provider did not confirm, those of the last 30
// days whose payment is neither PAID nor SETTLED. So an unconfirmed report leaves the list when its money has
// arrived, or after 30 days.
const doubtfulReports = `(
	SELECT $1::text AS kind, transaction_id, position, at FROM payment_reports WHERE contradiction = '' AND at <= $2
	UNION ALL SELECT $3, r.transaction_id, r.position, r.at
		FROM (SELECT transaction_id, position, at FROM payment_reports WHERE contradiction <> '' ORDER BY position DESC LIMIT $4) AS r
		JOIN LATERAL (SELECT status FROM transactions WHERE transaction_id = r.transaction_id LIMIT 1) AS t ON true
		WHERE r.at > $5 AND t.status NOT IN ($6, $7)) AS doubtful`

// ofKind selects the reports of one kind, or all when the kind is empty.
const ofKind = " WHERE $8::text IN ('', kind)"

// doubtfulArgs are the arguments of doubtfulReports.
func doubtfulArgs(now time.Time) []any {
	return []any{
		WaitingReports, now.Add(-reportWaitsLong), ContradictedReports, maxContradictedShown,
		now.AddDate(0, 0, -contradictedShownDays), payment.StatusPaid, payment.StatusSettled,
	}
}

// ReportsForPersons counts the reports of money that a person should look at, by kind. It leaves out kinds
// without any.
func (q Queries) ReportsForPersons(ctx context.Context, now time.Time) (all []ReportsOfPayments, err error) {
	err = q.SQL.SelectContext(ctx, &all, `SELECT kind, count(*) AS count, min(at) AS oldest,
			(array_agg(transaction_id ORDER BY at))[1] AS transaction_id
		FROM `+doubtfulReports+` GROUP BY kind ORDER BY kind`, doubtfulArgs(now)...)
	if err != nil {
		return nil, readtable.Failed("payment_reports", err)
	}
	return all, nil
}

// PaymentReportsIn returns a page of the reports that ReportsForPersons counts, newest first, and their total
// number. It filters by trouble, unless trouble is empty. An unknown trouble selects no report.
func (q Queries) PaymentReportsIn(ctx context.Context, trouble string, now time.Time, p readtable.Page) ([]PaymentReport, int64, error) {
	kind := map[string]string{"": "", TroubleWaiting: WaitingReports, payoutrows.TroubleContradicted: ContradictedReports}
	wanted, ok := kind[trouble]
	if !ok {
		return []PaymentReport{}, 0, nil
	}
	args, skip := append(doubtfulArgs(now), wanted), (p.Number-1)*p.PerPage
	var total, before int64
	if p.After != nil {
		total, before, skip = p.After.Total, p.After.Position, 0
	} else if err := q.SQL.GetContext(ctx, &total, "SELECT count(*) FROM "+doubtfulReports+ofKind, args...); err != nil {
		return nil, 0, readtable.Failed("payment_reports", err)
	}
	var found []struct {
		TransactionID string `db:"transaction_id"`
		Position      int64  `db:"position"`
	}
	err := q.SQL.SelectContext(ctx, &found, "SELECT transaction_id, position FROM "+doubtfulReports+ofKind+
		" AND ($9::bigint = 0 OR position < $9) ORDER BY position DESC OFFSET $10 LIMIT $11", append(args, before, skip, p.PerPage)...)
	if err != nil {
		return nil, 0, readtable.Failed("payment_reports", err)
	}
	ids, positions := make([]string, len(found)), make([]int64, len(found))
	for i, r := range found {
		ids[i], positions[i] = r.TransactionID, r.Position
	}
	rows, err := paymentReportTable.List(ctx, q.DB, `WHERE transaction_id = ANY ($1) AND position = ANY ($2)
		ORDER BY payment_reports.position DESC`, pq.Array(ids), pq.Array(positions))
	return rows, total, err
}

// PaymentReportBacklog returns how many notifications wait to be confirmed, and the time from which the
// oldest has waited. The time is zero when none waits.
func (q Queries) PaymentReportBacklog(ctx context.Context) (waiting int64, oldest time.Time, err error) {
	var row struct {
		N      int64      `db:"n"`
		Oldest *time.Time `db:"oldest"`
	}
	err = q.SQL.GetContext(ctx, &row, `SELECT count(*) AS n, min(at) AT TIME ZONE 'UTC' AS oldest
		FROM payment_reports WHERE contradiction = ''`)
	if err != nil {
		return 0, time.Time{}, readtable.Failed("payment_reports", err)
	}
	if row.Oldest != nil {
		oldest = *row.Oldest
	}
	return row.N, oldest, nil
}

// Reports projects notifications until they are confirmed.
type Reports struct{}

// Name implements engine.Model.
func (Reports) Name() string { return "payment_reports" }

// Tables implements engine.Model.
func (Reports) Tables() []string { return []string{"payment_reports"} }

var (
	paymentReportColumns = readtable.Columns[PaymentReport]{
		readtable.At("transaction_id text", func(r *PaymentReport) any { return &r.TransactionID }),
		readtable.At("key text", func(r *PaymentReport) any { return &r.Key }),
		readtable.At("position bigint", func(r *PaymentReport) any { return &r.Position }),
		readtable.At("client_id bigint", func(r *PaymentReport) any { return &r.ClientID }),
		readtable.At("channel text", func(r *PaymentReport) any { return &r.Channel }),
		readtable.At("provider_payment_id text", func(r *PaymentReport) any { return &r.ProviderPaymentID }),
		readtable.At("status text", func(r *PaymentReport) any { return &r.Status }),
		readtable.At("paid_amount numeric", func(r *PaymentReport) any { return &r.PaidAmount }),
		readtable.At("here text", func(r *PaymentReport) any { return &r.Here }),
		readtable.At("contradiction text", func(r *PaymentReport) any { return &r.Contradiction }),
		readtable.At("at timestamptz", func(r *PaymentReport) any { return &r.At }),
	}
	putPaymentReports = readtable.InsertStatement("payment_reports", paymentReportColumns.Names()...) + `
		ON CONFLICT (transaction_id, key) DO UPDATE SET position = excluded.position,
		paid_amount = excluded.paid_amount, here = excluded.here, contradiction = excluded.contradiction, at = excluded.at`
	deletePaymentReports = `DELETE FROM payment_reports AS t USING ` + readtable.Unnested("transaction_id text", "key text") + `
		WHERE t.transaction_id = n.transaction_id AND t.key = n.key`
)

// Applies implements engine.Selective.
func (Reports) Applies() []domain.Event {
	return []domain.Event{payment.Reported{}, payment.ReportAnswered{}, payment.Contradicted{}}
}

// ReportKey identifies a provider's report about a payment.
type ReportKey struct{ TransactionID, Key string }

// paymentReportChange is the state of one report after a batch: its row, or nil when it was answered.
type paymentReportChange struct {
	ReportKey
	row *PaymentReport
}

// Apply implements engine.Model.
func (Reports) Apply(ctx context.Context, tx *engine.Tx, events []eventstore.Envelope) error {
	var all readtable.Changes[ReportKey, paymentReportChange]
	change := func(transactionID, key string) *paymentReportChange {
		k := ReportKey{transactionID, key}
		c := all.ForKey(k)
		c.ReportKey = k
		return c
	}
	for _, env := range events {
		switch e := env.Event.(type) {
		case payment.Reported:
			change(e.TransactionID, e.Key()).row = ReportRow(env, e.Identity, e.News, "", "", e.At)
		case payment.Contradicted:
			change(e.TransactionID, e.Key()).row = ReportRow(env, e.Identity, e.News, e.Here, e.Contradiction, e.At)
		case payment.ReportAnswered:
			change(e.TransactionID, e.Key()).row = nil
		}
	}
	var put, deleted readtable.Batch
	for _, c := range all.List {
		if c.row == nil {
			deleted.Add(c.TransactionID, c.Key)
			continue
		}
		put.Add(paymentReportColumns.Values(nil, c.row)...)
	}
	return readtable.ExecAll(ctx, tx, readtable.WriteBy(&put, putPaymentReports), readtable.WriteBy(&deleted, deletePaymentReports))
}

// ReportRow makes the row of a report that waits to be looked up at the provider.
func ReportRow(env eventstore.Envelope, i payment.Identity, n payment.News, here, contradiction string, at time.Time) *PaymentReport {
	return &PaymentReport{
		TransactionID: i.TransactionID, Key: n.Key(), Position: env.Position.Commit, ClientID: i.ClientID, Channel: i.Channel,
		ProviderPaymentID: n.ProviderPaymentID, Status: string(n.Status), PaidAmount: n.PaidAmount,
		Here: here, Contradiction: contradiction, At: at,
	}
}
