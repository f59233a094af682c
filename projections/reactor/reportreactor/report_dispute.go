package reportreactor

import (
	"context"
	"errors"
	"time"

	"gateway/domain"
	"gateway/domain/payment"
	"gateway/domain/report"
	"gateway/domain/sequence"
	"gateway/eventstore"
)

// disputeAnswerTime is how long a dispute can be answered where the provider does not say until when.
const disputeAnswerTime = 7 * 24 * time.Hour

// TakeDispute takes in a notification about a dispute. It returns once the resulting events are durable. One that tells of an
// unknown dispute opens it first. Where notifications are not believed, one can't release money: that a dispute was won is left to
// a person. Refusals: payment_not_found for a payment that is not ours or can't be found; payment_unknown (Busy) for money that
// a restore may have lost; dispute_needs_person; those of payment.OpenDispute and payment.DecideDispute.
func (r *Reports) TakeDispute(ctx context.Context, n report.Dispute) error {
	ctx = WithProviderAsActor(ctx)
	transactionID, err := r.disputedPayment(ctx, n)
	if err != nil {
		return err
	}
	s, _, err := eventstore.Load(ctx, r.Log, payment.Aggregate, payment.Stream(transactionID))
	if err != nil {
		return err
	}
	if err := s.CheckReverser(n.Connection); err != nil {
		return err
	}
	if _, known := s.DisputeCalled(n.ID); !known {
		if err := r.openDispute(ctx, transactionID, n); err != nil {
			return err
		}
	}
	if n.Status == report.DisputeWon && r.waitsFor(n.Connection) {
		r.Logger.WithField("payment", transactionID).Error("the provider says that a dispute was won: a person looks it up and decides it")
		return domain.Refuse(domain.Invalid, "dispute_needs_person", "a notification alone does not release the money of a dispute")
	}
	_, err = eventstore.Execute(ctx, r.Log, payment.Aggregate, payment.Stream(transactionID), func(s payment.State) ([]domain.Event, error) {
		d, _ := s.DisputeCalled(n.ID)
		switch n.Status {
		case report.DisputeUnderReview:
			return payment.ForwardDispute(s, d.DisputeID, payment.ByProvider, r.Now())
		case report.DisputeWon:
			return payment.DecideDispute(s, d.DisputeID, payment.DisputeStatusWon, payment.ByProvider, r.Now())
		case report.DisputeLost:
			return payment.DecideDispute(s, d.DisputeID, payment.DisputeStatusLost, payment.ByProvider, r.Now())
		}
		return nil, nil
	})
	return err
}

// disputedPayment finds the payment by our reference, or else by the provider's id of the money.
func (r *Reports) disputedPayment(ctx context.Context, n report.Dispute) (transactionID string, err error) {
	transactionID = n.Reference
	if !payment.IsTransactionID(transactionID) && n.PaymentID != "" && r.Payments != nil {
		transactionID, err = r.Payments.TransactionIDOf(ctx, n.PaymentID)
	}
	if err == nil && !payment.IsTransactionID(transactionID) {
		return "", domain.Refuse(domain.NotFound, "payment_not_found", "there is no such payment")
	}
	return transactionID, err
}

// openDispute opens a dispute. Where the provider calls the money by another id than its payment, the only credited money is meant;
// an id of money in suspense is not such a one. In a log that was restored it may be money that the log lost: the provider repeats
// the notification until the money is known again, or a person opens the dispute.
func (r *Reports) openDispute(ctx context.Context, transactionID string, n report.Dispute) error {
	id, err := r.IDs.Next(ctx, sequence.Dispute)
	if err != nil {
		return err
	}
	generation, err := eventstore.ReadGeneration(ctx, r.Log.Store())
	if err != nil {
		return err
	}
	now := r.Now()
	cmd := payment.OpenDisputeCmd{
		DisputeID: id, ProviderDisputeID: n.ID, PaymentID: n.PaymentID, Amount: n.Amount, Capped: true, Lost: n.Status == report.DisputeLost,
		Reason: n.Reason, DueBy: n.DueBy, By: payment.ByProvider, At: now,
	}
	if cmd.DueBy.IsZero() {
		cmd.DueBy = now.Add(disputeAnswerTime)
	}
	_, err = eventstore.Execute(ctx, r.Log, payment.Aggregate, payment.Stream(transactionID), func(s payment.State) ([]domain.Event, error) {
		events, err := payment.OpenDispute(s, cmd)
		refusal, refused := errors.AsType[*domain.Refusal](err)
		switch {
		case !refused || refusal.Field != "payment_id" || len(s.Credits) != 1 || s.KnowsMoney(cmd.PaymentID):
			return events, err
		case generation.Number > 0:
			return nil, domain.Refuse(domain.Busy, "payment_unknown", "the dispute is about money that is not in the log")
		}
		only := cmd
		only.PaymentID = ""
		return payment.OpenDispute(s, only)
	})
	return err
}
