package reactor

import (
	"context"
	"errors"
	"time"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/payment"
	"gateway/domain/pricing"
	"gateway/domain/report"
	"gateway/domain/sequence"
	"gateway/eventstore"

	"github.com/sirupsen/logrus"
)

// IDs draws integer ids. *ids.Sequences of http/service implements it.
type IDs interface {
	Next(ctx context.Context, kind string) (int64, error)
}

// PaymentConfirmer asks the provider for its record of a payment. *provider.Client
// implements it. Error: report.ErrNoRecord.
type PaymentConfirmer interface {
	GetPayment(ctx context.Context, channel pricing.Kind, id string) (report.Payment, error)
}

// Reports turns the provider's reports, by notification or when asked, into events
// of payments and payouts. It keeps nothing in memory: the aggregates recognise
// reports that are repeated, late or out of order. It is safe for concurrent use.
type Reports struct {
	Log    *eventstore.Log
	IDs    IDs
	Now    func() time.Time
	Logger *logrus.Entry
	// Provider confirms a paid payment before it is credited, when Confirm is set.
	Provider PaymentConfirmer
	Confirm  bool
}

// actorProvider is the actor of events that follow from the provider's reports.
const actorProvider = "provider"

// TakePayment takes in a report on a payment. It returns when the resulting events
// are durable. Errors: a *domain.Refusal, such as payment_not_found, after which the
// provider need not repeat the report; provider_unconfirmed (502) and errors of the
// store or the provider, after which it should.
func (r *Reports) TakePayment(ctx context.Context, p report.Payment) error {
	if r.Confirm && p.Status.IsPaid() {
		return r.takeConfirmed(ctx, p)
	}
	return r.takePayment(ctx, p, nil)
}

// takePayment appends what the report changes. admit, if given, may refuse first, on
// the state of the payment.
func (r *Reports) takePayment(ctx context.Context, p report.Payment, admit func(payment.State) error) error {
	if !payment.ConcernsPayment(p) {
		r.Logger.WithFields(logrus.Fields{"payment": p.TransactionID, "channel": p.Channel, "failure_code": p.FailureCode}).
			Warn("the provider reports a failed payment; nothing is changed")
		return nil
	}
	now := r.Now()
	var suspenseID int64
	for {
		_, err := eventstore.Execute(withProviderAsActor(ctx), r.Log, payment.Aggregate, payment.Stream(p.TransactionID),
			func(s payment.State) ([]domain.Event, error) {
				if admit != nil && s.Exists() {
					if err := admit(s); err != nil {
						return nil, err
					}
				}
				return payment.TakeReport(s, p, suspenseID, now)
			})
		if !errors.Is(err, payment.ErrNeedsSuspenseID) {
			return err
		}
		if suspenseID, err = r.IDs.Next(ctx, sequence.Suspense); err != nil {
			return err
		}
	}
}

func withProviderAsActor(ctx context.Context) context.Context {
	m := eventstore.MetadataFrom(ctx)
	m.Actor = actorProvider
	return eventstore.WithMetadata(ctx, m)
}

// TakePayout takes in a report on a payout. Errors are those of TakePayment;
// payout_contradiction says that the client may have been paid twice, and is logged as
// an error.
func (r *Reports) TakePayout(ctx context.Context, p report.Payout) error {
	kind, clientID, id, ok := balance.ParseReference(p.Reference)
	if !ok {
		return domain.Refuse(domain.NotFound, "payout_not_found", "there is no such payout")
	}
	now := r.Now()
	out, err := eventstore.Execute(withProviderAsActor(ctx), r.Log, balance.Aggregate, balance.Stream(clientID),
		func(s balance.State) ([]domain.Event, error) { return balance.TakeReport(s, kind, id, p, now) })
	var refusal *domain.Refusal
	contradicts := errors.As(err, &refusal) && refusal.Code == "payout_contradiction"
	if err == nil && p.Status == report.Pending {
		// The gateway sends no payout that has ended, so the provider knows this one from
		// a call that was under way when a person ended it.
		c, ended := out.State.ClosedPayout(kind, id)
		contradicts = ended && c.ProviderID == ""
	}
	if contradicts {
		r.Logger.WithFields(logrus.Fields{"payout": p.Reference, "status": p.Status}).
			Error("the provider makes a transfer whose payout has ended otherwise: the client may be paid twice")
	}
	return err
}
