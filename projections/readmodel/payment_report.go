package readmodel

import (
	"context"
	"time"

	"gateway/domain"
	"gateway/domain/payment"
	"gateway/eventstore"
	"gateway/projections/engine"

	"github.com/shopspring/decimal"
)

// PaymentReport is a notification of a payment that waits to be confirmed, or one that
// contradicts the payment.
type PaymentReport struct {
	TransactionID string `db:"transaction_id" json:"transaction_id"`
	// Key is payment.News.Key.
	Key string `db:"key" json:"-"`
	// Position is that of the event.
	Position          int64           `db:"position" json:"position"`
	ClientID          int64           `db:"client_id" json:"client_id"`
	Channel           string          `db:"channel" json:"channel"`
	ProviderPaymentID string          `db:"provider_payment_id" json:"provider_payment_id"`
	Status            string          `db:"status" json:"status"`
	PaidAmount        decimal.Decimal `db:"paid_amount" json:"paid_amount"`
	// Here is the payment's status when it was contradicted, empty while the report waits.
	Here string `db:"here" json:"here"`
	// Contradiction is empty while the report waits to be confirmed.
	Contradiction string    `db:"contradiction" json:"contradiction"`
	At            time.Time `db:"at" json:"at"`
}

var paymentReportTable = tableOf[PaymentReport]("payment_reports")

// WaitingPaymentReports returns the notifications that wait to be confirmed, in the order
// of the log: at most limit of those after a Position, where 0 is the start.
func (q *Queries) WaitingPaymentReports(ctx context.Context, after int64, limit int) ([]PaymentReport, error) {
	return paymentReportTable.list(ctx, q, `WHERE contradiction = '' AND position > $1
		ORDER BY payment_reports.position LIMIT $2`, after, limit)
}

// PaymentContradictions returns at most limit of the reports that contradict payments,
// newest first.
func (q *Queries) PaymentContradictions(ctx context.Context, limit int) ([]PaymentReport, error) {
	return paymentReportTable.list(ctx, q, `WHERE contradiction <> '' ORDER BY payment_reports.position DESC LIMIT $1`, limit)
}

// PaymentReportBacklog returns how many notifications wait to be confirmed, and since when
// the oldest does: the zero time when none waits.
func (q *Queries) PaymentReportBacklog(ctx context.Context) (waiting int64, oldest time.Time, err error) {
	var row struct {
		N      int64      `db:"n"`
		Oldest *time.Time `db:"oldest"`
	}
	err = q.db.GetContext(ctx, &row, `SELECT count(*) AS n, min(at) AT TIME ZONE 'UTC' AS oldest
		FROM payment_reports WHERE contradiction = ''`)
	if err != nil {
		return 0, time.Time{}, &queryError{"payment_reports", err}
	}
	if row.Oldest != nil {
		oldest = *row.Oldest
	}
	return row.N, oldest, nil
}

// paymentReports projects notifications until they are confirmed.
type paymentReports struct{}

func (paymentReports) Name() string     { return "payment_reports" }
func (paymentReports) Tables() []string { return []string{"payment_reports"} }

var (
	putPaymentReports = insertStatement("payment_reports", "transaction_id text", "key text", "position bigint", "client_id bigint",
		"channel text", "provider_payment_id text", "status text", "paid_amount numeric", "here text", "contradiction text",
		"at timestamptz") + ` ON CONFLICT (transaction_id, key) DO UPDATE SET position = excluded.position,
		paid_amount = excluded.paid_amount, here = excluded.here, contradiction = excluded.contradiction, at = excluded.at`
	deletePaymentReports = `DELETE FROM payment_reports AS t USING ` + unnested("transaction_id text", "key text") + `
		WHERE t.transaction_id = n.transaction_id AND t.key = n.key`
)

// Applies implements engine.Selective.
func (paymentReports) Applies() []domain.Event {
	return []domain.Event{payment.Reported{}, payment.ReportAnswered{}, payment.Contradicted{}}
}

type paymentReportKey struct{ transactionID, key string }

// paymentReportChange is what a batch leaves of one report: its row, or nil when it was
// answered.
type paymentReportChange struct {
	paymentReportKey
	row []any
}

// Apply implements engine.Model.
func (paymentReports) Apply(ctx context.Context, tx *engine.Tx, events []eventstore.Envelope) error {
	var all changes[paymentReportKey, paymentReportChange]
	change := func(transactionID, key string) *paymentReportChange {
		k := paymentReportKey{transactionID, key}
		c := all.forKey(k)
		c.paymentReportKey = k
		return c
	}
	for _, env := range events {
		switch e := env.Event.(type) {
		case payment.Reported:
			change(e.TransactionID, e.Key()).row = paymentReportRow(env, e.Identity, e.News, "", "", e.At)
		case payment.Contradicted:
			change(e.TransactionID, e.Key()).row = paymentReportRow(env, e.Identity, e.News, e.Here, e.Contradiction, e.At)
		case payment.ReportAnswered:
			change(e.TransactionID, e.Key()).row = nil
		}
	}
	var put, deleted batch
	for _, c := range all.list {
		if c.row == nil {
			deleted.add(c.transactionID, c.key)
		}
		put.addUnlessNil(c.row)
	}
	return execAll(ctx, tx, write{&put, putPaymentReports}, write{&deleted, deletePaymentReports})
}

func paymentReportRow(env eventstore.Envelope, i payment.Identity, n payment.News, here, contradiction string, at time.Time) []any {
	return []any{
		i.TransactionID, n.Key(), env.Position.Commit, i.ClientID, i.Channel, n.ProviderPaymentID, string(n.Status), n.PaidAmount,
		here, contradiction, at,
	}
}
