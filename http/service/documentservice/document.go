// Package documentservice implements the use cases of the documents of clients: a client sends copies of the papers that say who it is,
// administrators accept or reject them, and the client reads what is done and what comes next until it takes its first payment. The
// decisions are those of package document.
package documentservice

import (
	"context"
	"errors"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/document"
	"gateway/domain/file"
	"gateway/domain/sequence"
	"gateway/eventstore"
	"gateway/http/service"
	"gateway/projections/readmodel/documentrows"
	"gateway/projections/readmodel/readtable"
)

// Files keeps the bytes of files. It is safe for concurrent use. *fileservice.Store implements it.
type Files interface {
	// Put keeps the bytes under their hash. It is done when it returns, and may be repeated.
	Put(ctx context.Context, content []byte) error
	// Get returns the bytes. Error: readtable.ErrNotFound.
	Get(ctx context.Context, hash string) ([]byte, error)
}

// Documents implements the use cases for the documents of all clients.
type Documents struct {
	*service.Core
	Files Files
	// RetentionDays is for how many days a file is to be kept, from the day on which it was sent.
	RetentionDays int64
	// UsualSeconds is how long staff usually take to decide, in seconds, while there are too few decisions to tell.
	UsualSeconds int64
}

// Request is a document as its client sends it. FileType is what the client says; it may be empty.
type Request struct {
	Kind, FileName, FileType string
	Content                  []byte
}

// Submit submits a document of the creation's client. Errors: those of service.Create and file.New (field `file`); account_suspended or
// account_not_approved for a suspended or rejected client; the refusals of document.Submit.
func (d Documents) Submit(ctx context.Context, creation service.Creation, r Request) (service.Created, error) {
	find := func(ctx context.Context, reserved service.Reserved) (documentrows.Document, bool, error) {
		row, err := d.Queries.Document(ctx, reserved.ID)
		if errors.Is(err, readtable.ErrNotFound) {
			return row, false, nil
		}
		return row, err == nil, err
	}
	return service.Create(ctx, d.Core, creation, service.Reserve{Sequence: sequence.Document}, find,
		func(ctx context.Context, reserved service.Reserved) (documentrows.Document, error) {
			return d.submit(ctx, creation.ClientID, reserved.ID, r)
		})
}

func (d Documents) submit(ctx context.Context, clientID, id int64, r Request) (none documentrows.Document, err error) {
	ref, wrong := file.New("file", r.FileName, r.FileType, r.Content)
	if err := domain.Together(document.CheckKind(r.Kind), wrong); err != nil {
		return none, err
	}
	owner, _, err := eventstore.Load(ctx, d.Log, account.Aggregate, account.Stream(clientID))
	if err != nil {
		return none, err
	}
	if err := owner.MayUseKey(); err != nil { // a pending client sends documents, too
		return none, err
	}
	ref.RetentionDays = d.RetentionDays
	cmd := document.SubmitCmd{ClientID: clientID, ID: id, Kind: r.Kind, File: ref, By: service.Actor(ctx), At: d.Now()}
	cmd.Stranger = owner.Status == account.StatusPending
	decide := func(s document.State) ([]domain.Event, error) { return document.Submit(s, cmd) }
	s, _, err := eventstore.Load(ctx, d.Log, document.Aggregate, document.Stream(clientID))
	if err != nil {
		return none, err
	}
	if _, err := decide(s); err != nil { // before a byte is kept
		return none, err
	}
	if err := d.Files.Put(ctx, r.Content); err != nil {
		return none, err
	}
	if _, err := service.Execute(ctx, d.Core, document.Aggregate, document.Stream(clientID), decide); err != nil {
		return none, err
	}
	row, err := d.Queries.Document(ctx, id)
	return row, service.NotYetShown(err)
}

// Find returns a document. Error: readtable.ErrNotFound.
func (d Documents) Find(ctx context.Context, id int64) (documentrows.AdminDocument, error) {
	row, err := d.Queries.Document(ctx, id)
	return row.ForAdmin(), err
}

// Content returns the file of a document with its bytes. Error: readtable.ErrNotFound.
func (d Documents) Content(ctx context.Context, id int64) (file.Ref, []byte, error) {
	row, err := d.Queries.Document(ctx, id)
	if err != nil {
		return row.Ref, nil, err
	}
	content, err := d.Files.Get(ctx, row.Ref.Hash)
	return row.Ref, content, err
}

// Accept accepts a document. Errors: readtable.ErrNotFound, and the refusals of document.Accept.
func (d Documents) Accept(ctx context.Context, id int64) (documentrows.AdminDocument, error) {
	return d.decide(ctx, id, "", document.Accept)
}

// Reject rejects a document. Errors: readtable.ErrNotFound, and the refusals of document.Reject.
func (d Documents) Reject(ctx context.Context, id int64, reason string) (documentrows.AdminDocument, error) {
	return d.decide(ctx, id, reason, document.Reject)
}

func (d Documents) decide(
	ctx context.Context, id int64, reason string, decision func(document.State, document.DecideCmd) ([]domain.Event, error),
) (documentrows.AdminDocument, error) {
	row, err := d.Queries.Document(ctx, id)
	if err != nil {
		return row.ForAdmin(), err
	}
	cmd := document.DecideCmd{ClientID: row.ClientID, ID: id, Reason: reason, By: service.Actor(ctx), At: d.Now()}
	_, err = service.Execute(ctx, d.Core, document.Aggregate, document.Stream(row.ClientID),
		func(s document.State) ([]domain.Event, error) { return decision(s, cmd) })
	if err != nil {
		return row.ForAdmin(), err
	}
	return d.Find(ctx, id)
}
