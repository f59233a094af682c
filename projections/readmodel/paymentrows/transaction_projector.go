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
	CreatedColumns = []string{
		"id bigint", "position bigint", "client_id bigint", "app_id bigint", "transaction_id text", "external_id text",
		"channel text", "total numeric", "metadata json", "transaction_log json", "created_at timestamptz",
	}
	ChangedColumns = []string{
		"status text", "channel_code text", "fee numeric", "vat numeric", "net_payment numeric",
		"paid_amount numeric", "paid_at timestamptz", "late boolean", "expires_at timestamptz", "opened_at timestamptz",
		"provider_id text", "va_number text", "bank_code text", "qr_string text", "pay_url text", "deeplink text",
		"invoice_url text", "replaces text", "replaced_by text", "to_replace boolean", "to_close boolean",
		"updated_at timestamptz",
	}
	insertTransactions = readtable.InsertionInto("transactions", slices.Concat(CreatedColumns, ChangedColumns)...)
	updateTransactions = readtable.UpdateStatement("transactions", []string{"id bigint"}, ChangedColumns...)
	// suspendTransactions adds to the number of open items in suspense and to their sum.
	suspendTransactions = `UPDATE transactions AS t SET open_suspense = t.open_suspense + n.open_suspense,
		suspended_amount = t.suspended_amount + n.suspended_amount, suspended_at = GREATEST(t.suspended_at, n.suspended_at) FROM ` +
		readtable.Unnested("id bigint", "open_suspense integer", "suspended_amount numeric", "suspended_at timestamptz") + " WHERE t.id = n.id"
	reverseTransactions = `UPDATE transactions AS t SET reversed_amount = t.reversed_amount + n.reversed_amount,
		reversals = t.reversals || n.reversals FROM ` +
		readtable.Unnested("id bigint", "reversed_amount numeric", "reversals jsonb") + " WHERE t.id = n.id"
	countTransactions = readtable.AddToCounters("transaction_counts", "client_id bigint", "channel text")
)

// transactionChange holds a batch's changes to one transaction. A zero field is unchanged.
type transactionChange struct {
	ID int64
	// Created has the values of createdColumns. It is nil when the batch does not create the transaction.
	Created []any

	status, channelCode  string
	fee, vat, net        *decimal.Decimal
	paidAmount           *decimal.Decimal
	paidAt               time.Time
	late                 bool
	expiresAt, openedAt  time.Time
	opening              Opening
	replaces, replacedBy string
	toReplace, toClose   *bool
	updatedAt            time.Time
}

// Changed returns the values of changedColumns.
func (c *transactionChange) Changed() []any {
	o := c.opening
	return []any{
		readtable.NullIfZero(c.status), readtable.NullIfZero(c.channelCode), c.fee, c.vat, c.net,
		c.paidAmount, readtable.NullIfZero(c.paidAt), readtable.NullIfZero(c.late), readtable.NullIfZero(c.expiresAt),
		readtable.NullIfZero(c.openedAt),
		readtable.NullIfZero(o.ProviderID), readtable.NullIfZero(o.VANumber), readtable.NullIfZero(o.BankCode), readtable.NullIfZero(o.QRString),
		readtable.NullIfZero(o.PayURL), readtable.NullIfZero(o.Deeplink),
		readtable.NullIfZero(o.InvoiceURL), readtable.NullIfZero(c.replaces), readtable.NullIfZero(c.replacedBy), c.toReplace,
		c.toClose, readtable.NullIfZero(c.updatedAt),
	}
}

// TransactionFold is the folded batch.
type TransactionFold struct {
	Changes readtable.Changes[int64, transactionChange]
	Counts  readtable.CounterChanges
	// Reversed has the amounts that the batch took back, by transaction.
	Reversed readtable.Changes[int64, transactionReversal]
	// Suspended has the money that the batch moved into and out of suspense, by transaction.
	Suspended readtable.Changes[int64, transactionSuspense]
	// metadata has a row of transaction_metadata for each member that lists can be filtered by.
	metadata readtable.Batch
	// RowsOnly skips counters and metadata.
	RowsOnly bool
}

// Reset clears a fold that was used with RowsOnly.
func (f *TransactionFold) Reset() {
	f.Changes.Reset()
	f.Reversed.Reset()
	f.Suspended.Reset()
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
	f := TransactionFold{Counts: readtable.CounterChanges{}, metadata: insertTransactionMetadata.Batch(tx)}
	for _, e := range events {
		f.Fold(e)
	}
	inserts, updates := insertTransactions.Batch(tx), readtable.Batch{}
	states := stateBatches{inserts: insertStates.Batch(tx)}
	for _, c := range f.Changes.List {
		if c.Created != nil {
			inserts.Add(append(c.Created, c.Changed()...)...)
		} else {
			updates.Add(append([]any{c.ID}, c.Changed()...)...)
		}
		states.add(c)
	}
	var suspended readtable.Batch
	for _, s := range f.Suspended.List {
		suspended.Add(s.ID, s.Items, s.Amount, readtable.NullIfZero(s.At))
		states.suspended.Add(s.ID, s.Items)
	}
	var reversed readtable.Batch
	for _, r := range f.Reversed.List {
		reversed.Add(r.ID, r.Amount, r.List.text())
	}
	return readtable.ExecAll(ctx, tx, insertTransactions.Of(&inserts), insertStates.Of(&states.inserts),
		readtable.WriteBy(&states.suspended, suspendStates), readtable.WriteBy(&states.updates, updateStates), // by the previous status
		readtable.WriteBy(&updates, updateTransactions), readtable.WriteBy(&suspended, suspendTransactions),
		readtable.WriteBy(&reversed, reverseTransactions),
		readtable.WriteBy(f.Counts.Batch(), countTransactions), insertTransactionMetadata.Of(&f.metadata))
}

// Fold adds an event to the batch.
func (f *TransactionFold) Fold(env eventstore.Envelope) {
	switch e := env.Event.(type) {
	case payment.Requested:
		f.requested(env.Position.Commit, e)
	case transaction.Recorded:
		f.recorded(env.Position.Commit, e)
	case payment.Opened:
		f.opened(e)
	case payment.Refused:
		f.ended(e.Identity, payment.StatusPending, payment.StatusFailed, e.At)
	case payment.Expired:
		c := f.ended(e.Identity, e.PreviousStatus, payment.StatusExpired, e.At)
		if e.Reason != "" && payment.IsClosable(e.Channel) {
			c.toClose = new(true)
		}
	case payment.Closed:
		f.change(e.ID, e.At).toClose = new(false)
	case payment.Chained:
		f.chained(e)
	case payment.Replaced:
		f.replaced(e)
	case payment.Paid:
		c := f.paid(e.Identity, e.Receipt, e.Charge, e.At)
		c.late = e.Late
		f.changeStatus(c, e.ClientID, e.Channel, e.PreviousStatus, payment.StatusPaid)
	case payment.Suspended:
		s := f.suspend(e.Identity, 1, e.PaidAmount, e.At)
		if e.PaidAt.After(s.At) { // keep the latest time, however the events fall into batches
			s.At = e.PaidAt
		}
	case payment.SuspenseReleased:
		f.suspend(e.Identity, -1, e.PaidAmount.Neg(), e.At)
	case payment.SuspenseRefunded:
		f.refund(e)
	case payment.SuspenseReopened: // its money stays in suspense
		f.suspend(e.Identity, 1, decimal.Decimal{}, e.At)
	case payment.Reversed:
		f.reverse(e)
	case payment.Settled:
		c := f.paid(e.Identity, e.Receipt, e.Charge, e.At)
		f.changeStatus(c, e.ClientID, e.Channel, e.PreviousStatus, payment.StatusSettled)
	}
}

func (f *TransactionFold) requested(position int64, e payment.Requested) {
	c := f.change(e.ID, e.At)
	c.Created = []any{
		e.ID, position, e.ClientID, readtable.NullIfZero(e.AppID), e.TransactionID, readtable.NullIfZero(e.ExternalID),
		e.Channel, e.Amount, e.Metadata, readtable.JSONNull, e.At,
	}
	c.channelCode, c.expiresAt, c.replaces = e.ChannelCode, e.ExpiresAt, e.Replaces
	c.fee, c.vat, c.net = &e.Fee, &e.VAT, &e.Net
	f.changeStatus(c, e.ClientID, e.Channel, "", payment.StatusPending)
	if f.RowsOnly {
		return
	}
	for _, m := range filterableMembers(e.Metadata) {
		f.metadata.Add(e.ID, m.key, e.ClientID, m.value, e.At, position)
	}
}

func (f *TransactionFold) recorded(position int64, e transaction.Recorded) {
	c := f.change(e.ID, e.At)
	c.Created = []any{
		e.ID, position, e.ClientID, readtable.NullIfZero(e.AppID), e.TransactionID, readtable.NullIfZero(e.ExternalID),
		ChannelRecorded, e.Total, readtable.JSONNull, e.TransactionLog, e.At,
	}
	c.net = e.NetPayment
	f.changeStatus(c, e.ClientID, ChannelRecorded, "", e.Status)
}

func (f *TransactionFold) opened(e payment.Opened) {
	c := f.change(e.ID, e.At)
	readtable.SetUnlessZero(&c.expiresAt, e.ExpiresAt)
	c.openedAt = e.At
	providerID := c.opening.ProviderID // from an earlier receipt
	readtable.SetUnlessZero(&providerID, e.ProviderID)
	c.opening = Opening{
		ProviderID: providerID, VANumber: e.VANumber, BankCode: e.BankCode, QRString: e.QRString,
		PayURL: e.PayURL, Deeplink: e.Deeplink, InvoiceURL: e.InvoiceURL,
	}
}

func (f *TransactionFold) ended(i payment.Identity, from, to string, at time.Time) *transactionChange {
	c := f.change(i.ID, at)
	f.changeStatus(c, i.ClientID, i.Channel, from, to)
	return c
}

func (f *TransactionFold) chained(e payment.Chained) {
	if e.Replaces == "" { // the oldest payment of a chain does not show it
		return
	}
	c := f.change(e.ID, e.At)
	c.replaces, c.toReplace = e.Replaces, new(true)
}

// replaced changes the older payment, and marks on the newer payment that this is recorded.
func (f *TransactionFold) replaced(e payment.Replaced) {
	c := f.change(e.ID, e.At)
	c.replacedBy, c.expiresAt = e.By, e.ExpiresAt
	newer := f.Changes.ForKey(e.NewerID)
	newer.ID, newer.toReplace = e.NewerID, new(false)
}

// paid applies what Paid and Settled have in common. It also sets the provider's id, because a payment may be
// paid before the provider's answer to its creation arrives.
func (f *TransactionFold) paid(i payment.Identity, r payment.Receipt, charge payment.Charge, at time.Time) *transactionChange {
	c := f.change(i.ID, at)
	readtable.SetUnlessZero(&c.channelCode, i.ChannelCode)
	readtable.SetUnlessZero(&c.opening.ProviderID, r.ProviderID)
	c.fee, c.vat, c.net = &charge.Fee, &charge.VAT, &charge.Net
	c.paidAmount, c.paidAt = &r.PaidAmount, r.PaidAt
	return c
}

func (f *TransactionFold) changeStatus(c *transactionChange, clientID int64, channel, from, to string) {
	c.status = to
	if f.RowsOnly {
		return
	}
	f.Counts.Move(readtable.ClientScope{ClientID: clientID, Word: channel}, from, to)
}

func (f *TransactionFold) change(id int64, at time.Time) *transactionChange {
	c := f.Changes.ForKey(id)
	c.ID, c.updatedAt = id, at
	return c
}

// transactionReversal is what a batch takes back from one transaction.
type transactionReversal struct {
	ID     int64
	Amount decimal.Decimal
	List   ReversalList
}

// reverse records the part of the client's credited money that was taken back. Money taken out of suspense
// does not concern the client.
func (f *TransactionFold) reverse(e payment.Reversed) {
	if !e.IsOfCredit() {
		closed := 0
		if e.SuspenseClosed {
			closed = 1
		}
		f.suspend(e.Identity, -closed, e.FromSuspense.Neg(), e.At)
		return
	}
	f.change(e.ID, e.At) // updates its time, in event order
	r := f.Reversed.ForKey(e.ID)
	r.ID, r.Amount = e.ID, r.Amount.Add(e.Reversal.Amount)
	r.List = append(r.List, Reversal{
		ReversalID: e.ReversalID, Kind: e.Kind, Amount: e.Reversal.Amount, Reason: e.Reason, By: e.By, At: e.At.UTC(),
	})
}
