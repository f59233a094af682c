package reportreactor

import (
	"context"
	"errors"

	"gateway/domain"
	"gateway/domain/payment"
	"gateway/domain/report"
)

// TakeRefundRecord takes in what the provider says of an attempt of a refund, as an answer to our question. It may have become
// something else than it was asked for: a void, a refund.
func (r *Reports) TakeRefundRecord(
	ctx context.Context, transactionID string, id int64, attempt int, found report.RefundRecord,
) ([]domain.Event, error) {
	return r.ExecutePayment(WithProviderAsActor(ctx), transactionID, func(s payment.State, _ payment.Facts) ([]domain.Event, error) {
		refund, known := s.Refund(id)
		if known && !found.Amount.IsZero() && !found.Amount.Equal(refund.Amount) {
			return nil, errors.New("the provider's refund has another amount")
		}
		switch {
		case found.Status == report.Pending:
			return payment.AcceptRefund(s, id, found.ID, r.Now())
		case found.Status == report.Failed && refund.Status == payment.RefundStatusSucceeded:
			return payment.BounceRefund(s, id, found.FailureCode, r.Now())
		case found.Status == report.Failed:
			return payment.FailRefund(s, payment.FailRefundCmd{RefundID: id, Attempt: attempt, Code: found.FailureCode, At: r.Now()})
		}
		kind := payment.Refund
		if found.Voided {
			kind = payment.Void
		}
		return payment.SucceedRefund(s, payment.SucceedRefundCmd{RefundID: id, Kind: kind, ReversalID: found.ID, At: r.Now()})
	})
}
