// Package disputeservice implements the use cases of disputes: a merchant answers or accepts them, and staff enter, forward and
// decide them, and split a deduction of the provider over them. The decisions are those of package payment.
package disputeservice

import (
	"context"
	"errors"
	"time"

	"gateway/domain"
	"gateway/domain/file"
	"gateway/domain/payment"
	"gateway/domain/sequence"
	"gateway/eventstore"
	"gateway/http/service"
	"gateway/projections/readmodel/disputerows"
	"gateway/projections/readmodel/readtable"

	"github.com/shopspring/decimal"
)

// Rows finds disputes in the read models. Error: readtable.ErrNotFound. *readmodel.Queries implements it.
type Rows interface {
	Dispute(ctx context.Context, id int64) (disputerows.Dispute, error)
	DisputeOf(ctx context.Context, clientID, id int64) (disputerows.Dispute, error)
	ClientNames(ctx context.Context, ids []int64) (map[int64]string, error)
}

// Disputes implements the use cases for the disputes of all clients.
type Disputes struct {
	*service.Core
	Files Files
	// Rows defaults to Core.Queries if nil.
	Rows Rows
}

func (d Disputes) rows() Rows {
	if d.Rows != nil {
		return d.Rows
	}
	return d.Queries
}

// Files keeps the bytes of files. It is safe for concurrent use. *fileservice.Store implements it.
type Files interface {
	// Put keeps the bytes under their hash. It is done when it returns, and may be repeated.
	Put(ctx context.Context, content []byte) error
	// Get returns the bytes. Error: readtable.ErrNotFound.
	Get(ctx context.Context, hash string) ([]byte, error)
}

// Upload is a file as its sender gives it.
type Upload struct {
	Name string
	// Type is what the sender says that it is; empty if that was not said.
	Type    string
	Content []byte
}

// Answer is a merchant's answer to a dispute.
type Answer struct {
	Text  string
	Files []Upload
}

// Find returns one of the client's disputes. Error: readtable.ErrNotFound.
func (d Disputes) Find(ctx context.Context, clientID, id int64) (disputerows.Dispute, error) {
	return d.rows().DisputeOf(ctx, clientID, id)
}

// Answer keeps the client's answer, whose files are kept first. Errors: readtable.ErrNotFound, the refusals of file.New and
// payment.AnswerDispute.
func (d Disputes) Answer(ctx context.Context, clientID, id int64, a Answer) (disputerows.Dispute, error) {
	row, err := d.Find(ctx, clientID, id)
	if err != nil {
		return row, err
	}
	cmd := payment.AnswerDisputeCmd{
		DisputeID: id, Evidence: payment.Evidence{Text: a.Text}, By: service.Actor(ctx), At: d.Now(),
	}
	if cmd.Evidence.Files, err = named(a.Files); err != nil {
		return row, err
	}
	answer := func(s payment.State) ([]domain.Event, error) { return payment.AnswerDispute(s, cmd) }
	if err := d.mayDecide(ctx, row.TransactionID, answer); err != nil { // before any byte is kept
		return row, err
	}
	for _, f := range a.Files {
		if err := d.Files.Put(ctx, f.Content); err != nil {
			return row, err
		}
	}
	return d.decide(ctx, row, answer)
}

// named finds the types of files, and names all that are wrong.
func named(files []Upload) ([]file.Ref, error) {
	refs, wrong := make([]file.Ref, len(files)), make([]error, len(files))
	for i, f := range files {
		refs[i], wrong[i] = file.New(fileField(i), f.Name, f.Type, f.Content)
	}
	return refs, domain.Together(wrong...)
}

// mayDecide returns the refusal of a decision that is not carried out.
func (d Disputes) mayDecide(ctx context.Context, transactionID string, decide func(payment.State) ([]domain.Event, error)) error {
	s, _, err := eventstore.Load(ctx, d.Log, payment.Aggregate, payment.Stream(transactionID))
	if err == nil {
		_, err = decide(s)
	}
	return err
}

// Accept lets the customer have the money. Errors: readtable.ErrNotFound, and the refusals of payment.AcceptDispute.
func (d Disputes) Accept(ctx context.Context, clientID, id int64) (disputerows.Dispute, error) {
	row, err := d.Find(ctx, clientID, id)
	if err != nil {
		return row, err
	}
	return d.decide(ctx, row, func(s payment.State) ([]domain.Event, error) {
		return payment.AcceptDispute(s, id, service.Actor(ctx), d.Now())
	})
}

// Forward says that staff sent the answer to the network. Errors: readtable.ErrNotFound, and the refusals of
// payment.ForwardDispute.
func (d Disputes) Forward(ctx context.Context, id int64) (disputerows.AdminDispute, error) {
	return d.decideForAdmin(ctx, id, func(s payment.State) ([]domain.Event, error) {
		return payment.ForwardDispute(s, id, service.Actor(ctx), d.Now())
	})
}

// Decide says how the network decided. Errors: readtable.ErrNotFound, and the refusals of payment.DecideDispute.
func (d Disputes) Decide(ctx context.Context, id int64, outcome string) (disputerows.AdminDispute, error) {
	return d.decideForAdmin(ctx, id, func(s payment.State) ([]domain.Event, error) {
		return payment.DecideDispute(s, id, outcome, service.Actor(ctx), d.Now())
	})
}

func (d Disputes) decideForAdmin(
	ctx context.Context, id int64, decide func(payment.State) ([]domain.Event, error),
) (disputerows.AdminDispute, error) {
	row, err := d.rows().Dispute(ctx, id)
	if err != nil {
		return row.ForAdmin(), err
	}
	row, err = d.decide(ctx, row, decide)
	return row.ForAdmin(), err
}

func (d Disputes) decide(
	ctx context.Context, row disputerows.Dispute, decide func(payment.State) ([]domain.Event, error),
) (disputerows.Dispute, error) {
	if _, err := service.Execute(ctx, d.Core, payment.Aggregate, payment.Stream(row.TransactionID), decide); err != nil {
		return row, err
	}
	return d.rows().Dispute(ctx, row.ID)
}

// File returns a file of an answer to a dispute, with its bytes. Error: readtable.ErrNotFound.
func (d Disputes) File(ctx context.Context, row disputerows.Dispute, hash string) (ref file.Ref, content []byte, err error) {
	ref, known := row.Answers.File(hash)
	if !known {
		return ref, nil, readtable.ErrNotFound
	}
	content, err = d.Files.Get(ctx, hash)
	return ref, content, err
}

// Opening is a dispute that staff enter. An Amount of zero stands for all that is left of the money.
type Opening struct {
	TransactionID, PaymentID, ProviderDisputeID string
	Amount                                      decimal.Decimal
	Reason                                      string
	DueBy                                       time.Time
}

// Open enters a dispute. One that is known by the provider's id is answered as it is. Errors: those of service.Create, invalid_field
// transaction_id and due_by, and the other refusals of payment.OpenDispute.
func (d Disputes) Open(ctx context.Context, creation service.Creation, o Opening) (service.Created, error) {
	find := func(ctx context.Context, reserved service.Reserved) (disputerows.AdminDispute, bool, error) {
		row, err := d.named(ctx, reserved.ID)
		if errors.Is(err, readtable.ErrNotFound) {
			return row, false, nil
		}
		return row, err == nil, err
	}
	return service.Create(ctx, d.Core, creation, service.Reserve{Sequence: sequence.Dispute}, find,
		func(ctx context.Context, reserved service.Reserved) (disputerows.AdminDispute, error) {
			now := d.Now()
			if !o.DueBy.After(now) {
				return disputerows.AdminDispute{}, domain.InvalidField("due_by", "must be in the future")
			}
			out, err := service.Execute(ctx, d.Core, payment.Aggregate, payment.Stream(o.TransactionID),
				func(s payment.State) ([]domain.Event, error) {
					return payment.OpenDispute(s, payment.OpenDisputeCmd{
						DisputeID: reserved.ID, ProviderDisputeID: o.ProviderDisputeID, PaymentID: o.PaymentID, Amount: o.Amount,
						Reason: o.Reason, DueBy: o.DueBy.UTC(), By: service.Actor(ctx), At: now,
					})
				})
			if errors.Is(err, domain.Refuse(domain.NotFound, "payment_not_found", "")) {
				return disputerows.AdminDispute{}, domain.InvalidField("transaction_id", "is of no payment")
			}
			if err != nil {
				return disputerows.AdminDispute{}, err
			}
			opened, _ := out.State.DisputeCalled(o.ProviderDisputeID)
			row, err := d.named(ctx, opened.DisputeID)
			return row, service.NotYetShown(err)
		})
}

// named returns a dispute with the name of its client.
func (d Disputes) named(ctx context.Context, id int64) (disputerows.AdminDispute, error) {
	row, err := d.rows().Dispute(ctx, id)
	if err != nil {
		return disputerows.AdminDispute{}, err
	}
	shown := row.ForAdmin()
	names, err := d.rows().ClientNames(ctx, []int64{row.ClientID})
	shown.ClientName = names[row.ClientID]
	return shown, err
}
