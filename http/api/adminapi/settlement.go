package adminapi

import (
	"context"

	"gateway/domain/balance"
	"gateway/http/api/envelope"
	"gateway/projections/readmodel/payoutrows"

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
		done, err := a.Acts.ApprovePayout(ctx, balance.Settlement, id, r.Manual)
		return a.named(ctx, done, err)
	})
}

// RejectSettlement is POST /admin/settlements/{id}/reject.
func (a *Admin) RejectSettlement(c *gin.Context, id ID) {
	envelope.Handle(c, envelope.ParseOptional, func(ctx context.Context, r ReviewRequest) (payoutrows.AdminPayout, error) {
		done, err := a.Payouts.Settlements().Reject(ctx, id, r.Reason)
		return nameClient(ctx, a, done, payoutOwner, err)
	})
}

// CompleteSettlement is POST /admin/settlements/{id}/complete.
func (a *Admin) CompleteSettlement(c *gin.Context, id ID) {
	envelope.Handle(c, envelope.ParseOptional, func(ctx context.Context, r CompletionRequest) (any, error) {
		done, err := a.Acts.CompletePayout(ctx, balance.Settlement, id, r.TransferredBy)
		return a.named(ctx, done, err)
	})
}

// FailSettlement is POST /admin/settlements/{id}/fail.
func (a *Admin) FailSettlement(c *gin.Context, id ID) {
	envelope.Handle(c, envelope.ParseOptional, func(ctx context.Context, r ReasonRequest) (any, error) {
		done, err := a.Acts.FailPayout(ctx, balance.Settlement, id, r.Reason)
		return a.named(ctx, done, err)
	})
}

// AdoptSettlement is POST /admin/settlements/{id}/adopt.
func (a *Admin) AdoptSettlement(c *gin.Context, id ID) {
	envelope.Handle(c, envelope.ParseOptional, func(ctx context.Context, r AdoptionRequest) (any, error) {
		done, err := a.Acts.AdoptPayout(ctx, balance.Settlement, id, r.ProviderID)
		return a.named(ctx, done, err)
	})
}
