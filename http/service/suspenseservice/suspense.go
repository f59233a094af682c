// Package suspenseservice implements the use cases of suspense items: money that arrived for a payment but
// could not be credited. An administrator releases it to the client or refunds it, and reopens a refund that
// the provider refused.
package suspenseservice

import (
	"context"
	"errors"
	"time"

	"gateway/domain"
	"gateway/domain/payment"
	"gateway/eventstore"
	"gateway/http/service"
	"gateway/projections/reactor/reportreactor"
	"gateway/projections/readmodel/paymentrows"
	"gateway/projections/readmodel/readtable"
)

// Items implements the use cases for the suspense items of all clients.
type Items struct {
	*service.Core
	// Rows defaults to Core.Queries if nil.
	Rows Rows
}

// Rows finds suspense items in the read models. Error: readtable.ErrNotFound. *readmodel.Queries implements
// it.
type Rows interface {
	SuspenseItem(ctx context.Context, id int64) (paymentrows.SuspenseItem, error)
}

func (i Items) rows() Rows {
	if i.Rows != nil {
		return i.Rows
	}
	return i.Queries
}

// Find returns an item. It waits for one that is only in the log yet, because a person may know its id from
// an answer made from the log. Error: readtable.ErrNotFound.
func (i Items) Find(ctx context.Context, id int64) (paymentrows.SuspenseItem, error) {
	item, err := i.rows().SuspenseItem(ctx, id)
	if !errors.Is(err, readtable.ErrNotFound) {
		return item, err
	}
	head, err := i.Log.Store().Head(ctx)
	if err != nil {
		return item, err
	}
	i.Wait(ctx, head)
	return i.rows().SuspenseItem(ctx, id)
}

// Release credits the money to the client. This makes a payment of a chain PAID only if no other payment of
// the chain is. A claimant that is not PAID gives its claim up. Errors: readtable.ErrNotFound,
// eventstore.ErrBusy, and the refusals of payment.ReleaseSuspense.
func (i Items) Release(ctx context.Context, id int64, reason string) (paymentrows.SuspenseItem, error) {
	var claim payment.Claim
	release := func(s payment.State, id int64, by, reason string, at time.Time) ([]domain.Event, error) {
		return payment.ReleaseSuspense(s, id, claim, by, reason, at)
	}
	for range maxClaims {
		item, err := i.resolve(ctx, id, reason, release)
		needs, claims := errors.AsType[*payment.NeedsClaim](err)
		if !claims {
			return item, err
		}
		if claim, err = reportreactor.ClaimChain(ctx, i.Log, needs, i.Now()); err != nil {
			return item, err
		}
	}
	return paymentrows.SuspenseItem{}, eventstore.ErrBusy
}

// maxClaims limits how often one release claims the chain, because two releases in one chain may take the
// claim from each other.
const maxClaims = 8

// RefundByHand records that a person has paid the money back to the customer from our own bank account. Its
// errors are those of Refund.
func (i Items) RefundByHand(ctx context.Context, id int64, reason string) (paymentrows.SuspenseItem, error) {
	return i.resolve(ctx, id, reason, payment.RefundSuspenseByHand)
}

// Refund records that the provider pays the money back to the customer. The money leaves the books when the
// provider lists the refund. Errors: readtable.ErrNotFound, and the refusals of payment.RefundSuspense.
func (i Items) Refund(ctx context.Context, id int64, reason string) (paymentrows.SuspenseItem, error) {
	return i.resolve(ctx, id, reason, payment.RefundSuspense)
}

// Reopen cancels a refund through the provider that the provider has not listed, so that the money waits for
// a decision again. Errors: readtable.ErrNotFound, and the refusals of payment.ReopenSuspense.
func (i Items) Reopen(ctx context.Context, id int64, reason string) (paymentrows.SuspenseItem, error) {
	return i.resolve(ctx, id, reason, payment.ReopenSuspense)
}

// resolve decides on the stream of the payment for which the money arrived.
func (i Items) resolve(
	ctx context.Context, id int64, reason string,
	decide func(s payment.State, id int64, by, reason string, at time.Time) ([]domain.Event, error),
) (paymentrows.SuspenseItem, error) {
	item, err := i.Find(ctx, id)
	if err != nil {
		return item, err
	}
	_, err = service.Execute(ctx, i.Core, payment.Aggregate, payment.Stream(item.TransactionID),
		func(s payment.State) ([]domain.Event, error) {
			return decide(s, id, service.Actor(ctx), reason, i.Now())
		})
	if err != nil {
		return item, err
	}
	return i.rows().SuspenseItem(ctx, id)
}
