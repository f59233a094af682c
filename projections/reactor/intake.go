package reactor

import (
	"context"
	"errors"
	"time"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/payment"
	"gateway/domain/sequence"
	"gateway/eventstore"
	"gateway/http/provider"

	"github.com/sirupsen/logrus"
)

// IDs draws integer ids. *sequences.Sequences implements it.
type IDs interface {
	Next(ctx context.Context, kind string) (int64, error)
}

// Confirmer asks the provider what it holds of a payment. *provider.Client
// implements it.
type Confirmer interface {
	GetPayment(ctx context.Context, channel, id string) (provider.PaymentSnapshot, error)
}

// Intake turns what the provider says into commands. It keeps nothing in memory:
// whatever is told twice, late or out of order is for the aggregates to sort out.
type Intake struct {
	Log    *eventstore.Log
	IDs    IDs
	Now    func() time.Time
	Logger *logrus.Entry
	// Provider is asked before a payment is credited, when Confirm is set.
	Provider Confirmer
	Confirm  bool
}

// actorProvider stands in the metadata of what was decided on the provider's word.
const actorProvider = "provider"

// Payment takes in what the provider says of a payment. It returns when that is
// durable. Errors: a *domain.Refusal, such as payment_not_found, for what the
// provider may stop to repeat; provider_unconfirmed (502) and others when it should
// come again.
func (i *Intake) Payment(ctx context.Context, n provider.Notification) error {
	if i.Confirm && isPaid(n.Status) {
		return i.confirmed(ctx, n)
	}
	return i.payment(ctx, n, nil)
}

// payment decides on the stream. admit, if given, may refuse first.
func (i *Intake) payment(ctx context.Context, n provider.Notification, admit func(payment.State) error) error {
	decide, ok := i.decision(n)
	if !ok {
		i.Logger.WithFields(logrus.Fields{"payment": n.ExternalID, "channel": n.Kind, "failure_code": n.FailureCode}).
			Warn("the provider reports a failed payment; nothing is changed")
		return nil
	}
	var suspenseID int64
	for {
		_, err := eventstore.Execute(asProvider(ctx), i.Log, payment.Aggregate, payment.Stream(n.ExternalID),
			func(s payment.State) ([]domain.Event, error) {
				if admit != nil && s.Exists() {
					if err := admit(s); err != nil {
						return nil, err
					}
				}
				return decide(s, suspenseID)
			})
		if !errors.Is(err, payment.ErrNeedsSuspenseID) {
			return err
		}
		if suspenseID, err = i.IDs.Next(ctx, sequence.Suspense); err != nil {
			return err
		}
	}
}

// decision is what the report means for a payment; none when it says nothing of the
// payment as a whole.
func (i *Intake) decision(n provider.Notification) (decide func(payment.State, int64) ([]domain.Event, error), ok bool) {
	now := i.Now()
	cmd := payment.PayCmd{
		Receipt: payment.Receipt{
			ProviderID: n.ProviderID, ProviderPaymentID: n.PaymentID, UserID: n.UserID, PaidAmount: n.PaidAmount,
			PaidAt: n.PaidAt, PaymentMethod: n.PaymentMethod, PaymentChannel: n.PaymentChannel,
		},
		ChannelCode: n.ChannelCode, At: now,
	}
	switch {
	case n.Status == provider.Paid:
		return func(s payment.State, id int64) ([]domain.Event, error) {
			cmd.SuspenseID = id
			return payment.Pay(s, cmd)
		}, true
	case n.Status == provider.Settled:
		return func(s payment.State, id int64) ([]domain.Event, error) {
			cmd.SuspenseID = id
			return payment.Settle(s, payment.SettleCmd(cmd))
		}, true
	case n.Status == provider.Expired, isDeadCharge(n):
		return func(s payment.State, _ int64) ([]domain.Event, error) { return payment.Expire(s, now) }, true
	}
	return nil, false
}

// isDeadCharge: a wallet charge fails once and for all, so nobody can pay it any
// more. A QR code outlives a failed attempt, and a voided charge had been paid.
func isDeadCharge(n provider.Notification) bool {
	return n.Kind == provider.EWallet && n.Status == provider.Failed && n.FailureCode != "VOIDED"
}

func isPaid(s provider.Status) bool { return s == provider.Paid || s == provider.Settled }

func asProvider(ctx context.Context) context.Context {
	m := eventstore.MetadataFrom(ctx)
	m.Actor = actorProvider
	return eventstore.WithMetadata(ctx, m)
}

// transferredBy is di_transfer_oleh of what the provider transferred.
const transferredBy = "provider"

// Payout takes in what the provider says of a payout, which it knows by
// balance.Order.ProviderReference. Errors as of Payment; payout_contradiction says
// that somebody may have been paid twice, and is logged as an error.
func (i *Intake) Payout(ctx context.Context, n provider.Notification) error {
	kind, clientID, id, ok := balance.ParseReference(n.ExternalID)
	if !ok {
		return domain.Refuse(domain.NotFound, "payout_not_found", "there is no such payout")
	}
	now := i.Now()
	out, err := eventstore.Execute(asProvider(ctx), i.Log, balance.Aggregate, balance.Stream(clientID),
		func(s balance.State) ([]domain.Event, error) { return decidePayout(s, kind, id, n, now) })
	var refusal *domain.Refusal
	contradicts := errors.As(err, &refusal) && refusal.Code == "payout_contradiction"
	if err == nil && n.Status == provider.Pending {
		// Nobody calls the provider for what has ended, unless it ended meanwhile.
		c, ended := out.State.ClosedPayout(kind, id)
		contradicts = ended && c.ProviderID == ""
	}
	if contradicts {
		i.Logger.WithFields(logrus.Fields{"payout": n.ExternalID, "status": n.Status}).
			Error("the provider makes a transfer that ended otherwise here: somebody may be paid twice")
	}
	return err
}

func decidePayout(s balance.State, kind string, id int64, n provider.Notification, now time.Time) ([]domain.Event, error) {
	switch n.Status {
	case provider.Pending:
		return balance.Accept(s, kind, id, n.ProviderID, now)
	case provider.Completed:
		at := n.PaidAt
		if at.IsZero() {
			at = now
		}
		return balance.Complete(s, kind, id, balance.CompleteCmd{
			ProviderID: n.ProviderID, DiTransferOleh: transferredBy, TransferAt: at, At: now,
		})
	case provider.Failed, provider.Reversed:
		// Fail reverses what was completed before, and a transfer that came back
		// before we heard of it is one that failed.
		return balance.Fail(s, kind, id, balance.FailCmd{
			ProviderID: n.ProviderID, By: transferredBy, Reason: failure(n), At: now,
		})
	}
	return nil, domain.InvalidField("status", "is not a status of a payout")
}

func failure(n provider.Notification) string {
	if n.FailureCode != "" {
		return n.FailureCode
	}
	return string(n.Status)
}
