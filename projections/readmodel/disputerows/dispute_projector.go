package disputerows

import (
	"context"
	"encoding/json"
	"time"

	"gateway/domain"
	"gateway/domain/payment"
	"gateway/eventstore"
	"gateway/projections/engine"
	"gateway/projections/readmodel/readtable"
)

// Disputes projects the disputes.
type Disputes struct{}

// Name implements engine.Model.
func (Disputes) Name() string { return "disputes" }

// Tables implements engine.Model.
func (Disputes) Tables() []string { return []string{"disputes", "dispute_counts"} }

var (
	insertDisputes = readtable.Insert("disputes", (*Row).Columns)
	updateDisputes = readtable.Update("disputes", (*Row).Columns, "id")
	countDisputes  = readtable.CounterIn("dispute_counts", "client_id")
	addAnswers     = readtable.Custom("UPDATE disputes AS t SET answers = t.answers || n.answers FROM {rows} WHERE t.id = n.id",
		(*Row).Columns, "id", "answers")
)

// Row is a dispute, or a batch's changes to one, in which a column that is zero is unchanged, and the answers are those of the batch.
type Row struct {
	Dispute
	readtable.Changed
}

// isAnswered reports whether the batch has an answer.
func (r *Row) isAnswered() bool { return len(r.Answers) > 0 }

// Columns lists the columns of the row.
func (r *Row) Columns(f *readtable.Fields) { r.columns(f) }

// ShownColumns are the columns that a client sees.
var ShownColumns = []string{
	"id", "transaction_id", "payment_id", "amount", "reason", "status", "due_by", "evidence", "answered_at", "answers", "reversal_id",
	"created_at", "updated_at",
}

// Fold folds events into rows.
type Fold struct {
	// Rows are whole rows, or a batch's changes to them.
	Rows readtable.Changes[int64, Row]
	// Whole is true when Rows has all rows that the events change, each with its ShownColumns. Nothing is counted then.
	Whole  bool
	counts readtable.Counts
}

// Applies implements engine.Selective.
func (Disputes) Applies() []domain.Event {
	return []domain.Event{
		payment.DisputeOpened{},
		payment.DisputeAnswered{},
		payment.DisputeReminded{},
		payment.DisputeForwarded{},
		payment.DisputeAccepted{},
		payment.DisputeExpired{},
		payment.DisputeDecided{},
		payment.Reversed{},
	}
}

// Apply implements engine.Model.
func (Disputes) Apply(ctx context.Context, tx *engine.Tx, events []eventstore.Envelope) error {
	f := Fold{counts: readtable.Counts{}}
	for _, e := range events {
		f.Fold(e)
	}
	return readtable.Run(ctx, tx, insertDisputes.RowsIf(f.Rows.List, (*Row).IsNew), updateDisputes.RowsIf(f.Rows.List, (*Row).IsKnown),
		addAnswers.RowsIf(f.Rows.List, (*Row).isAnswered), countDisputes.Add(f.counts))
}

// Fold adds an event to the rows. It ignores events that are not about a dispute.
func (f *Fold) Fold(env eventstore.Envelope) {
	switch e := env.Event.(type) {
	case payment.DisputeOpened:
		o := e.DisputeOrder
		*f.Rows.ForKey(o.DisputeID) = Row{Changed: readtable.Changed{New: true}, Dispute: Dispute{
			ID: o.DisputeID, Position: env.Position.Commit, ClientID: e.ClientID, TransactionID: e.TransactionID,
			PaymentID: o.ProviderPaymentID, ProviderDisputeID: o.ProviderDisputeID, Connection: e.Connection,
			ChannelCode: e.ChannelCode, Amount: o.Amount, Reason: o.Reason, OpenedBy: e.By, DueBy: o.DueBy, CreatedAt: o.OpenedAt,
		}}
		readtable.PointUnlessZero(&f.Rows.ForKey(o.DisputeID).ReversalID, e.ReversalID)
		f.changeStatus(e.ClientID, o, "", payment.DisputeStatusNeedsResponse, e.At)
	case payment.DisputeAnswered:
		r := f.row(e.DisputeID, e.At)
		r.Evidence, r.Answers = asJSON(e.Evidence), r.Answers.with(e)
		readtable.PointUnlessZero(&r.AnsweredAt, e.At)
	case payment.DisputeReminded:
		f.row(e.DisputeID, e.At).Reminded = true
	case payment.DisputeForwarded:
		f.changeStatus(e.ClientID, e.DisputeOrder, e.Previous, payment.DisputeStatusUnderReview, e.At)
	case payment.DisputeAccepted:
		f.changeStatus(e.ClientID, e.DisputeOrder, payment.DisputeStatusNeedsResponse, payment.DisputeStatusAccepted, e.At)
	case payment.DisputeExpired:
		f.changeStatus(e.ClientID, e.DisputeOrder, payment.DisputeStatusNeedsResponse, payment.DisputeStatusExpired, e.At)
	case payment.DisputeDecided:
		f.changeStatus(e.ClientID, e.DisputeOrder, e.Previous, e.Outcome, e.At)
	case payment.Reversed:
		if e.DisputeID != 0 {
			f.row(e.DisputeID, e.At).ReversalID = &e.ReversalID
		}
	}
}

func (f *Fold) changeStatus(clientID int64, o payment.DisputeOrder, from, to string, at time.Time) {
	f.row(o.DisputeID, at).Status = to
	if !f.Whole {
		f.counts.Move(readtable.Scope{ClientID: clientID}, from, to)
	}
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

func asJSON(e payment.Evidence) *json.RawMessage {
	text, err := json.Marshal(e)
	if err != nil { // texts and numbers can always be encoded
		panic(err)
	}
	raw := json.RawMessage(text)
	return &raw
}
