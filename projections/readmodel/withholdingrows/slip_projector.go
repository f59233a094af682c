package withholdingrows

import (
	"context"
	"time"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/eventstore"
	"gateway/projections/engine"
	"gateway/projections/readmodel/readtable"
)

// Slips projects the withholding slips.
type Slips struct{}

// Name implements engine.Model.
func (Slips) Name() string { return "withholding_slips" }

// Tables implements engine.Model.
func (Slips) Tables() []string { return []string{"withholding_slips", "withholding_slip_counts"} }

var (
	insertSlips = readtable.Insert("withholding_slips", (*Row).Columns)
	updateSlips = readtable.Update("withholding_slips", (*Row).Columns, "id")
	countSlips  = readtable.CounterIn("withholding_slip_counts", "client_id")
)

// Row is a slip, or the changes of a batch to one, in which a column that is zero is unchanged.
type Row struct {
	Slip
	readtable.Changed
}

// Columns lists the columns of the row.
func (r *Row) Columns(f *readtable.Fields) { r.columns(f) }

// ShownColumns are the columns that a client sees.
var ShownColumns = []string{
	"id", "number", "period", "gross", "tax", "slip_date", "file_hash", "file_name", "file_type", "file_size", "file_days", "status", "reason",
	"created_at", "updated_at",
}

// Applies implements engine.Selective.
func (Slips) Applies() []domain.Event {
	return []domain.Event{balance.WithholdingSubmitted{}, balance.WithholdingRejected{}, balance.WithholdingApproved{}}
}

// Fold folds events into rows.
type Fold struct {
	// Rows are whole rows, or the changes of a batch to them.
	Rows readtable.Changes[int64, Row]
	// Whole is true when Rows has all rows that the events change, each with its ShownColumns. Nothing is counted then.
	Whole  bool
	counts readtable.Counts
}

// Apply implements engine.Model.
func (Slips) Apply(ctx context.Context, tx *engine.Tx, events []eventstore.Envelope) error {
	f := Fold{counts: readtable.Counts{}}
	for _, e := range events {
		f.Fold(e)
	}
	return readtable.Run(ctx, tx, insertSlips.RowsIf(f.Rows.List, (*Row).IsNew), updateSlips.RowsIf(f.Rows.List, (*Row).IsKnown),
		countSlips.Add(f.counts))
}

// Fold adds an event to the rows. It ignores events that are not about a slip.
func (f *Fold) Fold(env eventstore.Envelope) {
	switch e := env.Event.(type) {
	case balance.WithholdingSubmitted:
		*f.Rows.ForKey(e.ID) = Row{Changed: readtable.Changed{New: true}, Slip: Slip{
			ID: e.ID, Position: env.Position.Commit, ClientID: e.ClientID, Number: e.Number, Period: e.Period, Gross: e.Gross, Tax: e.Tax,
			Date: e.Date, File: e.File, SubmittedBy: e.By, CreatedAt: e.At,
		}}
		f.change(e.ClientID, e.ID, "", balance.SlipPending, e.At)
	case balance.WithholdingRejected:
		r := f.change(e.ClientID, e.ID, balance.SlipPending, balance.SlipRejected, e.At)
		r.Reason, r.DecidedBy = &e.Reason, &e.By
	case balance.WithholdingApproved:
		f.change(e.ClientID, e.ID, balance.SlipPending, balance.SlipApproved, e.Movement.At).DecidedBy = &e.By
	}
}

// change sets the state of a slip. Like an UPDATE, it ignores a slip that does not exist.
func (f *Fold) change(clientID, id int64, from, to string, at time.Time) *Row {
	if f.Whole && f.Rows.Known(id) == nil {
		return &Row{}
	}
	r := f.Rows.ForKey(id)
	r.ID, r.Status = id, to
	readtable.Assign(&r.Changed, &r.UpdatedAt, at)
	if !f.Whole {
		f.counts.Move(readtable.Scope{ClientID: clientID}, from, to)
	}
	return r
}
