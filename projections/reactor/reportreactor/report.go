package reportreactor

import (
	"context"
	"errors"
	"slices"
	"time"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/notification"
	"gateway/domain/payment"
	"gateway/domain/report"
	"gateway/domain/sequence"
	"gateway/eventstore"
	"gateway/eventstore/tracing"

	"github.com/sirupsen/logrus"
)

// IDs draws integer ids. *ids.Sequences of http/service implements it.
type IDs interface {
	Next(ctx context.Context, kind string) (int64, error)
}

// Reports turns the provider's reports, from notifications or look-ups, into events of payments and
// payouts. It keeps nothing in memory: the aggregates recognise reports that are repeated, late or out of
// order. It is safe for concurrent use.
type Reports struct {
	Log    *eventstore.Log
	IDs    IDs
	Now    func() time.Time
	Logger *logrus.Entry
	// Confirm makes a notification of money wait in the log until PaymentWatch has asked the
	// provider. If Confirm is false, notifications are believed.
	Confirm bool
	// ConfirmAt, when set, says for which connections notifications of money wait although Confirm is false.
	ConfirmAt func(connection string) bool
	// Bind, when set, has the log name a connection before money that it reports: a restore may have lost that the
	// connection was ever asked.
	Bind func(ctx context.Context, connection string) error
	// OnContradiction, when set, is called for each report that contradicts a payout. It
	// must return at once.
	OnContradiction func()
	// Payments finds the payment of a refund notification that lacks our reference. If it is nil, such a
	// notification is refused.
	Payments PaymentIndex
	// Refunds, when set, finds the payment of a notification about a refund of ours that lacks our reference.
	Refunds RefundIndex
	// OnRefundNews, when set, is called for a notification about a refund of ours that is not believed, so that the
	// refund's reactor asks the provider. It must return at once.
	OnRefundNews func(transactionID string, refundID int64)
	// OnReversal, when set, is called for each reversal of a payment with its kind and
	// outcome (ReversalPosted ...). It must return at once.
	OnReversal func(kind, outcome string)
	// OnFound, when set, is called with the channel of each receipt of money that was found by asking the
	// provider, because its notification did not come. It must return at once.
	OnFound func(channel string)
}

// actorProvider is the actor of events that follow from the provider's reports.
const actorProvider = "provider"

// TakePayment takes in a notification about a payment. It returns once the resulting event is durable, and
// does not ask the provider. Errors: a *domain.Refusal, after which the provider need not repeat the
// notification; payment_unknown (Busy) if the id has our form but the log does not have the payment, which
// is also logged as an error, because the log may be an older one; errors of the store.
func (r *Reports) TakePayment(ctx context.Context, p report.Payment) (err error) {
	ctx, span := r.continuePayment(WithProviderAsActor(ctx), p.TransactionID)
	defer func() { span.End(err) }()
	if r.waitsFor(p.Connection) && p.Status.IsPaid() {
		_, err = eventstore.Execute(ctx, r.Log, payment.Aggregate, payment.Stream(p.TransactionID),
			func(s payment.State) ([]domain.Event, error) { return payment.TakeNotification(s, p, r.Now()) })
	} else {
		_, err = r.takeRecord(ctx, p, payment.TakeBelieved)
	}
	if errors.Is(err, domain.Refuse(domain.NotFound, "payment_not_found", "")) && payment.IsTransactionID(p.TransactionID) {
		r.Logger.WithField("payment", p.TransactionID).
			Error("the provider reports a payment that is not in the log: is this an older log?")
		return domain.Refuse(domain.Busy, "payment_unknown", "the payment is not known here")
	}
	return err
}

// waitsFor reports whether notifications of the connection wait until it was asked.
func (r *Reports) waitsFor(connection string) bool {
	return r.Confirm || r.ConfirmAt != nil && r.ConfirmAt(connection)
}

// continuePayment continues the trace of the payment's request. The provider's notification has its own
// trace, which is linked to it.
func (r *Reports) continuePayment(ctx context.Context, transactionID string) (context.Context, tracing.Span) {
	return tracing.Continue(ctx, "payment-report", r.Log.TraceOfStream(ctx, payment.Stream(transactionID)))
}

// TakePaymentRecord takes in a report without waiting for a confirmation, and returns the events that it
// appended.
func (r *Reports) TakePaymentRecord(ctx context.Context, p report.Payment) ([]domain.Event, error) {
	return r.takeRecord(ctx, p, payment.TakeReport)
}

func (r *Reports) takeRecord(
	ctx context.Context, p report.Payment, take func(payment.State, report.Payment, payment.Facts, time.Time) ([]domain.Event, error),
) ([]domain.Event, error) {
	if p.Status.IsPaid() {
		if err := r.NameConnection(ctx, p.Connection); err != nil {
			return nil, err
		}
	}
	if !payment.ConcernsPayment(p) {
		r.Logger.WithFields(logrus.Fields{
			"payment": OwnReference(p.TransactionID), "channel": p.Channel, "failure_code": p.FailureCode,
		}).
			Warn("the provider reports a failed payment; nothing is changed")
		return nil, nil
	}
	return r.ExecutePayment(ctx, p.TransactionID, func(s payment.State, facts payment.Facts) ([]domain.Event, error) {
		return take(s, p, facts, r.Now())
	})
}

// NameConnection has the log name the connection (Bind), before an event about its money.
func (r *Reports) NameConnection(ctx context.Context, connection string) error {
	if r.Bind == nil {
		return nil
	}
	return r.Bind(ctx, connection)
}

// TakeFound takes in a report that a reactor got by asking. If the report brings money that was not
// notified, TakeFound logs an error and calls OnFound. before is the earlier state of the payment: money
// whose notification was waiting for confirmation counts as notified.
func (r *Reports) TakeFound(ctx context.Context, before payment.State, p report.Payment) (err error) {
	notified := before.Waits(p.PaymentID)
	if notified {
		ctx = WithProviderAsActor(ctx)
	}
	ctx, span := r.continuePayment(ctx, p.TransactionID)
	defer func() { span.End(err) }()
	events, err := r.TakePaymentRecord(ctx, p)
	if err != nil || notified || !bringMoney(events) {
		return err
	}
	r.Logger.WithFields(logrus.Fields{"payment": p.TransactionID, "channel": p.Channel}).
		Error("a payment was found by asking the provider: its notification did not come")
	if r.OnFound != nil {
		r.OnFound(string(p.Channel))
	}
	return nil
}

// bringMoney reports whether the events credit a receipt or put it in suspense.
func bringMoney(events []domain.Event) bool {
	return slices.ContainsFunc(events, func(e domain.Event) bool {
		switch e.(type) {
		case payment.Paid, payment.Suspended:
			return true
		}
		return false
	})
}

// ExecutePayment runs the decision, and repeats it with the facts that it asks for: an id for money in
// suspense, or the claim on the payment's chain.
func (r *Reports) ExecutePayment(
	ctx context.Context, transactionID string, decide func(s payment.State, facts payment.Facts) ([]domain.Event, error),
) ([]domain.Event, error) {
	var facts payment.Facts
	for {
		out, err := eventstore.Execute(ctx, r.Log, payment.Aggregate, payment.Stream(transactionID),
			func(s payment.State) ([]domain.Event, error) { return decide(s, facts) })
		needs, claims := errors.AsType[*payment.NeedsClaim](err)
		switch {
		case claims:
			facts.Claim, err = ClaimChain(ctx, r.Log, needs, r.Now())
		case errors.Is(err, payment.ErrNeedsSuspenseID):
			facts.SuspenseID, err = r.IDs.Next(ctx, sequence.Suspense)
		default:
			r.raiseReversals(out.Events)
			return out.Events, err
		}
		if err != nil {
			return nil, err
		}
	}
}

// WithProviderAsActor names the provider as the actor in the metadata of the events that are appended.
func WithProviderAsActor(ctx context.Context) context.Context {
	m := eventstore.MetadataFrom(ctx)
	m.Actor = actorProvider
	return eventstore.WithMetadata(ctx, m)
}

// OwnReference returns the reference if it has our form, and otherwise an empty string, so that it is safe
// to log. The provider calls a reference external_id, and another program may put a person's name or
// number there.
func OwnReference(reference string) string {
	_, _, _, isPayout := balance.ParseReference(reference)
	if _, _, _, isRefund := payment.ParseRefundKey(reference); isPayout || isRefund || payment.IsTransactionID(reference) {
		return reference
	}
	return ""
}

// RefuseNotification records, once, a notification that can't be taken in, and returns when the record is
// durable. Errors are those of the store.
func (r *Reports) RefuseNotification(ctx context.Context, n notification.Refused, body []byte) error {
	n.At = r.Now()
	out, err := eventstore.Execute(WithProviderAsActor(ctx), r.Log, notification.Aggregate, notification.Stream(n.Connection, n.Kind, body),
		func(s notification.State) ([]domain.Event, error) { return notification.Refuse(s, n, body), nil })
	if err == nil {
		r.Logger.WithFields(logrus.Fields{
			"connection": n.Connection, "kind": n.Kind, "code": n.Code, "field": n.Field,
			"reference": OwnReference(n.Reference), "repeated": len(out.Events) == 0,
			"request_id": eventstore.MetadataFrom(ctx).RequestID,
		}).Warn("a notification was refused: see the event notification.refused.v1")
	}
	return err
}

// TakePayout takes in a notification about a payout. It returns once the resulting event is durable, and
// moves no money, because the payout reactor asks the provider first; only the payout of a refund by transfer is
// decided at once, as the notification of a refund is (TakeRefund). Errors: payout_not_found for a reference that is
// not ours; payout_unknown (Busy) if the reference has our form but the log does not have the payout, which is also
// logged as an error, because the log may be an older one; errors of the store.
func (r *Reports) TakePayout(ctx context.Context, p report.Payout) error {
	if transactionID, id, _, isRefund := payment.ParseRefundKey(p.Reference); isRefund {
		return r.takeTransferNotification(ctx, p, transactionID, id)
	}
	_, err := r.executePayout(ctx, p, func(s balance.State, kind string, id int64) ([]domain.Event, error) {
		return balance.TakeNotification(s, kind, id, p, r.Now())
	})
	return err
}

// TakePayoutRecord takes in the provider's own record of a payout.
func (r *Reports) TakePayoutRecord(ctx context.Context, p report.Payout) (eventstore.Outcome[balance.State], error) {
	return r.executePayout(ctx, p, func(s balance.State, kind string, id int64) ([]domain.Event, error) {
		return balance.TakeReport(s, kind, id, p, r.Now())
	})
}

func (r *Reports) executePayout(
	ctx context.Context, p report.Payout, decide func(s balance.State, kind string, id int64) ([]domain.Event, error),
) (eventstore.Outcome[balance.State], error) {
	kind, clientID, id, ok := balance.ParseReference(p.Reference)
	if !ok {
		return eventstore.Outcome[balance.State]{}, domain.Refuse(domain.NotFound, "payout_not_found", "there is no such payout")
	}
	out, err := eventstore.Execute(WithProviderAsActor(ctx), r.Log, balance.Aggregate, balance.Stream(clientID),
		func(s balance.State) ([]domain.Event, error) {
			events, err := decide(s, kind, id)
			if err == nil && balance.LacksOrder(events) {
				return nil, errForgotten
			}
			return events, err
		})
	if errors.Is(err, domain.Refuse(domain.NotFound, "payout_not_found", "")) || errors.Is(err, errForgotten) {
		out, err = r.executeForgotten(ctx, clientID, kind, id, decide)
	}
	if errors.Is(err, domain.Refuse(domain.NotFound, "payout_not_found", "")) {
		r.Logger.WithField("payout", p.Reference).
			Error("the provider reports a payout that is not in the log: is this an older log?")
		return out, domain.Refuse(domain.Busy, "payout_unknown", "the payout is not known here")
	}
	r.RaiseContradictions(out.Events)
	return out, err
}

// payoutOfBooking returns what a booking tells about a payout.
func payoutOfBooking(b report.Booking) report.Payout {
	return report.Payout{
		Connection: b.Connection, ProviderID: b.ProductID, Reference: b.Reference, Status: b.Status, Amount: b.Amount, UpdatedAt: b.UpdatedAt,
	}
}

// NotePayoutFound records that the provider's books contain an order of a payout that the log does not
// contain. The payout is then held. A booking of a known order, or of a payout that has ended, changes
// nothing. Errors: payout_not_found; those of the store.
func (r *Reports) NotePayoutFound(ctx context.Context, b report.Booking) error {
	kind, clientID, id, _ := balance.ParseReference(b.Reference)
	out, err := eventstore.Execute(WithProviderAsActor(ctx), r.Log, balance.Aggregate, balance.Stream(clientID),
		func(s balance.State) ([]domain.Event, error) {
			return balance.NoteFound(s, kind, id, payoutOfBooking(b), r.Now())
		})
	r.RaiseContradictions(out.Events)
	return err
}

// RaiseContradictions logs each contradiction for operators, and calls OnContradiction.
func (r *Reports) RaiseContradictions(events []domain.Event) {
	for _, event := range events {
		e, contradicts := event.(balance.PayoutContradicted)
		if !contradicts {
			continue
		}
		r.Logger.WithFields(logrus.Fields{
			"payout": e.Order.Name(), "contradiction": e.Contradiction, "reported": e.Reported.Status, "here": e.Here,
		}).Error("the provider's report contradicts a payout: the client may be paid twice, or not at all")
		if r.OnContradiction != nil {
			r.OnContradiction()
		}
	}
}

// errForgotten stops a decision about a payout whose order is no longer in the balance's state.
var errForgotten = errors.New("the order of the payout must be read from the log")

// executeForgotten decides about a payout that has ended. The balance's state holds only a part of such a
// payout and, after a long time, nothing, so executeForgotten reads the order and its outcome from the
// log. Refusals: payout_not_found, and those of decide.
func (r *Reports) executeForgotten(
	ctx context.Context, clientID int64, kind string, id int64,
	decide func(s balance.State, kind string, id int64) ([]domain.Event, error),
) (eventstore.Outcome[balance.State], error) {
	events, err := r.eventsOfPayout(ctx, clientID, kind, id)
	if err != nil {
		return eventstore.Outcome[balance.State]{}, err
	}
	c, found := balance.Aggregate.Fold(balance.State{}, events...).ClosedPayout(kind, id)
	return eventstore.Execute(WithProviderAsActor(ctx), r.Log, balance.Aggregate, balance.Stream(clientID),
		func(s balance.State) ([]domain.Event, error) {
			if found { // no effect if the state by now knows something newer about the payout
				s = s.Remember(c)
			}
			decided, err := decide(s, kind, id)
			if order, requested := orderOf(events); err == nil && requested && balance.LacksOrder(decided) {
				return balance.WithOrder(decided, order), nil
			}
			return decided, err
		})
}

// forgottenPage is the number of events that are read at once.
const forgottenPage = 1_000

// orderOf returns the order from a payout's first event; requested is false if that event is not the
// request.
func orderOf(events []domain.Event) (o balance.Order, requested bool) {
	if len(events) == 0 {
		return o, false
	}
	switch e := events[0].(type) {
	case balance.WithdrawalRequested:
		return e.Order, true
	case balance.SettlementRequested:
		return e.Order, true
	}
	return o, false
}

// KnowsPayout reports whether the log has the payout. For one that the state of the balance has forgotten, and for one
// that does not exist, it reads the stream of the balance.
func (r *Reports) KnowsPayout(ctx context.Context, clientID int64, kind string, id int64) (bool, error) {
	s, _, err := eventstore.Load(ctx, r.Log, balance.Aggregate, balance.Stream(clientID))
	if err != nil {
		return false, err
	}
	_, open := s.Payout(kind, id)
	if _, closed := s.ClosedPayout(kind, id); open || closed {
		return true, nil
	}
	events, err := r.eventsOfPayout(ctx, clientID, kind, id)
	return len(events) > 0, err
}

// eventsOfPayout reads a client's stream backwards for the events of one payout, and returns them in their
// order. It reads the whole stream if there is no such payout.
func (r *Reports) eventsOfPayout(ctx context.Context, clientID int64, kind string, id int64) (events []domain.Event, err error) {
	for from := eventstore.End; from >= 0; {
		page, err := r.Log.Store().ReadStream(ctx, balance.Stream(clientID), from, eventstore.Backwards, forgottenPage)
		if err != nil {
			return nil, err
		}
		if len(page) == 0 {
			break
		}
		for _, recorded := range page {
			from = recorded.Revision - 1
			e, err := r.Log.Decode(recorded)
			if err != nil {
				return nil, err
			}
			of, ok := e.Event.(interface{ PayoutID() (string, int64) })
			if !ok {
				continue
			}
			if k, n := of.PayoutID(); k != kind || n != id {
				continue
			}
			events = append(events, e.Event)
			switch e.Event.(type) {
			case balance.WithdrawalRequested, balance.SettlementRequested:
				from = -1
			}
		}
	}
	slices.Reverse(events)
	return events, nil
}
