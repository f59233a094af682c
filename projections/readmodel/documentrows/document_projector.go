package documentrows

import (
	"context"
	"time"

	"gateway/domain"
	"gateway/domain/document"
	"gateway/eventstore"
	"gateway/projections/engine"
	"gateway/projections/readmodel/readtable"
)

// Documents projects the documents of clients.
type Documents struct{}

// Name implements engine.Model.
func (Documents) Name() string { return "documents" }

// Tables implements engine.Model.
func (Documents) Tables() []string { return []string{"documents", "document_counts"} }

var (
	insertDocuments = readtable.Insert("documents", (*row).columns)
	updateDocuments = readtable.Update("documents", (*row).columns, "id")
	countDocuments  = readtable.CounterIn("document_counts", "client_id")
)

// row is a document, or the changes of a batch to one, in which a column that is zero is unchanged.
type row struct {
	Document
	readtable.Changed
}

func (r *row) columns(f *readtable.Fields) { r.Document.columns(f) }

// Applies implements engine.Selective.
func (Documents) Applies() []domain.Event {
	return []domain.Event{document.Submitted{}, document.Accepted{}, document.Rejected{}}
}

// Apply implements engine.Model.
func (Documents) Apply(ctx context.Context, tx *engine.Tx, events []eventstore.Envelope) error {
	f := fold{counts: readtable.Counts{}}
	for _, e := range events {
		f.apply(e)
	}
	return readtable.Run(ctx, tx, insertDocuments.RowsIf(f.rows.List, (*row).IsNew), updateDocuments.RowsIf(f.rows.List, (*row).IsKnown),
		countDocuments.Add(f.counts))
}

type fold struct {
	rows   readtable.Changes[int64, row]
	counts readtable.Counts
}

func (f *fold) apply(env eventstore.Envelope) {
	switch e := env.Event.(type) {
	case document.Submitted:
		*f.rows.ForKey(e.ID) = row{Changed: readtable.Changed{New: true}, Document: Document{
			ID: e.ID, Position: env.Position.Commit, ClientID: e.ClientID, Kind: e.Kind, Ref: e.File, SubmittedBy: e.By, CreatedAt: e.At,
		}}
		f.change(e.ClientID, e.ID, "", document.StatusWaiting, e.At)
		f.replace(e.ClientID, e.Replaces, document.StatusWaiting, e.At)
	case document.Accepted:
		f.decide(e.ClientID, e.ID, document.StatusAccepted, e.By, e.At)
		f.replace(e.ClientID, e.Replaces, document.StatusAccepted, e.At)
	case document.Rejected:
		f.decide(e.ClientID, e.ID, document.StatusRejected, e.By, e.At).Reason = &e.Reason
	}
}

// replace marks the document that another one stands for from now on, if there is one.
func (f *fold) replace(clientID, id int64, from string, at time.Time) {
	if id != 0 {
		f.change(clientID, id, from, document.StatusReplaced, at)
	}
}

func (f *fold) decide(clientID, id int64, to, by string, at time.Time) *row {
	r := f.change(clientID, id, document.StatusWaiting, to, at)
	r.DecidedBy, r.DecidedAt = &by, &at
	return r
}

// change sets the status of a document.
func (f *fold) change(clientID, id int64, from, to string, at time.Time) *row {
	r := f.rows.ForKey(id)
	r.ID, r.Status = id, to
	readtable.Assign(&r.Changed, &r.UpdatedAt, at)
	f.counts.Move(readtable.Scope{ClientID: clientID}, from, to)
	return r
}
