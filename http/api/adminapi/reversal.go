package adminapi

import "context"

func (a *Admin) assignReversal(ctx context.Context, id ReversalID, r AssignReversalRequest) (any, error) {
	return a.Acts.AssignReversal(ctx, id, r.PaymentID, r.Reason)
}

func (a *Admin) refundSuspense(ctx context.Context, id ID, r RefundRequest) (any, error) {
	return a.Acts.RefundSuspense(ctx, id, r.Reason, r.ByHand)
}
