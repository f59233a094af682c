package admin

import (
	"context"

	"gateway/domain/balance"
	"gateway/http/envelope"
	"gateway/projections/readmodel"

	"github.com/gin-gonic/gin"
)

// ListSettlements is GET /admin/settlements.
func (a *Admin) ListSettlements(c *gin.Context, params ListSettlementsParams) {
	a.listPayouts(c, balance.Settlement, a.Payouts.Settlements(), ListWithdrawalsParams(params))
}

// GetSettlementForAdmin is GET /admin/settlements/{id}.
func (a *Admin) GetSettlementForAdmin(c *gin.Context, id ID) { a.getPayout(c, balance.Settlement, id) }

// ApproveSettlement is POST /admin/settlements/{id}/approve.
func (a *Admin) ApproveSettlement(c *gin.Context, id ID) {
	envelope.Handle(c, envelope.ParseOptional, func(ctx context.Context, r ApprovalRequest) (any, error) {
		return a.Acts.ApprovePayout(ctx, balance.Settlement, id, r.Manual)
	})
}

// RejectSettlement is POST /admin/settlements/{id}/reject.
func (a *Admin) RejectSettlement(c *gin.Context, id ID) {
	envelope.Handle(c, envelope.ParseOptional, func(ctx context.Context, r ReviewRequest) (readmodel.AdminPayout, error) {
		return a.Payouts.Settlements().Reject(ctx, id, r.Reason)
	})
}

// CompleteSettlement is POST /admin/settlements/{id}/complete.
func (a *Admin) CompleteSettlement(c *gin.Context, id ID) {
	envelope.Handle(c, envelope.ParseOptional, func(ctx context.Context, r CompletionRequest) (any, error) {
		return a.Acts.CompletePayout(ctx, balance.Settlement, id, r.TransferredBy)
	})
}

// FailSettlement is POST /admin/settlements/{id}/fail.
func (a *Admin) FailSettlement(c *gin.Context, id ID) {
	envelope.Handle(c, envelope.ParseOptional, func(ctx context.Context, r ReasonRequest) (any, error) {
		return a.Acts.FailPayout(ctx, balance.Settlement, id, r.Reason)
	})
}
