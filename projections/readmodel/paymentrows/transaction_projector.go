package paymentrows

import (
	"context"
	"time"

	"gateway/domain"
	"gateway/domain/calendar"
	"gateway/domain/payment"
	"gateway/domain/transaction"
	"gateway/eventstore"
	"gateway/projections/engine"
	"gateway/projections/readmodel/readtable"

	"github.com/shopspring/decimal"
)

// ChannelRecorded is the channel of transactions that clients record themselves.
const ChannelRecorded = "recorded"

// Transactions projects payments and recorded transactions, and what each business day brought.
type Transactions struct{ Calendar calendar.Calendar }

// Name implements engine.Model.
func (Transactions) Name() string { return "transactions" }

// Tables implements engine.Model.
func (Transactions) Tables() []string {
	return []string{"transactions", "transaction_states", "transaction_counts", "transaction_metadata", "payment_days"}
}

var (
	insertTransactions = readtable.Insert("transactions", (*TransactionRow).Columns).OrCopy()
	updateTransactions = readtable.Update("transactions", (*TransactionRow).Columns, "id")
	// suspendTransactions adds to the number of open items in suspense and to their sum.
	suspendTransactions = readtable.Custom(`UPDATE transactions AS t SET open_suspense = t.open_suspense + n.open_suspense,
		suspended_amount = t.suspended_amount + n.suspended_amount, suspended_at = GREATEST(t.suspended_at, n.suspended_at)
		FROM {rows} WHERE t.id = n.id`, (*TransactionRow).Columns, "id", "open_suspense", "suspended_amount", "suspended_at")
	reverseTransactions = readtable.Custom(`UPDATE transactions AS t SET reversed_amount = t.reversed_amount + n.reversed_amount,
		reversals = t.reversals || n.reversals FROM {rows} WHERE t.id = n.id`, (*TransactionRow).Columns, "id", "reversed_amount", "reversals")
	countTransactions = readtable.CounterIn("transaction_counts", "client_id", "channel")
)

// TransactionFold folds events into rows.
type TransactionFold struct {
	// Rows are whole rows, or a batch's changes to them.
	Rows readtable.Changes[int64, TransactionRow]
	// Whole is true when Rows has all rows that the events change, each with its RememberedColumns. Counters and
	// metadata are then left out.
	Whole  bool
	days   calendar.Calendar
	counts readtable.Counts
	// metadata has a row of transaction_metadata for each member that lists can be filtered by.
	metadata []*member
}

// Applies implements engine.Selective.
func (Transactions) Applies() []domain.Event {
	return []domain.Event{
		payment.Requested{},
		transaction.Recorded{},
		payment.Rerouted{},
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
		payment.ReversalReturned{},
		payment.Chained{},
		payment.Replaced{},
		payment.Closed{},
	}
}

// Apply implements engine.Model.
func (m Transactions) Apply(ctx context.Context, tx *engine.Tx, events []eventstore.Envelope) error {
	f := TransactionFold{counts: readtable.Counts{}, days: m.Calendar}
	for _, e := range events {
		f.Fold(e)
	}
	rows := f.Rows.List
	return readtable.Run(ctx, tx,
		takeFromDays.RowsIf(rows, (*TransactionRow).changesDay), // by the previous row
		insertTransactions.RowsIf(rows, (*TransactionRow).IsNew), insertStates.RowsIf(rows, (*TransactionRow).IsNew),
		suspendStates.RowsIf(rows, (*TransactionRow).changesItems),
		updateStates.RowsIf(rows, (*TransactionRow).changesState), // by the previous status
		updateTransactions.RowsIf(rows, (*TransactionRow).IsKnown), suspendTransactions.RowsIf(rows, (*TransactionRow).movesSuspense),
		reverseTransactions.RowsIf(rows, (*TransactionRow).isReversed), countTransactions.Add(f.counts), insertMembers.Rows(f.metadata...),
		addToDays.RowsIf(rows, (*TransactionRow).entersDay), leaveEmptyDays.RowsIf(rows, (*TransactionRow).changesDay))
}

// Fold adds an event to the rows.
func (f *TransactionFold) Fold(env eventstore.Envelope) {
	switch e := env.Event.(type) {
	case payment.Requested:
		f.requested(env.Position.Commit, e)
	case transaction.Recorded:
		f.recorded(env.Position.Commit, e)
	case payment.Rerouted: // the client sees no change
		f.known(e.ID).Asked = e.Connection
	case payment.Opened:
		f.row(e.Identity, e.At).open(e)
	case payment.Refused:
		f.ended(e.Identity, payment.StatusPending, payment.StatusFailed, e.At)
	case payment.Expired:
		r := f.ended(e.Identity, e.PreviousStatus, payment.StatusExpired, e.At)
		readtable.SetUnlessZero(&r.Cancelled, e.Reason == payment.ReasonCancelled)
		if e.Reason != "" && payment.IsClosable(e.Channel) {
			readtable.Assign(&r.Changed, &r.ToClose, true)
		}
	case payment.Closed:
		r := f.row(e.Identity, e.At)
		readtable.Assign(&r.Changed, &r.ToClose, false)
	case payment.Chained:
		f.chained(e)
	case payment.Replaced:
		f.replaced(e)
	case payment.Paid:
		r := f.paid(e.Identity, e.Receipt, e.Charge, e.At)
		readtable.SetUnlessZero(&r.Late, e.Late)
		r.revive(e.PreviousStatus)
		f.changeStatus(r, e.ClientID, e.Channel, e.PreviousStatus, payment.StatusPaid)
	case payment.Suspended:
		f.row(e.Identity, e.At).suspend(1, e.PaidAmount, e.PaidAt)
	case payment.SuspenseReleased:
		f.row(e.Identity, e.At).suspend(-1, e.PaidAmount.Neg(), time.Time{})
	case payment.SuspenseRefunded:
		f.row(e.Identity, e.At).refund(e)
	case payment.SuspenseReopened: // its money stays in suspense
		f.row(e.Identity, e.At).suspend(1, decimal.Decimal{}, time.Time{})
	case payment.Reversed:
		f.row(e.Identity, e.At).reverse(e)
	case payment.ReversalReturned:
		f.row(e.Identity, e.At).reversalReturned(e)
	case payment.Settled:
		r := f.paid(e.Identity, e.Receipt, e.Charge, e.At)
		r.revive(e.PreviousStatus)
		f.changeStatus(r, e.ClientID, e.Channel, e.PreviousStatus, payment.StatusSettled)
	}
}

// revive records that a payment that had ended was paid after all, so that it does not count as cancelled.
func (r *TransactionRow) revive(from string) {
	if from == payment.StatusExpired {
		readtable.Assign(&r.Changed, &r.Cancelled, false)
	}
}

func (f *TransactionFold) requested(position int64, e payment.Requested) {
	r := f.Rows.ForKey(e.ID)
	*r = TransactionRow{Changed: readtable.Changed{New: true}, Transaction: Transaction{
		Position: position, Fee: &e.Fee, VAT: &e.VAT, NetPayment: &e.Net, CreatedAt: e.At, UpdatedAt: e.At,
	}}
	r.identify(e.Identity)
	r.Asked, r.Day = e.Connection, f.days.DayOf(e.At)
	readtable.PointUnlessZero(&r.ChannelCode, e.ChannelCode)
	if e.Channel != channelInvoice {
		r.CodeAsked = r.ChannelCode
	}
	readtable.PointUnlessZero(&r.ExpiresAt, e.ExpiresAt)
	readtable.PointUnlessZero(&r.Replaces, e.Replaces)
	f.changeStatus(r, e.ClientID, e.Channel, "", payment.StatusPending)
	if f.Whole {
		return
	}
	for _, m := range filterableMembers(e.Metadata) {
		m.id, m.clientID, m.createdAt, m.position = e.ID, e.ClientID, e.At, position
		f.metadata = append(f.metadata, m)
	}
}

func (f *TransactionFold) recorded(position int64, e transaction.Recorded) {
	r := f.Rows.ForKey(e.ID)
	*r = TransactionRow{Changed: readtable.Changed{New: true}, Transaction: Transaction{
		ID: e.ID, Position: position, ClientID: e.ClientID, TransactionID: e.TransactionID, Channel: ChannelRecorded,
		Total: e.Total, NetPayment: e.NetPayment, Metadata: readtable.JSONNull, TransactionLog: e.TransactionLog,
		CreatedAt: e.At, UpdatedAt: e.At,
	}, Day: f.days.DayOf(e.At)}
	readtable.PointUnlessZero(&r.AppID, e.AppID)
	readtable.PointUnlessZero(&r.ExternalID, e.ExternalID)
	f.changeStatus(r, e.ClientID, ChannelRecorded, "", e.Status)
}

func (f *TransactionFold) ended(i payment.Identity, from, to string, at time.Time) *TransactionRow {
	r := f.row(i, at)
	f.changeStatus(r, i.ClientID, i.Channel, from, to)
	return r
}

func (f *TransactionFold) chained(e payment.Chained) {
	if e.Replaces == "" { // the oldest payment of a chain does not show it
		return
	}
	r := f.row(e.Identity, e.At)
	r.Replaces = &e.Replaces
	readtable.Assign(&r.Changed, &r.ToReplace, true)
}

// replaced changes the older payment, and marks on the newer payment that this is recorded.
func (f *TransactionFold) replaced(e payment.Replaced) {
	r := f.row(e.Identity, e.At)
	readtable.PointUnlessZero(&r.ReplacedBy, e.By)
	readtable.PointUnlessZero(&r.ExpiresAt, e.ExpiresAt)
	newer := f.known(e.NewerID)
	readtable.Assign(&newer.Changed, &newer.ToReplace, false)
}

// paid applies what Paid and Settled have in common. It also sets the provider's id, because a payment may be
// paid before the provider's answer to its creation arrives.
func (f *TransactionFold) paid(i payment.Identity, receipt payment.Receipt, charge payment.Charge, at time.Time) *TransactionRow {
	r := f.row(i, at)
	readtable.PointUnlessZero(&r.ChannelCode, i.ChannelCode)
	readtable.SetUnlessZero(&r.ProviderID, receipt.ProviderID)
	readtable.SetUnlessZero(&r.Asked, i.Connection)
	r.Fee, r.VAT, r.NetPayment, r.PaidAmount = &charge.Fee, &charge.VAT, &charge.Net, &receipt.PaidAmount
	readtable.PointUnlessZero(&r.PaidAt, receipt.PaidAt)
	return r
}

func (f *TransactionFold) changeStatus(r *TransactionRow, clientID int64, channel, from, to string) {
	r.Status = to
	if f.Whole {
		return
	}
	f.counts.Move(readtable.Scope{ClientID: clientID, Channel: channel}, from, to)
}

// known returns the row with an id. Like an UPDATE, it ignores a row that does not exist.
func (f *TransactionFold) known(id int64) *TransactionRow {
	if f.Whole && f.Rows.Known(id) == nil {
		return &TransactionRow{}
	}
	r := f.Rows.ForKey(id)
	r.ID = id
	return r
}

// row returns the row that an event changes, with the event's time, unless that is zero.
func (f *TransactionFold) row(i payment.Identity, at time.Time) *TransactionRow {
	r := f.known(i.ID)
	if f.Whole {
		r.identify(i)
	}
	readtable.SetUnlessZero(&r.UpdatedAt, at)
	return r
}

// identify sets the columns that every event of a payment repeats.
func (r *TransactionRow) identify(i payment.Identity) {
	r.ID, r.TransactionID, r.ClientID, r.Channel, r.Total = i.ID, i.TransactionID, i.ClientID, i.Channel, i.Amount
	r.Metadata, r.TransactionLog = i.Metadata, readtable.JSONNull
	readtable.PointUnlessZero(&r.AppID, i.AppID)
	readtable.PointUnlessZero(&r.ExternalID, i.ExternalID)
}
