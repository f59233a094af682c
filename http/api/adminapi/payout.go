package adminapi

import (
	"context"

	"gateway/domain/balance"
	"gateway/http/api/envelope"
	"gateway/http/api/listing"
	"gateway/http/service/payoutservice"
	"gateway/projections/readmodel/payoutrows"

	"github.com/gin-gonic/gin"
)

// payouts handles the operations on the payouts of one kind: withdrawals or settlements.
type payouts struct {
	*Admin
	name string
	kind payoutservice.Kind
}

func (a *Admin) withdrawals() payouts { return payouts{a, balance.Withdrawal, a.Payouts.Withdrawals()} }

func (a *Admin) settlements() payouts { return payouts{a, balance.Settlement, a.Payouts.Settlements()} }

func (p payouts) list(c *gin.Context, params ListWithdrawalsParams) {
	list, err := p.Cursors.Open(c, listing.Request{
		Name: "all payouts", Filter: []any{p.name, params.Status, params.ClientID, params.Trouble},
		Page: params.Page, PerPage: params.PerPage, After: params.After,
	})
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	rows, total, err := p.kind.List(c.Request.Context(), params.ClientID, params.Status, params.Trouble, list.Page)
	err = nameClients(c.Request.Context(), p.Admin, rows, payoutOwner, err)
	listing.Respond(c, list, rows, rows, total, err)
}

func (p payouts) get(c *gin.Context, id ID) {
	found, err := p.Queries.Payout(c.Request.Context(), p.name, id)
	shown, err := nameClient(c.Request.Context(), p.Admin, found.ForAdmin(), payoutOwner, err)
	envelope.Respond(c, shown, err)
}

func (p payouts) approve(c *gin.Context, id ID) {
	envelope.Handle(c, envelope.ParseOptional, func(ctx context.Context, r ApprovalRequest) (any, error) {
		done, err := p.Acts.ApprovePayout(ctx, p.name, id, r.Manual)
		return p.named(ctx, done, err)
	})
}

func (p payouts) reject(c *gin.Context, id ID) {
	envelope.Handle(c, envelope.ParseOptional, func(ctx context.Context, r ReviewRequest) (payoutrows.AdminPayout, error) {
		done, err := p.kind.Reject(ctx, id, r.Reason)
		return nameClient(ctx, p.Admin, done, payoutOwner, err)
	})
}

func (p payouts) complete(c *gin.Context, id ID) {
	envelope.Handle(c, envelope.ParseOptional, func(ctx context.Context, r CompletionRequest) (any, error) {
		done, err := p.Acts.CompletePayout(ctx, p.name, id, r.TransferredBy)
		return p.named(ctx, done, err)
	})
}

func (p payouts) fail(c *gin.Context, id ID) {
	envelope.Handle(c, envelope.ParseOptional, func(ctx context.Context, r ReasonRequest) (any, error) {
		done, err := p.Acts.FailPayout(ctx, p.name, id, r.Reason)
		return p.named(ctx, done, err)
	})
}

func (p payouts) adopt(c *gin.Context, id ID) {
	envelope.Handle(c, envelope.ParseOptional, func(ctx context.Context, r AdoptionRequest) (any, error) {
		done, err := p.Acts.AdoptPayout(ctx, p.name, id, r.ProviderID)
		return p.named(ctx, done, err)
	})
}

// ListWithdrawals is GET /admin/withdrawals.
func (a *Admin) ListWithdrawals(c *gin.Context, params ListWithdrawalsParams) {
	a.withdrawals().list(c, params)
}

// ListSettlements is GET /admin/settlements.
func (a *Admin) ListSettlements(c *gin.Context, params ListSettlementsParams) {
	a.settlements().list(c, ListWithdrawalsParams(params))
}

// GetWithdrawalForAdmin is GET /admin/withdrawals/{id}.
func (a *Admin) GetWithdrawalForAdmin(c *gin.Context, id ID) { a.withdrawals().get(c, id) }

// GetSettlementForAdmin is GET /admin/settlements/{id}.
func (a *Admin) GetSettlementForAdmin(c *gin.Context, id ID) { a.settlements().get(c, id) }

// ApproveWithdrawal is POST /admin/withdrawals/{id}/approve.
func (a *Admin) ApproveWithdrawal(c *gin.Context, id ID) { a.withdrawals().approve(c, id) }

// ApproveSettlement is POST /admin/settlements/{id}/approve.
func (a *Admin) ApproveSettlement(c *gin.Context, id ID) { a.settlements().approve(c, id) }

// RejectWithdrawal is POST /admin/withdrawals/{id}/reject.
func (a *Admin) RejectWithdrawal(c *gin.Context, id ID) { a.withdrawals().reject(c, id) }

// RejectSettlement is POST /admin/settlements/{id}/reject.
func (a *Admin) RejectSettlement(c *gin.Context, id ID) { a.settlements().reject(c, id) }

// CompleteWithdrawal is POST /admin/withdrawals/{id}/complete.
func (a *Admin) CompleteWithdrawal(c *gin.Context, id ID) { a.withdrawals().complete(c, id) }

// CompleteSettlement is POST /admin/settlements/{id}/complete.
func (a *Admin) CompleteSettlement(c *gin.Context, id ID) { a.settlements().complete(c, id) }

// FailWithdrawal is POST /admin/withdrawals/{id}/fail.
func (a *Admin) FailWithdrawal(c *gin.Context, id ID) { a.withdrawals().fail(c, id) }

// FailSettlement is POST /admin/settlements/{id}/fail.
func (a *Admin) FailSettlement(c *gin.Context, id ID) { a.settlements().fail(c, id) }

// AdoptWithdrawal is POST /admin/withdrawals/{id}/adopt.
func (a *Admin) AdoptWithdrawal(c *gin.Context, id ID) { a.withdrawals().adopt(c, id) }

// AdoptSettlement is POST /admin/settlements/{id}/adopt.
func (a *Admin) AdoptSettlement(c *gin.Context, id ID) { a.settlements().adopt(c, id) }
