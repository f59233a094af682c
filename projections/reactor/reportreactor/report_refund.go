package reportreactor

import (
	"context"
	"errors"
	"strings"
	"time"

	"gateway/domain"
	"gateway/domain/payment"
	"gateway/domain/report"
	"gateway/eventstore"

	"github.com/shopspring/decimal"
	"github.com/sirupsen/logrus"
)

// RefundIndex finds payments by the provider's id of a refund that we asked for.
type RefundIndex interface {
	// TransactionIDOfRefund returns the transaction_id of the payment that the refund is of, or an empty string if there is
	// no such refund. A refund of ours whose id is not known yet is found by the provider's id of its money.
	TransactionIDOfRefund(ctx context.Context, refundProviderID, paymentID string) (string, error)
}

// refundNews is what a provider says of a refund that we asked for, by a refund of its own or by a transfer.
type refundNews struct {
	connection string
	id         int64
	// attempt is 0 if the news does not name it.
	attempt int
	status  report.Status
	// providerID is the provider's id of the refund, or of the payout.
	providerID string
	// reference is ours for the transfer; empty where the provider gave the money back itself.
	reference string
	voided    bool
	amount    decimal.Decimal
	code      string
}

// TakeRefundRecord takes in the provider's own word about an attempt of a refund, by SendRefund or FindRefund, and returns
// the events that it appended. Refusals: payment_not_found, refund_not_found; refund_contradicted: the provider speaks of
// another amount, or gave money back for a refund that had ended, which is also logged as an error, and moves no money.
func (r *Reports) TakeRefundRecord(
	ctx context.Context, transactionID string, refundID int64, attempt int, found report.RefundRecord,
) ([]domain.Event, error) {
	return r.takeRefundNews(ctx, transactionID, refundNews{
		connection: found.Connection, id: refundID, attempt: attempt, status: found.Status, providerID: found.ID, voided: found.Voided,
		amount: found.Amount, code: found.FailureCode,
	})
}

// TakeRefundTransfer takes in the provider's own word about the payout of a refund by transfer, whose reference is a
// payment.RefundKey. Refusals: those of TakeRefundRecord; payout_not_found for another reference.
func (r *Reports) TakeRefundTransfer(ctx context.Context, p report.Payout) ([]domain.Event, error) {
	transactionID, id, attempt, ok := payment.ParseRefundKey(p.Reference)
	if !ok {
		return nil, domain.Refuse(domain.NotFound, "payout_not_found", "there is no such payout")
	}
	return r.takeRefundNews(ctx, transactionID, newsOfTransfer(p, id, attempt))
}

func newsOfTransfer(p report.Payout, id int64, attempt int) refundNews {
	return refundNews{
		connection: p.Connection, id: id, attempt: attempt, status: p.Status, providerID: p.ProviderID, reference: p.Reference,
		amount: p.Amount, code: p.FailureCode,
	}
}

// takeTransferNotification takes in a notification about the payout of a refund. Of a refund that the provider may be making, as
// of a withdrawal, no notification is believed: the refund reactor asks. Of a later bounce it is believed where notifications
// are. Refusals: those of TakeRefundRecord; payout_unknown (Busy) if the log does not have the refund.
func (r *Reports) takeTransferNotification(ctx context.Context, p report.Payout, transactionID string, id int64) error {
	s, _, err := eventstore.Load(ctx, r.Log, payment.Aggregate, payment.Stream(transactionID))
	if err != nil {
		return err
	}
	if refund, known := s.Refund(id); r.waitsFor(p.Connection) || known && refund.MayBeAtProvider() {
		r.tellRefundNews(transactionID, id)
		return nil
	}
	_, err = r.TakeRefundTransfer(ctx, p)
	if errors.Is(err, domain.Refuse(domain.NotFound, "payment_not_found", "")) ||
		errors.Is(err, domain.Refuse(domain.NotFound, "refund_not_found", "")) {
		r.Logger.WithField("payout", p.Reference).
			Error("the provider reports a payout that is not in the log: is this an older log?")
		return domain.Refuse(domain.Busy, "payout_unknown", "the payout is not known here")
	}
	return err
}

func (r *Reports) tellRefundNews(transactionID string, id int64) {
	if r.OnRefundNews != nil {
		r.OnRefundNews(transactionID, id)
	}
}

func (r *Reports) takeRefundNews(ctx context.Context, transactionID string, n refundNews) ([]domain.Event, error) {
	var contradiction string
	events, err := r.ExecutePayment(WithProviderAsActor(ctx), transactionID, func(s payment.State, _ payment.Facts) ([]domain.Event, error) {
		refund, _ := s.Refund(n.id)
		contradiction = n.contradicts(s, refund)
		if contradiction != "" && contradiction != formerAttempt {
			return nil, nil
		}
		return n.decide(s, refund, r.Now())
	})
	if errors.Is(err, domain.Refuse(domain.Invalid, "not_processing", "")) {
		contradiction = "money of a refund went back that had ended without it"
	}
	if contradiction == "" {
		return events, err
	}
	r.Logger.WithFields(logrus.Fields{
		"payment": transactionID, "refund": n.id, "reported": n.status, "amount": n.amount, "contradiction": contradiction, "events": len(events),
	}).Error("the provider's report contradicts a refund: a person must look at it")
	if contradiction == formerAttempt {
		return events, err
	}
	return nil, domain.Refuse(domain.Invalid, "refund_contradicted", "%s", contradiction)
}

// formerAttempt is the contradiction that does not hinder: the money is with the customer.
const formerAttempt = "an attempt gave money back that was known to have made nothing, and another one followed"

// contradicts returns in which way the news contradicts the refund; empty if it does not, and for a refund that there is not.
func (n refundNews) contradicts(s payment.State, refund payment.RefundOf) string {
	isOther := n.status == report.Completed && n.attemptOf(refund) != refund.Attempts && !n.calls(refund)
	switch {
	case refund.RefundID == 0:
		return ""
	case !n.wasAskedFor(s, refund):
		return "the refund was not asked for there"
	case !n.amount.Equal(refund.Amount):
		return "it has another amount"
	case isOther && refund.Status == payment.RefundStatusSucceeded:
		return "money went back twice"
	case isOther && n.attempt < refund.Attempts:
		return formerAttempt
	}
	return ""
}

// decide returns the events that follow from the news.
func (n refundNews) decide(s payment.State, refund payment.RefundOf, now time.Time) ([]domain.Event, error) {
	failed := n.status == report.Failed || n.status == report.Reversed
	switch {
	case refund.IsOpen() && n.attempt > refund.Attempts:
		return nil, nil // a restore lost the attempt: it is made again, and its outcome looked up first
	case refund.RefundID != 0 && failed && refund.Status == payment.RefundStatusSucceeded:
		if isVoid := strings.HasPrefix(refund.ReversalID, voidReversal); isVoid || !n.calls(refund) {
			return nil, nil // a void is final, so the news is older; or it is about an attempt before the one that succeeded
		}
		return payment.BounceRefund(s, n.id, n.code, now)
	case failed && !n.voided && s.TookReversal(n.reversalID(refund)):
		return returnPosted(s, n.reversalID(refund), n.code, now)
	case failed && refund.ProviderID != "" && !n.calls(refund):
		return nil, nil
	case failed:
		return n.fail(s, refund, now)
	case n.status == report.Completed:
		return n.succeed(s, refund, now)
	case n.attemptOf(refund) != refund.Attempts:
		return nil, nil
	}
	return payment.AcceptRefund(s, n.id, n.providerID, now)
}

// calls reports whether the provider's id in the news is one that the refund is known by.
func (n refundNews) calls(refund payment.RefundOf) bool {
	return refund.ProviderID == n.providerID || refund.ReversalID == n.providerID || refund.ReversalID == n.reversalID(refund)
}

// wasAskedFor reports whether the refund is made in this way at the connection that reports: a transfer where it was ordered,
// any other where the money was received.
func (n refundNews) wasAskedFor(s payment.State, refund payment.RefundOf) bool {
	if n.isTransfer() || refund.Method == payment.MethodTransfer {
		return n.isTransfer() && refund.Method == payment.MethodTransfer && refund.PaidBy == n.connection
	}
	for _, c := range s.Credits {
		if c.SuspenseID == refund.SuspenseID {
			return c.Connection == n.connection
		}
	}
	return false
}

func (n refundNews) isTransfer() bool { return n.reference != "" }

// attemptOf is the attempt that the news is about. A provider that does not keep our reference reports on the last one.
func (n refundNews) attemptOf(refund payment.RefundOf) int {
	if n.attempt == 0 {
		return refund.Attempts
	}
	return n.attempt
}

// reversalID is by which id the money went back in the gateway's events.
func (n refundNews) reversalID(refund payment.RefundOf) string {
	switch {
	case n.isTransfer():
		return transferReversal + n.reference
	case n.voided:
		return voidReversal + refund.ProviderPaymentID
	}
	return n.providerID
}

// fail keeps the provider's id of the attempt that made nothing, so that its record is not taken for the next attempt's.
func (n refundNews) fail(s payment.State, refund payment.RefundOf, now time.Time) ([]domain.Event, error) {
	cmd := payment.FailRefundCmd{RefundID: n.id, Attempt: n.attemptOf(refund), Code: n.code, Next: nextMethod(refund, n.code), At: now}
	var accepted []domain.Event
	if cmd.Next != "" && refund.MayBeAtProvider() && refund.Attempts == cmd.Attempt {
		var err error
		if accepted, err = payment.AcceptRefund(s, n.id, n.providerID, now); err != nil {
			return nil, err
		}
	}
	failed, err := payment.FailRefund(payment.Aggregate.Fold(s, accepted...), cmd)
	if err != nil {
		return nil, err
	}
	return append(accepted, failed...), nil
}

// succeed keeps the provider's id of the refund, too, where what it posts is called by another one.
func (n refundNews) succeed(s payment.State, refund payment.RefundOf, now time.Time) ([]domain.Event, error) {
	kind := payment.Refund
	if n.voided {
		kind = payment.Void
	}
	var accepted []domain.Event
	if refund.Status == payment.RefundStatusProcessing && refund.Attempts == n.attemptOf(refund) {
		var err error
		if accepted, err = payment.AcceptRefund(s, n.id, n.providerID, now); err != nil {
			return nil, err
		}
	}
	succeeded, err := payment.SucceedRefund(payment.Aggregate.Fold(s, accepted...), payment.SucceedRefundCmd{
		RefundID: n.id, Kind: kind, ReversalID: n.reversalID(refund), At: now,
	})
	if err != nil {
		return nil, err
	}
	return append(accepted, succeeded...), nil
}

// The ids of reversals that the provider does not number: a void, which the books show as such of the money, and a refund by
// transfer. The number of a transfer is that of a payout, which is unique only at the provider that makes it, so a transfer
// has our reference.
const (
	voidReversal     = "void-"
	transferReversal = "transfer-"
)

// tryAgain are the provider's codes for a refund that it can't make now.
var tryAgain = map[string]bool{"REFUND_TEMPORARILY_UNAVAILABLE": true, "TEMPORARILY_UNAVAILABLE": true}

// nextMethod is by which method a refund goes on after an attempt made nothing; empty if it has failed. What can't be voided
// any more can be refunded, and a refund for which our money at the provider did not suffice is tried again.
func nextMethod(refund payment.RefundOf, code string) string {
	switch {
	case refund.Method == payment.MethodVoid:
		return payment.MethodProvider
	case report.IsFloatCode(code), tryAgain[code]:
		return refund.Method
	}
	return ""
}
