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
	TransactionID string `json:"transaction_id"`
	// Key is payment.News.Key.
	Key string `json:"-"`
	// Position is the position of the event.
	Position int64 `json:"-"`
	ClientID int64 `json:"client_id"`
	// ClientName is the client's name. It is filled for answers; queries leave it empty.
	ClientName        string          `json:"client_name,omitempty"`
	Channel           string          `json:"channel"`
	ProviderPaymentID string          `json:"provider_payment_id"`
	Status            string          `json:"status"`
	PaidAmount        decimal.Decimal `json:"paid_amount"`
	// Here is the payment's status when the report contradicted it. It is empty while the report waits.
	Here string `json:"here"`
	// Contradiction is empty while the report waits to be confirmed.
	Contradiction string    `json:"contradiction"`
	At            time.Time `json:"at"`
}

// Place returns the place of the report in its list.
func (r PaymentReport) Place() readtable.Place {
	return readtable.Place{At: r.At, Position: r.Position}
}

func (r *PaymentReport) columns(f *readtable.Fields) {
	f.At("transaction_id", &r.TransactionID).At("key", &r.Key).At("client_id", &r.ClientID).At("channel", &r.Channel)
	f.At("provider_payment_id", &r.ProviderPaymentID).At("status", &r.Status)
	f.Later("position", &r.Position).Later("paid_amount", &r.PaidAmount).Later("here", &r.Here).Later("contradiction", &r.Contradiction)
	f.Later("at", &r.At)
}

var paymentReportTable = readtable.TableOf("payment_reports", (*PaymentReport).columns)

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
// days whose payment is neither PAID nor SETTLED, or was so already when they came and has no such money in
// suspense. So an unconfirmed report leaves the list when its money has arrived, or after 30 days. The second
// payment of a PAID one may be real: a provider without books confirms the first receipt only.
const doubtfulReports = `(
	SELECT $1::text AS kind, transaction_id, position, at FROM payment_reports WHERE contradiction = '' AND at <= $2
	UNION ALL SELECT $3, r.transaction_id, r.position, r.at
		FROM (SELECT transaction_id, position, at, here, status, provider_payment_id
			FROM payment_reports WHERE contradiction <> '' ORDER BY position DESC LIMIT $4) AS r
		JOIN LATERAL (SELECT status FROM transactions WHERE transaction_id = r.transaction_id LIMIT 1) AS t ON true
		WHERE r.at > $5 AND (t.status NOT IN ($6, $7) OR r.here IN ($6, $7) AND r.status = $6 AND NOT EXISTS (
			SELECT FROM suspense AS s WHERE s.transaction_id = r.transaction_id AND s.provider_payment_id = r.provider_payment_id))) AS doubtful`

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
	putReports    = readtable.Upsert("payment_reports", (*reportChange).columns, "transaction_id", "key")
	deleteReports = readtable.Delete("payment_reports", (*reportChange).columns, "transaction_id", "key")
)

// Applies implements engine.Selective.
func (Reports) Applies() []domain.Event {
	return []domain.Event{payment.Reported{}, payment.ReportAnswered{}, payment.Contradicted{}}
}

// ReportKey identifies a provider's report about a payment.
type ReportKey struct{ TransactionID, Key string }

// reportChange is the state of one report after a batch. An answered one is deleted.
type reportChange struct {
	PaymentReport
	answered bool
}

// Apply implements engine.Model.
func (Reports) Apply(ctx context.Context, tx *engine.Tx, events []eventstore.Envelope) error {
	var all readtable.Changes[ReportKey, reportChange]
	put := func(r *PaymentReport, answered bool) {
		*all.ForKey(ReportKey{r.TransactionID, r.Key}) = reportChange{*r, answered}
	}
	for _, env := range events {
		switch e := env.Event.(type) {
		case payment.Reported:
			put(ReportRow(env, e.Identity, e.News, "", "", e.At), false)
		case payment.Contradicted:
			put(ReportRow(env, e.Identity, e.News, e.Here, e.Contradiction, e.At), false)
		case payment.ReportAnswered:
			put(&PaymentReport{TransactionID: e.TransactionID, Key: e.Key()}, true)
		}
	}
	return readtable.Run(ctx, tx, putReports.RowsIf(all.List, func(c *reportChange) bool { return !c.answered }),
		deleteReports.RowsIf(all.List, func(c *reportChange) bool { return c.answered }))
}

// ReportRow makes the row of a report that waits to be looked up at the provider.
func ReportRow(env eventstore.Envelope, i payment.Identity, n payment.News, here, contradiction string, at time.Time) *PaymentReport {
	return &PaymentReport{
		TransactionID: i.TransactionID, Key: n.Key(), Position: env.Position.Commit, ClientID: i.ClientID, Channel: i.Channel,
		ProviderPaymentID: n.ProviderPaymentID, Status: string(n.Status), PaidAmount: n.PaidAmount,
		Here: here, Contradiction: contradiction, At: at,
	}
}
