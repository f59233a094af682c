package accountservice

import (
	"context"
	"errors"
	"strconv"
	"time"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/balance"
	"gateway/domain/payment"
	"gateway/domain/recovery"
	"gateway/eventstore"
	"gateway/http/service"
)

// gainedRefunds returns the client's refunds by transfer that are not sent: like a payout, they can go to a thief.
func (a Accounts) gainedRefunds(ctx context.Context, s balance.State, since time.Time) (items recovery.Items, err error) {
	for _, h := range s.RefundHolds {
		if h.Method != payment.MethodTransfer || h.At.Before(since) {
			continue
		}
		p, _, err := eventstore.Load(ctx, a.Log, payment.Aggregate, payment.Stream(h.TransactionID))
		if err != nil {
			return nil, err
		}
		if r, _ := p.Refund(h.RefundID); r.IsOpen() && !r.MayBeAtProvider() {
			items = append(items, recovery.Item{
				Kind: recovery.Refund, Of: r.RefundID, Label: strconv.FormatInt(r.RefundID, 10) + " " + r.Amount.String(), By: r.By, At: r.RequestedAt,
			})
		}
	}
	return items, nil
}

// cancelRefunds cancels the refunds by transfer that were asked for within the recovery's time and are not sent. Repeating it
// cancels what is left.
func (a Accounts) cancelRefunds(ctx context.Context, clientID int64, r account.Recovery, until time.Time) error {
	s, _, err := eventstore.Load(ctx, a.Log, balance.Aggregate, balance.Stream(clientID))
	if err != nil {
		return err
	}
	for _, h := range s.RefundHolds {
		if h.Method != payment.MethodTransfer || h.At.Before(r.Since) || h.At.After(until) {
			continue
		}
		_, cancelErr := service.Execute(ctx, a.Core, payment.Aggregate, payment.Stream(h.TransactionID),
			func(s payment.State) ([]domain.Event, error) {
				return payment.CancelUnsentRefund(s, h.RefundID, r.By, a.Now())
			})
		err = errors.Join(err, cancelErr)
	}
	return err
}
