package refundservice

import (
	"context"
	"errors"

	"gateway/domain"
	"gateway/domain/payment"
	"gateway/domain/report"
	"gateway/eventstore"
	"gateway/http/service"
	"gateway/projections/readmodel/readtable"
	"gateway/projections/readmodel/refundrows"
)

// List returns a page of the refunds that the filter selects, and their total number.
func (r Refunds) List(ctx context.Context, f refundrows.Filter, page readtable.Page) ([]refundrows.AdminRefund, int64, error) {
	var rows []refundrows.Refund
	var total int64
	var err error
	if f.ClientID == 0 && f.TransactionID == "" {
		rows, total, err = r.Queries.Refunds(ctx, f, page)
	} else {
		rows, total, err = r.Queries.ClientRefunds(ctx, f, page)
	}
	views := make([]refundrows.AdminRefund, len(rows))
	for i, row := range rows {
		views[i] = row.ForAdmin()
	}
	return views, total, err
}

// ApproveAsAdmin approves a pending refund that waits for an administrator. Errors: readtable.ErrNotFound, approval_by_owner, and
// the refusals of payment.ApproveRefund.
func (r Refunds) ApproveAsAdmin(ctx context.Context, id int64) (refundrows.AdminRefund, error) {
	return r.review(ctx, id, func(s payment.State) ([]domain.Event, error) {
		if refund, _ := s.Refund(id); refund.Status == payment.RefundStatusPending && refund.Approval == payment.ApprovalOwner {
			return nil, domain.Refuse(domain.Invalid, "approval_by_owner", "the owner or a finance person of the client approves this refund")
		}
		return payment.ApproveRefund(s, id, service.Actor(ctx), r.Now())
	})
}

// RejectAsAdmin ends a pending refund. The client is shown the reason. Errors: readtable.ErrNotFound, and the refusals of
// payment.RejectRefund.
func (r Refunds) RejectAsAdmin(ctx context.Context, id int64, reason string) (refundrows.AdminRefund, error) {
	return r.review(ctx, id, func(s payment.State) ([]domain.Event, error) {
		return payment.RejectRefund(s, id, service.Actor(ctx), reason, r.Now())
	})
}

// errAtProvider refuses to end a refund by hand that the provider is making or has made.
func errAtProvider(status report.Status) error {
	return domain.Refuse(domain.Invalid, "refund_at_provider", "the provider has this refund, as %s: its outcome will come", status)
}

// checkProvider refuses to end a refund by hand if the provider, asked now, is making it or has made it. Where the provider does
// not answer, or has no record, a person decides.
func (r Refunds) checkProvider(ctx context.Context, id int64) error {
	row, err := r.rows().Refund(ctx, id)
	if err != nil || r.Ports.Providers == nil {
		return err
	}
	s, _, err := eventstore.Load(ctx, r.Log, payment.Aggregate, payment.Stream(row.TransactionID))
	if err != nil {
		return err
	}
	refund, _ := s.Refund(id)
	if !refund.MayBeAtProvider() {
		return nil
	}
	found, err := r.Ports.Find(ctx, s, refund, true)
	if err == nil && (found.Status == report.Pending || found.Status == report.Completed) {
		return errAtProvider(found.Status)
	}
	if err != nil && !errors.Is(err, report.ErrNoRecord) {
		r.Logger.WithError(err).WithField("refund", id).Warn("the provider was asked about a refund and did not answer")
	}
	return nil
}

// CompleteByHand records that an administrator paid a refund in processing from the operating account. Errors:
// readtable.ErrNotFound, refund_at_provider, and the refusals of payment.CompleteRefundByHand.
func (r Refunds) CompleteByHand(ctx context.Context, id int64, reason string) (refundrows.AdminRefund, error) {
	if err := r.checkProvider(ctx, id); err != nil {
		return refundrows.AdminRefund{}, err
	}
	return r.review(ctx, id, func(s payment.State) ([]domain.Event, error) {
		return payment.CompleteRefundByHand(s, id, service.Actor(ctx), reason, r.Now())
	})
}

// FailByHand records that a refund in processing is given up: an administrator knows that the provider does not make it. Errors:
// readtable.ErrNotFound, refund_at_provider, and the refusals of payment.FailRefund.
func (r Refunds) FailByHand(ctx context.Context, id int64, reason string) (refundrows.AdminRefund, error) {
	if err := r.checkProvider(ctx, id); err != nil {
		return refundrows.AdminRefund{}, err
	}
	return r.review(ctx, id, func(s payment.State) ([]domain.Event, error) {
		return payment.FailRefund(s, payment.FailRefundCmd{
			RefundID: id, Code: payment.CodeGivenUp, Message: reason, By: service.Actor(ctx), At: r.Now(),
		})
	})
}

func (r Refunds) review(
	ctx context.Context, id int64, decide func(payment.State) ([]domain.Event, error),
) (refundrows.AdminRefund, error) {
	row, err := r.rows().Refund(ctx, id)
	if err != nil {
		return row.ForAdmin(), err
	}
	row, err = r.change(ctx, row.ClientID, id, decide)
	return row.ForAdmin(), err
}
