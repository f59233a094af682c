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
	insertSlips = readtable.Insert("withholding_slips", (*slipRow).columns)
	updateSlips = readtable.Update("withholding_slips", (*slipRow).columns, "id")
	countSlips  = readtable.CounterIn("withholding_slip_counts", "client_id")
)

// slipRow is a slip, or the changes of a batch to one, in which a column that is zero is unchanged.
type slipRow struct {
	Slip
	readtable.Changed
}

func (r *slipRow) columns(f *readtable.Fields) { r.Slip.columns(f) }

// Applies implements engine.Selective.
func (Slips) Applies() []domain.Event {
	return []domain.Event{balance.WithholdingSubmitted{}, balance.WithholdingRejected{}, balance.WithholdingApproved{}}
}

// slipFold folds a batch.
type slipFold struct {
	rows   readtable.Changes[int64, slipRow]
	counts readtable.Counts
}

// Apply implements engine.Model.
func (Slips) Apply(ctx context.Context, tx *engine.Tx, events []eventstore.Envelope) error {
	f := slipFold{counts: readtable.Counts{}}
	for _, e := range events {
		f.fold(e)
	}
	return readtable.Run(ctx, tx, insertSlips.RowsIf(f.rows.List, (*slipRow).IsNew), updateSlips.RowsIf(f.rows.List, (*slipRow).IsKnown),
		countSlips.Add(f.counts))
}

func (f *slipFold) fold(env eventstore.Envelope) {
	switch e := env.Event.(type) {
	case balance.WithholdingSubmitted:
		*f.rows.ForKey(e.ID) = slipRow{Changed: readtable.Changed{New: true}, Slip: Slip{
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

func (f *slipFold) change(clientID, id int64, from, to string, at time.Time) *slipRow {
	r := f.rows.ForKey(id)
	r.ID, r.Status = id, to
	readtable.Assign(&r.Changed, &r.UpdatedAt, at)
	f.counts.Move(readtable.Scope{ClientID: clientID}, from, to)
	return r
}
