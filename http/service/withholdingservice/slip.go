// Package withholdingservice implements the use cases of withholding slips: a client submits the slip of the income tax (PPh 23) that it
// withheld from our fees, and staff approve or reject it. The decisions are those of package balance.
package withholdingservice

import (
	"context"
	"errors"
	"time"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/file"
	"gateway/domain/sequence"
	"gateway/eventstore"
	"gateway/http/service"
	"gateway/projections/readmodel/balancerows"
	"gateway/projections/readmodel/readtable"
	"gateway/projections/readmodel/withholdingrows"

	"github.com/shopspring/decimal"
)

// Files keeps the bytes of files. It is safe for concurrent use. *fileservice.Store implements it.
type Files interface {
	// Put keeps the bytes under their hash. It is done when it returns, and may be repeated.
	Put(ctx context.Context, content []byte) error
	// Get returns the bytes. Error: readtable.ErrNotFound.
	Get(ctx context.Context, hash string) ([]byte, error)
}

// Rows has the rows of the submissions. *readmodel.Queries implements it. The error is readtable.ErrNotFound.
type Rows interface {
	WithholdingSlipByID(ctx context.Context, id int64) (withholdingrows.Slip, error)
	// WithholdingSlip returns the newest submission of a number, of any client.
	WithholdingSlip(ctx context.Context, number string) (withholdingrows.Slip, error)
	// WithholdingSlipOf returns the newest submission of a number by a client.
	WithholdingSlipOf(ctx context.Context, clientID int64, number string) (withholdingrows.Slip, error)
	// FeeChargesOf returns the fees of a client that the time span has, less what was returned later.
	FeeChargesOf(ctx context.Context, clientID int64, from, until time.Time) ([]balancerows.FeeCharge, error)
}

// Slips implements the use cases for the withholding slips of all clients.
type Slips struct {
	*service.Core
	Files Files
	Rows  Rows
	Rules balance.SlipRules
}

// Request is a slip as its client sends it.
type Request struct {
	Number, Period, Date string
	// Gross and Tax are in rupiah.
	Gross, Tax decimal.Decimal
	// FileName and FileType are what the client says; the type may be empty.
	FileName, FileType string
	Content            []byte
}

// Submit submits a slip of the creation's client. Its file is kept first, and its number is claimed over all clients before the slip
// is. Errors: those of service.Create and file.New (field `file`), and the refusals of balance.SubmitSlip and balance.ClaimSlip.
func (s Slips) Submit(ctx context.Context, creation service.Creation, r Request) (service.Created, error) {
	find := func(ctx context.Context, reserved service.Reserved) (withholdingrows.Slip, bool, error) {
		row, err := s.Rows.WithholdingSlipByID(ctx, reserved.ID)
		if errors.Is(err, readtable.ErrNotFound) {
			return row, false, nil
		}
		return row, err == nil, err
	}
	return service.Create(ctx, s.Core, creation, service.Reserve{Sequence: sequence.WithholdingSlip}, find,
		func(ctx context.Context, reserved service.Reserved) (withholdingrows.Slip, error) {
			return s.submit(ctx, creation.ClientID, reserved.ID, r)
		})
}

func (s Slips) submit(ctx context.Context, clientID, id int64, r Request) (none withholdingrows.Slip, err error) {
	ref, wrong := file.New("file", r.FileName, r.FileType, r.Content)
	cmd := balance.SubmitSlipCmd{
		ClientID: clientID, Rules: s.Rules, Calendar: s.Calendar, By: service.Actor(ctx), At: s.Now(),
		Slip: balance.Slip{
			ID: id, Number: balance.SlipNumber(r.Number), Period: r.Period, Gross: r.Gross, Tax: r.Tax, Date: r.Date, File: ref,
		},
	}
	if wrong != nil {
		return none, domain.Together(cmd.Check(), wrong)
	}
	decide := func(b balance.State) ([]domain.Event, error) { return balance.SubmitSlip(b, cmd) }
	if err := s.mayDecide(ctx, clientID, decide); err != nil { // before a byte is kept, and before the number is claimed
		return none, err
	}
	if err := s.Files.Put(ctx, r.Content); err != nil {
		return none, err
	}
	if err := s.claim(ctx, balance.ClaimSlipCmd{Number: cmd.Slip.Number, ClientID: clientID, SlipID: id, At: cmd.At}); err != nil {
		return none, err
	}
	if _, err := service.Execute(ctx, s.Core, balance.Aggregate, balance.Stream(clientID), decide); err != nil {
		return none, err
	}
	row, err := s.Rows.WithholdingSlipByID(ctx, id)
	return row, service.NotYetShown(err)
}

// mayDecide returns the refusal of a decision that is not carried out.
func (s Slips) mayDecide(ctx context.Context, clientID int64, decide func(balance.State) ([]domain.Event, error)) error {
	b, _, err := eventstore.Load(ctx, s.Log, balance.Aggregate, balance.Stream(clientID))
	if err == nil {
		_, err = decide(b)
	}
	return err
}

// claim claims a number. A claim of another client whose request broke off is taken over.
func (s Slips) claim(ctx context.Context, cmd balance.ClaimSlipCmd) error {
	taken, err := s.onNumber(ctx, cmd.Number, func(c balance.SlipClaim) ([]domain.Event, error) { return balance.ClaimSlip(c, cmd) })
	if err == nil || taken.SlipID == 0 {
		return err
	}
	holder, _, loadErr := eventstore.Load(ctx, s.Log, balance.Aggregate, balance.Stream(taken.ClientID))
	if loadErr != nil {
		return loadErr
	}
	if !taken.Lapsed(cmd.Number, holder, cmd.At) {
		return err
	}
	cmd.Lapsed = taken
	_, err = s.onNumber(ctx, cmd.Number, func(c balance.SlipClaim) ([]domain.Event, error) { return balance.ClaimSlip(c, cmd) })
	return err
}

// onNumber executes a command on the stream of a number. No read model shows claims, so there is nothing to wait for.
func (s Slips) onNumber(
	ctx context.Context, number string, decide func(balance.SlipClaim) ([]domain.Event, error),
) (balance.SlipClaim, error) {
	out, err := eventstore.Execute(ctx, s.Log, balance.SlipNumbers, balance.SlipNumbers.Stream(number), decide)
	return out.State, err
}

// Approve credits the tax of a slip, by the id of its submission. Errors: readtable.ErrNotFound, and the refusals of balance.ApproveSlip.
func (s Slips) Approve(ctx context.Context, id int64) (withholdingrows.AdminSlip, error) {
	row, err := s.Rows.WithholdingSlipByID(ctx, id)
	if err != nil {
		return row.ForAdmin(), err
	}
	fees, err := s.fees(ctx, row.ClientID, row.Period)
	if err != nil {
		return row.ForAdmin(), err
	}
	_, err = service.Execute(ctx, s.Core, balance.Aggregate, balance.Stream(row.ClientID), func(b balance.State) ([]domain.Event, error) {
		return balance.ApproveSlip(b, balance.ApproveSlipCmd{
			ClientID: row.ClientID, ID: id, Fees: fees, Rules: s.Rules, By: service.Actor(ctx), At: s.Now(),
		})
	})
	if err != nil {
		return row.ForAdmin(), err
	}
	row, err = s.Rows.WithholdingSlipByID(ctx, id)
	return row.ForAdmin(), err
}

// fees returns the fees that a client was charged in a month, without VAT and without those that were returned up to now, in
// rupiah: those of its fee invoice.
func (s Slips) fees(ctx context.Context, clientID int64, period string) (sum decimal.Decimal, err error) {
	month, err := s.SpanOf(ctx, "period", period)
	if err != nil {
		return sum, err
	}
	head, err := s.Log.Store().Head(ctx)
	if err != nil {
		return sum, err
	}
	s.Wait(ctx, head) // what was returned just now counts no more
	charges, err := s.Rows.FeeChargesOf(ctx, clientID, month.From, month.Until)
	for _, c := range charges {
		sum = sum.Add(c.Fee)
	}
	return sum, err
}

// Reject rejects a slip, by its number, and frees the number. Errors: readtable.ErrNotFound, and the refusals of balance.RejectSlip.
func (s Slips) Reject(ctx context.Context, number, reason string) (withholdingrows.AdminSlip, error) {
	row, err := s.Rows.WithholdingSlip(ctx, number)
	if err != nil {
		return row.ForAdmin(), err
	}
	at := s.Now()
	_, err = service.Execute(ctx, s.Core, balance.Aggregate, balance.Stream(row.ClientID), func(b balance.State) ([]domain.Event, error) {
		return balance.RejectSlip(b, balance.RejectSlipCmd{
			ClientID: row.ClientID, ID: row.ID, Reason: reason, By: service.Actor(ctx), At: at,
		})
	})
	if err != nil {
		return row.ForAdmin(), err
	}
	_, err = s.onNumber(ctx, row.Number, func(c balance.SlipClaim) ([]domain.Event, error) {
		return balance.ReleaseSlip(c, row.Number, row.ID, at)
	})
	if err != nil {
		return row.ForAdmin(), err
	}
	row, err = s.Rows.WithholdingSlipByID(ctx, row.ID)
	return row.ForAdmin(), err
}

// Find returns the client's newest submission of a number. Error: readtable.ErrNotFound.
func (s Slips) Find(ctx context.Context, clientID int64, number string) (withholdingrows.Slip, error) {
	return s.Rows.WithholdingSlipOf(ctx, clientID, number)
}

// File returns the bytes of the file of a slip. Error: readtable.ErrNotFound.
func (s Slips) File(ctx context.Context, row withholdingrows.Slip) ([]byte, error) {
	return s.Files.Get(ctx, row.File.Hash)
}
