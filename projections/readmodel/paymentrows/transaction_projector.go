package paymentrows

import (
	"context"
	"slices"
	"time"

	"gateway/domain"
	"gateway/domain/payment"
	"gateway/domain/transaction"
	"gateway/eventstore"
	"gateway/projections/engine"
	"gateway/projections/readmodel/readtable"

	"github.com/shopspring/decimal"
)

// ChannelRecorded is the channel of transactions that clients record themselves.
const ChannelRecorded = "recorded"

// Transactions projects payments and recorded transactions.
type Transactions struct{}

// Name implements engine.Model.
func (Transactions) Name() string { return "transactions" }

// Tables implements engine.Model.
func (Transactions) Tables() []string {
	return []string{"transactions", "transaction_states", "transaction_counts", "transaction_metadata"}
}

// createdColumns never change; changedColumns are set by later events.
var (
	createdColumns = readtable.Columns[TransactionRow]{
		readtable.At("id bigint", func(r *TransactionRow) any { return &r.ID }),
		readtable.At("position bigint", func(r *TransactionRow) any { return &r.Position }),
		readtable.At("client_id bigint", func(r *TransactionRow) any { return &r.ClientID }),
		readtable.At("app_id bigint", func(r *TransactionRow) any { return &r.AppID }),
		readtable.At("transaction_id text", func(r *TransactionRow) any { return &r.TransactionID }),
		readtable.At("external_id text", func(r *TransactionRow) any { return &r.ExternalID }),
		readtable.At("channel text", func(r *TransactionRow) any { return &r.Channel }),
		readtable.At("total numeric", func(r *TransactionRow) any { return &r.Total }),
		readtable.At("metadata json", func(r *TransactionRow) any { return &r.Metadata }),
		readtable.At("transaction_log json", func(r *TransactionRow) any { return &r.TransactionLog }),
		readtable.At("created_at timestamptz", func(r *TransactionRow) any { return &r.CreatedAt }),
	}
	changedColumns = readtable.Columns[TransactionRow]{
		readtable.At("status text", func(r *TransactionRow) any { return &r.Status }),
		readtable.At("channel_code text", func(r *TransactionRow) any { return &r.ChannelCode }),
		readtable.At("fee numeric", func(r *TransactionRow) any { return &r.Fee }),
		readtable.At("vat numeric", func(r *TransactionRow) any { return &r.VAT }),
		readtable.At("net_payment numeric", func(r *TransactionRow) any { return &r.NetPayment }),
		readtable.At("paid_amount numeric", func(r *TransactionRow) any { return &r.PaidAmount }),
		readtable.At("paid_at timestamptz", func(r *TransactionRow) any { return &r.PaidAt }),
		readtable.At("late boolean", func(r *TransactionRow) any { return &r.Late }),
		readtable.At("expires_at timestamptz", func(r *TransactionRow) any { return &r.ExpiresAt }),
		readtable.At("opened_at timestamptz", func(r *TransactionRow) any { return &r.OpenedAt }),
		readtable.At("provider_id text", func(r *TransactionRow) any { return &r.ProviderID }),
		readtable.At("va_number text", func(r *TransactionRow) any { return &r.VANumber }),
		readtable.At("bank_code text", func(r *TransactionRow) any { return &r.BankCode }),
		readtable.At("qr_string text", func(r *TransactionRow) any { return &r.QRString }),
		readtable.At("pay_url text", func(r *TransactionRow) any { return &r.PayURL }),
		readtable.At("deeplink text", func(r *TransactionRow) any { return &r.Deeplink }),
		readtable.At("invoice_url text", func(r *TransactionRow) any { return &r.InvoiceURL }),
		readtable.At("replaces text", func(r *TransactionRow) any { return &r.Replaces }),
		readtable.At("replaced_by text", func(r *TransactionRow) any { return &r.ReplacedBy }),
		readtable.At("to_replace boolean", func(r *TransactionRow) any { return &r.ToReplace }),
		readtable.At("to_close boolean", func(r *TransactionRow) any { return &r.ToClose }),
		readtable.At("updated_at timestamptz", func(r *TransactionRow) any { return &r.UpdatedAt }),
	}
	insertTransactions = readtable.InsertionInto("transactions", slices.Concat(createdColumns, changedColumns).Names()...)
	updateTransactions = readtable.UpdateStatement("transactions", []string{"id bigint"}, changedColumns.Names()...)
	// suspendTransactions adds to the number of open items in suspense and to their sum.
	suspendTransactions = `UPDATE transactions AS t SET open_suspense = t.open_suspense + n.open_suspense,
		suspended_amount = t.suspended_amount + n.suspended_amount, suspended_at = GREATEST(t.suspended_at, n.suspended_at) FROM ` +
		readtable.Unnested("id bigint", "open_suspense integer", "suspended_amount numeric", "suspended_at timestamptz") + " WHERE t.id = n.id"
	reverseTransactions = `UPDATE transactions AS t SET reversed_amount = t.reversed_amount + n.reversed_amount,
		reversals = t.reversals || n.reversals FROM ` +
		readtable.Unnested("id bigint", "reversed_amount numeric", "reversals jsonb") + " WHERE t.id = n.id"
	countTransactions = readtable.AddToCounters("transaction_counts", "client_id bigint", "channel text")
)

// TransactionFold folds events into rows.
type TransactionFold struct {
	// Rows are whole rows, or a batch's changes to them.
	Rows readtable.Changes[int64, TransactionRow]
	// Whole is true when Rows has whole rows: all those that the events change. Counters and metadata are then
	// left out.
	Whole  bool
	counts readtable.CounterChanges
	// metadata has a row of transaction_metadata for each member that lists can be filtered by.
	metadata readtable.Batch
}

// Applies implements engine.Selective.
func (Transactions) Applies() []domain.Event {
	return []domain.Event{
		payment.Requested{},
		transaction.Recorded{},
		payment.Opened{},
		payment.Refused{},
		payment.Expired{},
		payment.Paid{},
		payment.Settled{},
		payment.Suspended{},
		payment.SuspenseReleased{},
		payment.SuspenseRefunded{},
		payment.SuspenseReopened{},
		payment.Reversed{},
		payment.Chained{},
		payment.Replaced{},
		payment.Closed{},
	}
}

// Apply implements engine.Model.
func (Transactions) Apply(ctx context.Context, tx *engine.Tx, events []eventstore.Envelope) error {
	f := TransactionFold{counts: readtable.CounterChanges{}, metadata: insertTransactionMetadata.Batch(tx)}
	for _, e := range events {
		f.Fold(e)
	}
	inserts, updates := insertTransactions.Batch(tx), readtable.Batch{}
	states := stateBatches{inserts: insertStates.Batch(tx)}
	var suspended, reversed readtable.Batch
	var values []any
	for _, r := range f.Rows.List {
		if r.created {
			values = changedColumns.Changes(createdColumns.Values(values[:0], r), r, r.assigned)
			inserts.Add(values...)
		} else {
			values = changedColumns.Changes(append(values[:0], r.ID), r, r.assigned)
			updates.Add(values...)
		}
		states.add(r)
		if r.movesSuspense() {
			suspended.Add(r.ID, r.OpenSuspense, r.SuspendedAmount, r.SuspendedAt)
		}
		if len(r.Reversals) > 0 {
			reversed.Add(r.ID, r.ReversedAmount, r.Reversals.text())
		}
	}
	return readtable.ExecAll(ctx, tx, insertTransactions.Of(&inserts), insertStates.Of(&states.inserts),
		readtable.WriteBy(&states.suspended, suspendStates), readtable.WriteBy(&states.updates, updateStates), // by the previous status
		readtable.WriteBy(&updates, updateTransactions), readtable.WriteBy(&suspended, suspendTransactions),
		readtable.WriteBy(&reversed, reverseTransactions),
		readtable.WriteBy(f.counts.Batch(), countTransactions), insertTransactionMetadata.Of(&f.metadata))
}

// Fold adds an event to the rows.
func (f *TransactionFold) Fold(env eventstore.Envelope) {
	switch e := env.Event.(type) {
	case payment.Requested:
		f.requested(env.Position.Commit, e)
	case transaction.Recorded:
		f.recorded(env.Position.Commit, e)
	case payment.Opened:
		f.row(e.ID, e.At).open(e)
	case payment.Refused:
		f.ended(e.Identity, payment.StatusPending, payment.StatusFailed, e.At)
	case payment.Expired:
		r := f.ended(e.Identity, e.PreviousStatus, payment.StatusExpired, e.At)
		if e.Reason != "" && payment.IsClosable(e.Channel) {
			readtable.Assign(&r.assigned, &r.ToClose, true)
		}
	case payment.Closed:
		r := f.row(e.ID, e.At)
		readtable.Assign(&r.assigned, &r.ToClose, false)
	case payment.Chained:
		f.chained(e)
	case payment.Replaced:
		f.replaced(e)
	case payment.Paid:
		r := f.paid(e.Identity, e.Receipt, e.Charge, e.At)
		readtable.SetUnlessZero(&r.Late, e.Late)
		f.changeStatus(r, e.ClientID, e.Channel, e.PreviousStatus, payment.StatusPaid)
	case payment.Suspended:
		f.row(e.ID, e.At).suspend(1, e.PaidAmount, e.PaidAt)
	case payment.SuspenseReleased:
		f.row(e.ID, e.At).suspend(-1, e.PaidAmount.Neg(), time.Time{})
	case payment.SuspenseRefunded:
		f.row(e.ID, e.At).refund(e)
	case payment.SuspenseReopened: // its money stays in suspense
		f.row(e.ID, e.At).suspend(1, decimal.Decimal{}, time.Time{})
	case payment.Reversed:
		f.row(e.ID, e.At).reverse(e)
	case payment.Settled:
		r := f.paid(e.Identity, e.Receipt, e.Charge, e.At)
		f.changeStatus(r, e.ClientID, e.Channel, e.PreviousStatus, payment.StatusSettled)
	}
}

func (f *TransactionFold) requested(position int64, e payment.Requested) {
	r := f.Rows.ForKey(e.ID)
	*r = TransactionRow{created: true, Transaction: Transaction{
		ID: e.ID, Position: position, ClientID: e.ClientID, TransactionID: e.TransactionID, Channel: e.Channel,
		Total: e.Amount, Fee: &e.Fee, VAT: &e.VAT, NetPayment: &e.Net, Metadata: e.Metadata, TransactionLog: readtable.JSONNull,
		Reversals: ReversalList{}, CreatedAt: e.At, UpdatedAt: e.At,
	}}
	readtable.PointUnlessZero(&r.AppID, e.AppID)
	readtable.PointUnlessZero(&r.ExternalID, e.ExternalID)
	readtable.PointUnlessZero(&r.ChannelCode, e.ChannelCode)
	readtable.PointUnlessZero(&r.ExpiresAt, e.ExpiresAt)
	readtable.PointUnlessZero(&r.Replaces, e.Replaces)
	f.changeStatus(r, e.ClientID, e.Channel, "", payment.StatusPending)
	if f.Whole {
		return
	}
	for _, m := range filterableMembers(e.Metadata) {
		f.metadata.Add(e.ID, m.key, e.ClientID, m.value, e.At, position)
	}
}

func (f *TransactionFold) recorded(position int64, e transaction.Recorded) {
	r := f.Rows.ForKey(e.ID)
	*r = TransactionRow{created: true, Transaction: Transaction{
		ID: e.ID, Position: position, ClientID: e.ClientID, TransactionID: e.TransactionID, Channel: ChannelRecorded,
		Total: e.Total, NetPayment: e.NetPayment, Metadata: readtable.JSONNull, TransactionLog: e.TransactionLog,
		Reversals: ReversalList{}, CreatedAt: e.At, UpdatedAt: e.At,
	}}
	readtable.PointUnlessZero(&r.AppID, e.AppID)
	readtable.PointUnlessZero(&r.ExternalID, e.ExternalID)
	f.changeStatus(r, e.ClientID, ChannelRecorded, "", e.Status)
}

func (f *TransactionFold) ended(i payment.Identity, from, to string, at time.Time) *TransactionRow {
	r := f.row(i.ID, at)
	f.changeStatus(r, i.ClientID, i.Channel, from, to)
	return r
}

func (f *TransactionFold) chained(e payment.Chained) {
	if e.Replaces == "" { // the oldest payment of a chain does not show it
		return
	}
	r := f.row(e.ID, e.At)
	r.Replaces = &e.Replaces
	readtable.Assign(&r.assigned, &r.ToReplace, true)
}

// replaced changes the older payment, and marks on the newer payment that this is recorded.
func (f *TransactionFold) replaced(e payment.Replaced) {
	r := f.row(e.ID, e.At)
	readtable.PointUnlessZero(&r.ReplacedBy, e.By)
	readtable.PointUnlessZero(&r.ExpiresAt, e.ExpiresAt)
	newer := f.row(e.NewerID, time.Time{})
	readtable.Assign(&newer.assigned, &newer.ToReplace, false)
}

// paid applies what Paid and Settled have in common. It also sets the provider's id, because a payment may be
// paid before the provider's answer to its creation arrives.
func (f *TransactionFold) paid(i payment.Identity, receipt payment.Receipt, charge payment.Charge, at time.Time) *TransactionRow {
	r := f.row(i.ID, at)
	readtable.PointUnlessZero(&r.ChannelCode, i.ChannelCode)
	readtable.SetUnlessZero(&r.ProviderID, receipt.ProviderID)
	r.Fee, r.VAT, r.NetPayment, r.PaidAmount = &charge.Fee, &charge.VAT, &charge.Net, &receipt.PaidAmount
	readtable.PointUnlessZero(&r.PaidAt, receipt.PaidAt)
	return r
}

func (f *TransactionFold) changeStatus(r *TransactionRow, clientID int64, channel, from, to string) {
	r.Status = to
	if f.Whole {
		return
	}
	f.counts.Move(readtable.ClientScope{ClientID: clientID, Word: channel}, from, to)
}

// row returns the row that an event changes, with the event's time, unless that is zero. Like an UPDATE, it
// ignores a row that does not exist.
func (f *TransactionFold) row(id int64, at time.Time) *TransactionRow {
	if f.Whole && f.Rows.Known(id) == nil {
		return &TransactionRow{}
	}
	r := f.Rows.ForKey(id)
	r.ID = id
	readtable.SetUnlessZero(&r.UpdatedAt, at)
	return r
}
