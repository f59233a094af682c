package documentrows

import (
	"context"
	"time"

	"gateway/domain/document"
	"gateway/domain/file"
	"gateway/domain/payment"
	"gateway/domain/risk"
	"gateway/projections/readmodel/paymentrows"
	"gateway/projections/readmodel/readtable"
)

// Queries queries the documents of clients.
type Queries struct{ readtable.DB }

// File is what a client sees of the file that it sent: not its hash, which would tell who else sent the same bytes.
type File struct {
	Name string `json:"name"`
	// Type is a media type. Size is in bytes.
	Type string `json:"type"`
	Size int64  `json:"size"`
}

// Document is a document of a client (API reference: Login).
type Document struct {
	ID   int64  `json:"id"`
	Kind string `json:"kind"`
	// File is what is shown of Ref.
	File   File   `json:"file"`
	Status string `json:"status"`
	// Reason is why it was rejected; nil unless it was.
	Reason    *string   `json:"reason"`
	CreatedAt time.Time `json:"created_at"`
	// DecidedAt is when staff decided; nil before.
	DecidedAt *time.Time `json:"decided_at"`

	ClientID    int64     `json:"-"`
	Ref         file.Ref  `json:"-"`
	SubmittedBy string    `json:"-"`
	DecidedBy   *string   `json:"-"`
	UpdatedAt   time.Time `json:"-"`
	// Position is that of the event that submitted it.
	Position int64 `json:"-"`
}

// Place implements listing.Placed.
func (d Document) Place() readtable.Place {
	return readtable.Place{At: d.CreatedAt, Position: d.Position}
}

// AdminDocument is a Document in the form shown to administrators.
type AdminDocument struct {
	Document
	ClientID int64 `json:"client_id"`
	// ClientName is the client's name. It is filled for answers; queries leave it empty.
	ClientName string `json:"client_name,omitempty"`
	// Hash is the SHA-256 of the file, in hexadecimal digits.
	Hash        string  `json:"file_hash"`
	SubmittedBy string  `json:"submitted_by"`
	DecidedBy   *string `json:"decided_by"`
}

// Place implements listing.Placed.
func (d AdminDocument) Place() readtable.Place { return d.Document.Place() }

// Shown returns the form shown to the client.
func (d Document) Shown() Document {
	d.File = File{Name: d.Ref.Name, Type: d.Ref.Type, Size: d.Ref.Size}
	return d
}

// ForAdmin returns the form shown to administrators.
func (d Document) ForAdmin() AdminDocument {
	return AdminDocument{
		Document: d.Shown(), ClientID: d.ClientID, Hash: d.Ref.Hash, SubmittedBy: d.SubmittedBy, DecidedBy: d.DecidedBy,
	}
}

func (d *Document) columns(f *readtable.Fields) {
	f.At("id", &d.ID).At("position", &d.Position).At("client_id", &d.ClientID).At("kind", &d.Kind)
	f.At("file_hash", &d.Ref.Hash).At("file_name", &d.Ref.Name).At("file_type", &d.Ref.Type).At("file_size", &d.Ref.Size)
	f.At("file_days", &d.Ref.RetentionDays).At("submitted_by", &d.SubmittedBy).At("created_at", &d.CreatedAt)
	f.Later("status", &d.Status).Later("reason", &d.Reason).Later("decided_by", &d.DecidedBy).Later("decided_at", &d.DecidedAt)
	f.Later("updated_at", &d.UpdatedAt)
}

var documentTable = readtable.TableOf("documents", (*Document).columns)

// Document returns a document of any client.
func (q Queries) Document(ctx context.Context, id int64) (Document, error) {
	d, err := documentTable.Get(ctx, q.DB, "WHERE id = $1", id)
	return d.Shown(), err
}

// Filter selects documents. Fields that are empty select all.
type Filter struct {
	ClientID int64
	Status   string
}

// Documents returns a page of the documents that the filter selects, newest first, and their total number.
func (q Queries) Documents(ctx context.Context, f Filter, p readtable.Page) (rows []Document, total int64, err error) {
	s := new(readtable.Search).Equals("client_id", f.ClientID).Equals("status", f.Status)
	rows, total, err = documentTable.ListPage(ctx, q.DB, "document_counts", s, p)
	for i := range rows {
		rows[i] = rows[i].Shown()
	}
	return rows, total, err
}

// WaitingDocuments is the kind of the documents that wait for an administrator.
const WaitingDocuments = "documents_waiting"

// DocumentsForPersons counts the documents that wait for an administrator, with the time of the oldest one.
func (q Queries) DocumentsForPersons(ctx context.Context) (w readtable.Waiting, err error) {
	err = q.SQL.GetContext(ctx, &w, `
		SELECT $1::text AS kind, COALESCE(sum(n), 0)::bigint AS count,
			(SELECT created_at FROM documents WHERE status >= $2 AND status <= $2 ORDER BY status, position LIMIT 1) AS oldest
		FROM document_counts WHERE status = $2`, WaitingDocuments, document.StatusWaiting)
	if err != nil {
		return w, readtable.Failed("documents", err)
	}
	return w, nil
}

// DocumentDecisions returns how long the newest decisions about documents took, at most risk.DecidedOf, whenever they were.
func (q Queries) DocumentDecisions(ctx context.Context) ([]time.Duration, error) {
	return readtable.Decisions(ctx, q.DB, "documents", "WHERE decided_at IS NOT NULL ORDER BY decided_at DESC LIMIT $1", risk.DecidedOf)
}

// Begun is what a client has done to take its first payment.
type Begun struct {
	// Key says that there is, or was, an API key; Endpoint that there is a callback endpoint; Paid that a payment was paid.
	Key      bool `db:"key"`
	Endpoint bool `db:"endpoint"`
	Paid     bool `db:"paid"`
}

// Begun returns what a client has done to take its first payment. Recorded transactions are no payments.
func (q Queries) Begun(ctx context.Context, clientID int64) (b Begun, err error) {
	err = q.SQL.GetContext(ctx, &b, `
		SELECT EXISTS (SELECT FROM api_keys WHERE client_id = $1) AS key,
			EXISTS (SELECT FROM callback_endpoints WHERE client_id = $1) AS endpoint,
			EXISTS (SELECT FROM transaction_counts WHERE client_id = $1 AND channel <> $2 AND status IN ($3, $4) AND n > 0) AS paid`,
		clientID, paymentrows.ChannelRecorded, payment.StatusPaid, payment.StatusSettled)
	if err != nil {
		return b, readtable.Failed("what a client has begun", err)
	}
	return b, nil
}
