package balancerows

import (
	"context"
	"time"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/connection"
	"gateway/domain/payment"
	"gateway/domain/report"
	"gateway/domain/treasury"
	"gateway/eventstore"
	"gateway/projections/engine"
	"gateway/projections/readmodel/readtable"

	"github.com/lib/pq"
	"github.com/shopspring/decimal"
)

// FeeToEstimate is a payment of money, or a payout, whose fee at the provider is neither estimated nor booked.
type FeeToEstimate struct {
	Connection string
	// Kind is PAYMENT or DISBURSEMENT (report.BookingKind).
	Kind string
	// Reference is a transaction_id, or the name of a payout (balance.Order.Name).
	Reference string
	// ProviderPaymentID is empty for a payout, as is ChannelCode.
	ProviderPaymentID string
	ChannelCode       string
	Amount            decimal.Decimal
	ValueDate         time.Time
	Position          int64
	// PricedBy is what the cost depends on.
	PricedBy string
}

// PricedBy names what the cost of a payment by a channel depends on, or that of a payout if the channel is empty.
func PricedBy(connection, channelCode string) string {
	if channelCode == "" {
		return connection + " payout"
	}
	return connection + " " + channelCode
}

func (f *FeeToEstimate) columns(c *readtable.Fields) {
	c.At("connection", &f.Connection).At("kind", &f.Kind).At("reference", &f.Reference).At("provider_payment_id", &f.ProviderPaymentID)
	c.At("channel_code", &f.ChannelCode).At("amount", &f.Amount).At("value_date", &f.ValueDate).At("position", &f.Position)
	c.At("priced_by", &f.PricedBy)
}

var feeToEstimateTable = readtable.TableOf(`(SELECT f.* FROM unnest($1::text[]) AS p (priced_by) CROSS JOIN LATERAL (
		SELECT * FROM fees_to_estimate t WHERE t.priced_by = p.priced_by COLLATE "C" ORDER BY t.position LIMIT $2) f) AS due`,
	(*FeeToEstimate).columns)

// FeesToEstimate returns at most limit of the fees whose cost depends on one of these (PricedBy), oldest first.
func (q *Queries) FeesToEstimate(ctx context.Context, pricedBy []string, limit int) ([]FeeToEstimate, error) {
	return feeToEstimateTable.List(ctx, q.DB, "ORDER BY due.position LIMIT $2", pq.Array(pricedBy), limit)
}

// FeesToEstimate projects the fees that are neither estimated nor booked.
type FeesToEstimate struct{}

// Name implements engine.Model.
func (FeesToEstimate) Name() string { return "fees_to_estimate" }

// Tables implements engine.Model.
func (FeesToEstimate) Tables() []string { return []string{"fees_to_estimate"} }

var (
	insertFeesToEstimate = readtable.Insert("fees_to_estimate", (*FeeToEstimate).columns).OnConflict("DO NOTHING")
	// A fee that was booked does not say which money of its payment it is for: an empty provider_payment_id is any.
	deleteFeesToEstimate = readtable.Custom(`DELETE FROM fees_to_estimate AS t USING {rows} WHERE t.connection = n.connection
		AND t.kind = n.kind AND t.reference = n.reference AND n.provider_payment_id IN ('', t.provider_payment_id)`,
		(*FeeToEstimate).columns, "connection", "kind", "reference", "provider_payment_id")
)

// Applies implements engine.Selective.
func (FeesToEstimate) Applies() []domain.Event {
	return []domain.Event{
		payment.Paid{}, payment.Suspended{}, payment.Settled{}, balance.PayoutCompleted{}, treasury.FeeEstimated{}, treasury.FeeBooked{},
	}
}

// Apply implements engine.Model.
func (FeesToEstimate) Apply(ctx context.Context, tx *engine.Tx, events []eventstore.Envelope) error {
	var f feeFold
	for _, env := range events {
		f.fold(env)
	}
	return readtable.Run(ctx, tx, deleteFeesToEstimate.Rows(f.ended...), insertFeesToEstimate.Rows(f.open...))
}

// feeFold folds a batch of events into the fees that are open after it, and those that ended in it.
type feeFold struct{ open, ended []*FeeToEstimate }

func (f *feeFold) fold(env eventstore.Envelope) {
	switch e := env.Event.(type) {
	case payment.Paid:
		if e.SuspenseID == 0 { // money out of suspense was there before
			f.receive(env, e.Identity, e.Receipt)
		}
	case payment.Suspended:
		f.receive(env, e.Identity, e.Receipt)
	case payment.Settled:
		f.end(e.Connection, string(report.BookedPayment), e.TransactionID, e.Receipt.ProviderPaymentID)
	case balance.PayoutCompleted:
		if e.ProviderID != "" { // otherwise a person made the transfer
			f.begin(env, FeeToEstimate{
				Connection: e.Connection, Kind: string(report.BookedPayout), Reference: e.Order.Name(), Amount: e.Order.Amount, ValueDate: e.TransferAt,
			})
		}
	case treasury.FeeEstimated:
		f.end(e.Connection, e.BookingKind, e.Reference, e.ProviderPaymentID)
	case treasury.FeeBooked:
		f.end(e.Connection, e.BookingKind, e.Reference, "")
	}
}

func (f *feeFold) receive(env eventstore.Envelope, p payment.Identity, r payment.Receipt) {
	f.begin(env, FeeToEstimate{
		Connection: p.Connection, Kind: string(report.BookedPayment), Reference: p.TransactionID, ProviderPaymentID: r.ProviderPaymentID,
		ChannelCode: p.ChannelCode, Amount: r.PaidAmount, ValueDate: r.PaidAt,
	})
}

func (f *feeFold) begin(env eventstore.Envelope, fee FeeToEstimate) {
	if fee.Connection == connection.Xendit || fee.Connection == "" {
		return
	}
	fee.Position, fee.PricedBy = env.Position.Commit, PricedBy(fee.Connection, fee.ChannelCode)
	f.open = append(f.open, &fee)
}

func (f *feeFold) end(at string, kind, reference, paymentID string) {
	if at == connection.Xendit {
		return
	}
	if kind == string(report.BookedPayout) {
		reference = treasury.PayoutName(reference)
	}
	ended := &FeeToEstimate{Connection: at, Kind: kind, Reference: reference, ProviderPaymentID: paymentID}
	open := f.open[:0]
	for _, o := range f.open {
		if !(o.Connection == at && o.Kind == kind && o.Reference == reference && (paymentID == "" || o.ProviderPaymentID == paymentID)) {
			open = append(open, o)
		}
	}
	f.open, f.ended = open, append(f.ended, ended)
}
