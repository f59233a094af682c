package readmodel

import (
	"context"
	"slices"
	"time"

	"gateway/domain"
	"gateway/domain/payment"
	"gateway/domain/transaction"
	"gateway/eventstore"
	"gateway/projections/engine"

	"github.com/shopspring/decimal"
)

// channelRecorded is the channel of transactions that clients record themselves.
const channelRecorded = "recorded"

// transactions projects payments and recorded transactions.
type transactions struct{}

func (transactions) Name() string { return "transactions" }
func (transactions) Tables() []string {
	return []string{"transactions", "transaction_states", "transaction_counts", "transaction_metadata"}
}

// createdColumns never change; changedColumns are set by later events.
var (
	createdColumns = []string{
		"id bigint", "position bigint", "client_id bigint", "app_id bigint", "transaction_id text", "external_id text",
		"channel text", "total numeric", "metadata json", "transaction_log json", "created_at timestamptz",
	}
	changedColumns = []string{
		"status text", "channel_code text", "fee numeric", "vat numeric", "net_payment numeric",
		"paid_amount numeric", "paid_at timestamptz", "late boolean", "expires_at timestamptz", "opened_at timestamptz",
		"provider_id text", "va_number text", "bank_code text", "qr_string text", "pay_url text", "deeplink text",
		"invoice_url text", "replaces text", "replaced_by text", "to_replace boolean", "to_close boolean",
		"updated_at timestamptz",
	}
	insertTransactions = insertionInto("transactions", slices.Concat(createdColumns, changedColumns)...)
	updateTransactions = updateStatement("transactions", []string{"id bigint"}, changedColumns...)
	// suspendTransactions adds to the number of open items in suspense and to their sum.
	suspendTransactions = `UPDATE transactions AS t SET open_suspense = t.open_suspense + n.open_suspense,
		suspended_amount = t.suspended_amount + n.suspended_amount, suspended_at = GREATEST(t.suspended_at, n.suspended_at) FROM ` +
		unnested("id bigint", "open_suspense integer", "suspended_amount numeric", "suspended_at timestamptz") + " WHERE t.id = n.id"
	reverseTransactions = `UPDATE transactions AS t SET reversed_amount = t.reversed_amount + n.reversed_amount,
		reversals = t.reversals || n.reversals FROM ` +
		unnested("id bigint", "reversed_amount numeric", "reversals jsonb") + " WHERE t.id = n.id"
	countTransactions = addToCounters("transaction_counts", "client_id bigint", "channel text")
)

// transactionChange is a batch's change to one transaction. A zero value is no change.
type transactionChange struct {
	id int64
	// created are the values of createdColumns; nil when the batch does not create the
	// transaction.
	created []any

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

// changed returns the values of changedColumns.
func (c *transactionChange) changed() []any {
	o := c.opening
	return []any{
		nullIfZero(c.status), nullIfZero(c.channelCode), c.fee, c.vat, c.net,
		c.paidAmount, nullIfZero(c.paidAt), nullIfZero(c.late), nullIfZero(c.expiresAt), nullIfZero(c.openedAt),
		nullIfZero(o.ProviderID), nullIfZero(o.VANumber), nullIfZero(o.BankCode), nullIfZero(o.QRString),
		nullIfZero(o.PayURL), nullIfZero(o.Deeplink),
		nullIfZero(o.InvoiceURL), nullIfZero(c.replaces), nullIfZero(c.replacedBy), c.toReplace, c.toClose, nullIfZero(c.updatedAt),
	}
}

// transactionFold is the folded batch.
type transactionFold struct {
	changes changes[int64, transactionChange]
	counts  counterChanges
	// reversed has what the batch took back, by transaction.
	reversed changes[int64, transactionReversal]
	// suspended has what the batch put into suspense and took out of it, by transaction.
	suspended changes[int64, transactionSuspense]
	// metadata has a row of transaction_metadata for each member that lists can be filtered by.
	metadata batch
	// rowsOnly leaves counts and metadata out.
	rowsOnly bool
}

// reset forgets what a fold of rows only knows.
func (f *transactionFold) reset() {
	f.changes.reset()
	f.reversed.reset()
	f.suspended.reset()
}

// Applies implements engine.Selective.
func (transactions) Applies() []domain.Event {
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
func (transactions) Apply(ctx context.Context, tx *engine.Tx, events []eventstore.Envelope) error {
	f := transactionFold{counts: counterChanges{}, metadata: insertTransactionMetadata.batch(tx)}
	for _, e := range events {
		f.fold(e)
	}
	inserts, updates := insertTransactions.batch(tx), batch{}
	states := stateBatches{inserts: insertStates.batch(tx)}
	for _, c := range f.changes.list {
		if c.created != nil {
			inserts.add(append(c.created, c.changed()...)...)
		} else {
			updates.add(append([]any{c.id}, c.changed()...)...)
		}
		states.add(c)
	}
	var suspended batch
	for _, s := range f.suspended.list {
		suspended.add(s.id, s.items, s.amount, nullIfZero(s.at))
		states.suspended.add(s.id, s.items)
	}
	var reversed batch
	for _, r := range f.reversed.list {
		reversed.add(r.id, r.amount, r.list.text())
	}
	return execAll(ctx, tx, insertTransactions.of(&inserts), insertStates.of(&states.inserts),
		write{&states.suspended, suspendStates}, write{&states.updates, updateStates}, // found by the status of before
		write{&updates, updateTransactions}, write{&suspended, suspendTransactions}, write{&reversed, reverseTransactions},
		write{f.counts.batch(), countTransactions}, insertTransactionMetadata.of(&f.metadata))
}

func (f *transactionFold) fold(env eventstore.Envelope) {
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
		if e.PaidAt.After(s.at) { // the latest one, however the events fall into batches
			s.at = e.PaidAt
		}
	case payment.SuspenseReleased:
		f.suspend(e.Identity, -1, e.PaidAmount.Neg(), e.At)
	case payment.SuspenseRefunded:
		f.refund(e)
	case payment.SuspenseReopened: // its money stayed in suspense
		f.suspend(e.Identity, 1, decimal.Decimal{}, e.At)
	case payment.Reversed:
		f.reverse(e)
	case payment.Settled:
		c := f.paid(e.Identity, e.Receipt, e.Charge, e.At)
		f.changeStatus(c, e.ClientID, e.Channel, e.PreviousStatus, payment.StatusSettled)
	}
}

func (f *transactionFold) requested(position int64, e payment.Requested) {
	c := f.change(e.ID, e.At)
	c.created = []any{
		e.ID, position, e.ClientID, nullIfZero(e.AppID), e.TransactionID, nullIfZero(e.ExternalID),
		e.Channel, e.Amount, e.Metadata, jsonNull, e.At,
	}
	c.channelCode, c.expiresAt, c.replaces = e.ChannelCode, e.ExpiresAt, e.Replaces
	c.fee, c.vat, c.net = &e.Fee, &e.VAT, &e.Net
	f.changeStatus(c, e.ClientID, e.Channel, "", payment.StatusPending)
	if f.rowsOnly {
		return
	}
	for _, m := range filterableMembers(e.Metadata) {
		f.metadata.add(e.ID, m.key, e.ClientID, m.value, e.At, position)
	}
}

func (f *transactionFold) recorded(position int64, e transaction.Recorded) {
	c := f.change(e.ID, e.At)
	c.created = []any{
		e.ID, position, e.ClientID, nullIfZero(e.AppID), e.TransactionID, nullIfZero(e.ExternalID),
		channelRecorded, e.Total, jsonNull, e.TransactionLog, e.At,
	}
	c.net = e.NetPayment
	f.changeStatus(c, e.ClientID, channelRecorded, "", e.Status)
}

func (f *transactionFold) opened(e payment.Opened) {
	c := f.change(e.ID, e.At)
	setUnlessZero(&c.expiresAt, e.ExpiresAt)
	c.openedAt = e.At
	providerID := c.opening.ProviderID // of a receipt that was earlier
	setUnlessZero(&providerID, e.ProviderID)
	c.opening = Opening{
		ProviderID: providerID, VANumber: e.VANumber, BankCode: e.BankCode, QRString: e.QRString,
		PayURL: e.PayURL, Deeplink: e.Deeplink, InvoiceURL: e.InvoiceURL,
	}
}

func (f *transactionFold) ended(i payment.Identity, from, to string, at time.Time) *transactionChange {
	c := f.change(i.ID, at)
	f.changeStatus(c, i.ClientID, i.Channel, from, to)
	return c
}

func (f *transactionFold) chained(e payment.Chained) {
	if e.Replaces == "" { // the oldest of a chain shows nothing of it
		return
	}
	c := f.change(e.ID, e.At)
	c.replaces, c.toReplace = e.Replaces, new(true)
}

// replaced changes the older payment, and that it is told is known of the newer one.
func (f *transactionFold) replaced(e payment.Replaced) {
	c := f.change(e.ID, e.At)
	c.replacedBy, c.expiresAt = e.By, e.ExpiresAt
	newer := f.changes.forKey(e.NewerID)
	newer.id, newer.toReplace = e.NewerID, new(false)
}

// paid applies what Paid and Settled have in common. It sets the provider's id, too: a
// payment may be paid before the provider's answer to its creation arrives.
func (f *transactionFold) paid(i payment.Identity, r payment.Receipt, charge payment.Charge, at time.Time) *transactionChange {
	c := f.change(i.ID, at)
	setUnlessZero(&c.channelCode, i.ChannelCode)
	setUnlessZero(&c.opening.ProviderID, r.ProviderID)
	c.fee, c.vat, c.net = &charge.Fee, &charge.VAT, &charge.Net
	c.paidAmount, c.paidAt = &r.PaidAmount, r.PaidAt
	return c
}

func (f *transactionFold) changeStatus(c *transactionChange, clientID int64, channel, from, to string) {
	c.status = to
	if f.rowsOnly {
		return
	}
	f.counts.move(clientScope{clientID, channel}, from, to)
}

func (f *transactionFold) change(id int64, at time.Time) *transactionChange {
	c := f.changes.forKey(id)
	c.id, c.updatedAt = id, at
	return c
}

// transactionReversal is what a batch takes back of one transaction.
type transactionReversal struct {
	id     int64
	amount decimal.Decimal
	list   ReversalList
}

// reverse shows what was taken back of the money that the client was credited with. What
// is taken out of suspense concerns no client.
func (f *transactionFold) reverse(e payment.Reversed) {
	if !e.IsOfCredit() {
		closed := 0
		if e.SuspenseClosed {
			closed = 1
		}
		f.suspend(e.Identity, -closed, e.FromSuspense.Neg(), e.At)
		return
	}
	f.change(e.ID, e.At) // its time, in the order of the events
	r := f.reversed.forKey(e.ID)
	r.id, r.amount = e.ID, r.amount.Add(e.Reversal.Amount)
	r.list = append(r.list, Reversal{
		ReversalID: e.ReversalID, Kind: e.Kind, Amount: e.Reversal.Amount, Reason: e.Reason, By: e.By, At: e.At.UTC(),
	})
}
