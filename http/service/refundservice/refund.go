// Package refundservice implements the use cases of refunds: a merchant asks for one, finds, approves and cancels it, and an
// administrator approves or ends it. A reactor, and no code here, asks the provider.
package refundservice

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/payment"
	"gateway/eventstore"
	"gateway/http/service"
	"gateway/projections/reactor/refundreactor"
	"gateway/projections/readmodel/readtable"
	"gateway/projections/readmodel/refundrows"

	"github.com/shopspring/decimal"
)

// Rows finds refunds in the read models. Error: readtable.ErrNotFound. *readmodel.Queries implements it.
type Rows interface {
	Refund(ctx context.Context, id int64) (refundrows.Refund, error)
	RefundOf(ctx context.Context, clientID, id int64) (refundrows.Refund, error)
}

// Refunds implements the use cases for the refunds of all clients.
type Refunds struct {
	*service.Core
	// Rules say by which methods money can go back now.
	Rules payment.RefundRules
	// Ports are asked before an administrator ends a refund by hand; those of a zero value are not.
	Ports refundreactor.Ports
	// VATRate is the VAT rate on transfer fees, in percent.
	VATRate decimal.Decimal
	// Rows defaults to Core.Queries if nil.
	Rows Rows
	// Pause waits between two looks at the balance; nil means by the clock.
	Pause func(ctx context.Context, d time.Duration) error
}

func (r Refunds) pause(ctx context.Context) error {
	if r.Pause != nil {
		return r.Pause(ctx, answerPause)
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(answerPause):
		return nil
	}
}

func (r Refunds) rows() Rows {
	if r.Rows != nil {
		return r.Rows
	}
	return r.Queries
}

// Find returns one of the client's refunds. Error: readtable.ErrNotFound.
func (r Refunds) Find(ctx context.Context, clientID, id int64) (refundrows.Refund, error) {
	return r.rows().RefundOf(ctx, clientID, id)
}

// FindByExternalID returns the newest of the client's refunds with this external_id. Error: readtable.ErrNotFound.
func (r Refunds) FindByExternalID(ctx context.Context, clientID int64, externalID string) (refundrows.Refund, error) {
	return r.Queries.RefundByExternal(ctx, clientID, externalID)
}

// FindForAdmin returns a refund of any client. Error: readtable.ErrNotFound.
func (r Refunds) FindForAdmin(ctx context.Context, id int64) (refundrows.AdminRefund, error) {
	row, err := r.rows().Refund(ctx, id)
	return row.ForAdmin(), err
}

// Cancel cancels a client's pending refund. Errors: readtable.ErrNotFound, and the refusals of payment.CancelRefund.
func (r Refunds) Cancel(ctx context.Context, clientID, id int64) (refundrows.Refund, error) {
	return r.change(ctx, clientID, id, func(s payment.State) ([]domain.Event, error) {
		return payment.CancelRefund(s, id, service.Actor(ctx), r.Now())
	})
}

// errNeedsAdmin refuses what only an administrator approves.
func errNeedsAdmin() error {
	return domain.Refuse(domain.Forbidden, "approval_by_admin", "a refund by transfer of this amount is approved by an administrator")
}

// Approve approves a client's pending refund, as the client's owner or finance person. Errors: readtable.ErrNotFound,
// approval_by_admin, and the refusals of payment.ApproveRefund.
func (r Refunds) Approve(ctx context.Context, clientID, id int64) (refundrows.Refund, error) {
	return r.change(ctx, clientID, id, func(s payment.State) ([]domain.Event, error) {
		if refund, _ := s.Refund(id); refund.Status == payment.RefundStatusPending && refund.Approval == payment.ApprovalAdmin {
			return nil, errNeedsAdmin()
		}
		return payment.ApproveRefund(s, id, service.Actor(ctx), r.Now())
	})
}

// Reject rejects a client's pending refund, as its owner or finance person. Errors: readtable.ErrNotFound, and the refusals of
// payment.RejectRefund.
func (r Refunds) Reject(ctx context.Context, clientID, id int64, reason string) (refundrows.Refund, error) {
	return r.change(ctx, clientID, id, func(s payment.State) ([]domain.Event, error) {
		return payment.RejectRefund(s, id, service.Actor(ctx), reason, r.Now())
	})
}

func (r Refunds) change(
	ctx context.Context, clientID, id int64, decide func(payment.State) ([]domain.Event, error),
) (refundrows.Refund, error) {
	row, err := r.rows().RefundOf(ctx, clientID, id)
	if err != nil {
		return row, err
	}
	out, err := service.Execute(ctx, r.Core, payment.Aggregate, payment.Stream(row.TransactionID), decide)
	if err != nil {
		return row, err
	}
	if refund, _ := out.State.Refund(id); !refund.IsOpen() {
		if err := r.awaitRelease(ctx, clientID, id); err != nil {
			return row, err
		}
	}
	return r.rows().RefundOf(ctx, clientID, id)
}

// awaitRelease waits until the balance shows the end of a refund, or some seconds: what ended it is durable.
func (r Refunds) awaitRelease(ctx context.Context, clientID, id int64) error {
	if r.Watcher == nil {
		return nil
	}
	for end := time.Now().Add(answerWait); time.Now().Before(end); {
		s, _, err := eventstore.Load(ctx, r.Log, balance.Aggregate, balance.Stream(clientID))
		if err != nil {
			return err
		}
		if _, held := s.RefundHold(id); !held {
			head, err := r.Log.Store().Head(ctx)
			r.Wait(ctx, head)
			return err
		}
		if err := r.pause(ctx); err != nil {
			return err
		}
	}
	return nil
}

// shown returns a refund in the form of the read models. For one that exists and is not shown yet, it returns
// eventstore.ErrUnavailable instead of a refusal, so that the key stays reserved for it.
func (r Refunds) shown(ctx context.Context, clientID, id int64) (refundrows.Refund, error) {
	row, err := r.rows().RefundOf(ctx, clientID, id)
	if errors.Is(err, readtable.ErrNotFound) {
		return row, fmt.Errorf("%w: read a refund that exists: %w", eventstore.ErrUnavailable, err)
	}
	return row, err
}
