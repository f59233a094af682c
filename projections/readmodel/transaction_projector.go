package readmodel

import (
	"context"
	"slices"
	"time"

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

func (transactions) Name() string     { return "transactions" }
func (transactions) Tables() []string { return []string{"transactions", "transaction_counts"} }

// createdColumns never change; changedColumns are filled in over time.
var (
	createdColumns = []string{
		"id bigint", "position bigint", "client_id bigint", "app_id bigint", "transaction_id text", "external_id text",
		"channel text", "total numeric", "metadata json", "transaction_log json", "created_at timestamptz",
	}
	changedColumns = []string{
		"status text", "channel_code text", "fee numeric", "vat numeric", "net_payment numeric",
		"paid_amount numeric", "paid_at timestamptz", "late boolean", "expires_at timestamptz", "opened_at timestamptz",
		"provider_id text", "va_number text", "bank_code text", "qr_string text", "pay_url text", "deeplink text",
		"invoice_url text", "updated_at timestamptz",
	}
	insertTransactions = insertion("transactions", slices.Concat(createdColumns, changedColumns)...)
	updateTransactions = patching("transactions", []string{"id bigint"}, changedColumns...)
	countTransactions  = counting("transaction_counts", "client_id bigint")
)

// transactionChange is what a batch says of one transaction. Zero values say
// nothing.
type transactionChange struct {
	id int64
	// created holds the values of createdColumns when the batch creates it.
	created []any

	status, channelCode string
	fee, vat, net       *decimal.Decimal
	paidAmount          *decimal.Decimal
	paidAt              time.Time
	late                bool
	expiresAt, openedAt time.Time
	opening             Opening
	updatedAt           time.Time
}

// changed gives the values of changedColumns.
func (c *transactionChange) changed() []any {
	o := c.opening
	return []any{
		orNull(c.status), orNull(c.channelCode), c.fee, c.vat, c.net,
		c.paidAmount, orNull(c.paidAt), orNull(c.late), orNull(c.expiresAt), orNull(c.openedAt),
		orNull(o.ProviderID), orNull(o.VANumber), orNull(o.BankCode), orNull(o.QRString), orNull(o.PayURL), orNull(o.Deeplink),
		orNull(o.InvoiceURL), c.updatedAt,
	}
}

// transactionFold is a batch, folded: what becomes of each transaction in it.
type transactionFold struct {
	changes changes[int64, transactionChange]
	counts  tally
}

// Apply implements projections.Model.
func (transactions) Apply(ctx context.Context, tx *engine.Tx, events []eventstore.Envelope) error {
	f := transactionFold{counts: tally{}}
	for _, e := range events {
		f.fold(e)
	}
	var inserts, updates batch
	for _, c := range f.changes.list {
		if c.created != nil {
			inserts.add(append(c.created, c.changed()...)...)
		} else {
			updates.add(append([]any{c.id}, c.changed()...)...)
		}
	}
	return inOrder(ctx, tx, step{&inserts, insertTransactions}, step{&updates, updateTransactions}, step{f.counts.batch(), countTransactions})
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
		f.ended(e.Identity, e.PreviousStatus, payment.StatusExpired, e.At)
	case payment.Paid:
		c := f.paid(e.Identity, e.Receipt, e.Charge, e.At)
		c.late = e.Late
		f.move(c, e.ClientID, e.PreviousStatus, payment.StatusPaid)
	case payment.Settled:
		c := f.paid(e.Identity, e.Receipt, e.Charge, e.At)
		f.move(c, e.ClientID, e.PreviousStatus, payment.StatusSettled)
	}
}

func (f *transactionFold) requested(position int64, e payment.Requested) {
	c := f.change(e.ID, e.At)
	c.created = []any{
		e.ID, position, e.ClientID, orNull(e.AppID), e.TransactionID, orNull(e.ExternalID),
		e.Channel, e.Amount, e.Metadata, noJSON, e.At,
	}
	c.channelCode, c.expiresAt = e.ChannelCode, e.ExpiresAt
	c.fee, c.vat, c.net = &e.Fee, &e.VAT, &e.Net
	f.move(c, e.ClientID, "", payment.StatusPending)
}

func (f *transactionFold) recorded(position int64, e transaction.Recorded) {
	c := f.change(e.ID, e.At)
	c.created = []any{
		e.ID, position, e.ClientID, orNull(e.AppID), e.TransactionID, orNull(e.ExternalID),
		channelRecorded, e.Total, noJSON, e.TransactionLog, e.At,
	}
	c.net = e.NetPayment
	f.move(c, e.ClientID, "", e.Status)
}

func (f *transactionFold) opened(e payment.Opened) {
	c := f.change(e.ID, e.At)
	say(&c.expiresAt, e.ExpiresAt)
	c.openedAt = e.At
	providerID := c.opening.ProviderID // of a receipt that came first
	say(&providerID, e.ProviderID)
	c.opening = Opening{
		ProviderID: providerID, VANumber: e.VANumber, BankCode: e.BankCode, QRString: e.QRString,
		PayURL: e.PayURL, Deeplink: e.Deeplink, InvoiceURL: e.InvoiceURL,
	}
}

func (f *transactionFold) ended(i payment.Identity, from, to string, at time.Time) {
	f.move(f.change(i.ID, at), i.ClientID, from, to)
}

// paid fills in what both Paid and Settled carry. The provider's id is in the
// receipt too, for the payment that is paid before the provider's answer to its
// creation came.
func (f *transactionFold) paid(i payment.Identity, r payment.Receipt, charge payment.Charge, at time.Time) *transactionChange {
	c := f.change(i.ID, at)
	say(&c.channelCode, i.ChannelCode)
	say(&c.opening.ProviderID, r.ProviderID)
	c.fee, c.vat, c.net = &charge.Fee, &charge.VAT, &charge.Net
	c.paidAmount, c.paidAt = &r.PaidAmount, r.PaidAt
	return c
}

func (f *transactionFold) move(c *transactionChange, clientID int64, from, to string) {
	c.status = to
	f.counts.move(clientID, from, to)
}

func (f *transactionFold) change(id int64, at time.Time) *transactionChange {
	c := f.changes.of(id)
	c.id, c.updatedAt = id, at
	return c
}
