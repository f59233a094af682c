package refundrows

import (
	"context"
	"encoding/json"
	"time"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/payment"
	"gateway/eventstore"
	"gateway/projections/engine"
	"gateway/projections/readmodel/readtable"
)

// statusUndone is the status of a refund that the balance had too little for. It is not shown.
const statusUndone = "undone"

// Refunds projects refunds. A refund is shown as succeeded once its money left the client's balance.
type Refunds struct{}

// Name implements engine.Model.
func (Refunds) Name() string { return "refunds" }

// Tables implements engine.Model.
func (Refunds) Tables() []string { return []string{"refunds", "refund_counts", "client_refund_counts"} }

var (
	insertRefunds      = readtable.Insert("refunds", (*Row).Columns)
	updateRefunds      = readtable.Update("refunds", (*Row).Columns, "id")
	countRefunds       = readtable.CounterIn("refund_counts")
	countClientRefunds = readtable.CounterIn("client_refund_counts", "client_id")

	// ShownColumns are the columns that a client sees.
	ShownColumns = []string{
		"id", "external_id", "transaction_id", "payment_id", "amount", "fee", "method", "status", "reason", "note", "to_account",
		"failure_code", "failure_message", "created_at", "updated_at", "succeeded_at", "metadata",
	}
)

// Row is a refund, or a batch's changes to one, in which a column that is zero is unchanged.
type Row struct {
	Refund
	readtable.Changed
}

// Columns lists the columns of the row.
func (r *Row) Columns(f *readtable.Fields) { r.columns(f) }

// Shown returns the refund as GET /refunds/{id} shows it.
func (r *Row) Shown() (Refund, error) {
	return one(r.Refund, nil)
}

// Fold folds events into rows.
type Fold struct {
	// Rows are whole rows, or a batch's changes to them.
	Rows readtable.Changes[int64, Row]
	// Whole is true when Rows has all rows that the events change, each with its ShownColumns. Nothing is counted then.
	Whole                bool
	counts, clientCounts readtable.Counts
}

// Applies implements engine.Selective.
func (Refunds) Applies() []domain.Event {
	return []domain.Event{
		payment.RefundRequested{},
		payment.RefundConfirmed{},
		payment.RefundUndone{},
		payment.RefundApproved{},
		payment.RefundRejected{},
		payment.RefundCancelled{},
		payment.RefundSubmitted{},
		payment.RefundAccepted{},
		payment.RefundAttemptFailed{},
		payment.RefundFailed{},
		balance.PaymentReversed{},
		balance.ReversalReturned{},
	}
}

// Apply implements engine.Model.
func (Refunds) Apply(ctx context.Context, tx *engine.Tx, events []eventstore.Envelope) error {
	f := Fold{counts: readtable.Counts{}, clientCounts: readtable.Counts{}}
	for _, e := range events {
		f.Fold(e)
	}
	return readtable.Run(ctx, tx, insertRefunds.RowsIf(f.Rows.List, (*Row).IsNew), updateRefunds.RowsIf(f.Rows.List, (*Row).IsKnown),
		countRefunds.Add(f.counts), countClientRefunds.Add(f.clientCounts))
}

// Fold adds an event to the rows. It ignores other events.
func (f *Fold) Fold(env eventstore.Envelope) {
	switch e := env.Event.(type) {
	case payment.RefundRequested:
		f.requested(env.Position.Commit, e)
	case payment.RefundConfirmed:
		to := payment.RefundStatusProcessing
		if e.Approval != payment.ApprovalNone {
			to = payment.RefundStatusPending
		}
		r := f.move(e.ClientID, e.RefundID, "", to, e.At)
		readtable.SetUnlessZero(&r.Approval, e.Approval)
	case payment.RefundUndone:
		f.row(e.RefundID, e.At).Status = statusUndone
	case payment.RefundApproved:
		f.move(e.ClientID, e.RefundID, payment.RefundStatusPending, payment.RefundStatusProcessing, e.At)
	case payment.RefundRejected:
		f.move(e.ClientID, e.RefundID, payment.RefundStatusPending, payment.RefundStatusRejected, e.At).failed(e.Why, "")
	case payment.RefundCancelled:
		from := e.PreviousStatus
		if from == payment.RefundStatusRequested {
			from = ""
		}
		f.move(e.ClientID, e.RefundID, from, payment.RefundStatusCancelled, e.At).failed(e.Why, "")
	case payment.RefundFailed:
		f.move(e.ClientID, e.RefundID, payment.RefundStatusProcessing, payment.RefundStatusFailed, e.At).failed(e.Code, e.Message)
	default:
		f.foldSent(env)
	}
}

// foldSent adds an event of a refund that was sent.
func (f *Fold) foldSent(env eventstore.Envelope) {
	switch e := env.Event.(type) {
	case payment.RefundSubmitted:
		r := f.row(e.RefundID, e.At)
		r.Key, r.Attempts, r.SubmittedAt = e.Key, e.Attempt, &e.At
		readtable.SetUnlessZero(&r.PaidBy, e.PaidBy)
	case payment.RefundAccepted:
		readtable.Assign(&f.row(e.RefundID, e.At).Changed, &f.row(e.RefundID, e.At).ProviderID, e.RefundProviderID)
	case payment.RefundAttemptFailed:
		r := f.row(e.RefundID, e.At)
		r.Method = e.NextMethod
		readtable.Assign(&r.Changed, &r.ProviderID, "")
	case balance.PaymentReversed:
		if e.RefundID == 0 {
			return
		}
		r := f.move(e.ClientID, e.RefundID, payment.RefundStatusProcessing, payment.RefundStatusSucceeded, e.Movement.At)
		r.SucceededAt = &e.Movement.At
		readtable.SetUnlessZero(&r.Method, e.Method)
	case balance.ReversalReturned:
		if e.RefundID != 0 {
			f.move(e.ClientID, e.RefundID, payment.RefundStatusSucceeded, payment.RefundStatusFailed, e.Movement.At).failed(e.Reason, "")
		}
	}
}

func (r *Row) failed(code, message string) {
	readtable.PointUnlessZero(&r.FailureCode, code)
	readtable.PointUnlessZero(&r.FailureMessage, message)
}

func (f *Fold) requested(position int64, e payment.RefundRequested) {
	r := f.Rows.ForKey(e.RefundID)
	*r = Row{Changed: readtable.Changed{New: true}, Refund: Refund{
		ID: e.RefundID, Position: position, ClientID: e.ClientID, ExternalID: e.RefundExternalID, TransactionID: e.TransactionID,
		PaymentID: e.ProviderPaymentID, Amount: e.RefundOrder.Amount, Fee: e.Fee, Method: e.Method, Status: payment.RefundStatusRequested,
		Reason: e.Reason, To: e.To, CreatedAt: e.RequestedAt, UpdatedAt: e.RequestedAt, Metadata: e.RefundMetadata,
		Connection: e.Connection, ChannelCode: e.ChannelCode, to: readtable.JSONNull,
	}}
	readtable.PointUnlessZero(&r.Note, e.Note)
	if len(r.Metadata) == 0 {
		r.Metadata = readtable.JSONNull
	}
	if e.To != nil {
		text, err := json.Marshal(e.To)
		if err != nil {
			panic(err) // three texts can always be encoded
		}
		r.to = text
	}
}

// move changes the status of a refund, and counts it; from is empty for one that was not shown before.
func (f *Fold) move(clientID, id int64, from, to string, at time.Time) *Row {
	r := f.row(id, at)
	r.Status = to
	if !f.Whole {
		f.counts.Move(readtable.Scope{}, from, to)
		f.clientCounts.Move(readtable.Scope{ClientID: clientID}, from, to)
	}
	return r
}

// row returns the row that an event changes, with the event's time. Like an UPDATE, it ignores a row that does not exist.
func (f *Fold) row(id int64, at time.Time) *Row {
	if f.Whole && f.Rows.Known(id) == nil {
		return &Row{}
	}
	r := f.Rows.ForKey(id)
	r.ID = id
	readtable.Assign(&r.Changed, &r.UpdatedAt, at)
	return r
}
