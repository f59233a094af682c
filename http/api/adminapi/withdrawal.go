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

// ListWithdrawals is GET /admin/withdrawals.
func (a *Admin) ListWithdrawals(c *gin.Context, params ListWithdrawalsParams) {
	a.listPayouts(c, balance.Withdrawal, a.Payouts.Withdrawals(), params)
}

// listPayouts answers with a page of all clients' payouts of one kind.
func (a *Admin) listPayouts(c *gin.Context, name string, kind payoutservice.Kind, params ListWithdrawalsParams) {
	list, err := a.Cursors.Open(c, listing.Request{
		Name: "all payouts", Filter: []any{name, params.Status, params.ClientID, params.Trouble},
		Page: params.Page, PerPage: params.PerPage, After: params.After,
	})
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	rows, total, err := kind.List(c.Request.Context(), params.ClientID, params.Status, params.Trouble, list.Page)
	err = nameClients(c.Request.Context(), a, rows, payoutOwner, err)
	listing.Respond(c, list, rows, rows, total, err)
}

// GetWithdrawalForAdmin is GET /admin/withdrawals/{id}.
func (a *Admin) GetWithdrawalForAdmin(c *gin.Context, id ID) { a.getPayout(c, balance.Withdrawal, id) }

func (a *Admin) getPayout(c *gin.Context, kind string, id ID) {
	found, err := a.Queries.Payout(c.Request.Context(), kind, id)
	shown, err := nameClient(c.Request.Context(), a, found.ForAdmin(), payoutOwner, err)
	envelope.Respond(c, shown, err)
}

// ApproveWithdrawal is POST /admin/withdrawals/{id}/approve.
func (a *Admin) ApproveWithdrawal(c *gin.Context, id ID) {
	envelope.Handle(c, envelope.ParseOptional, func(ctx context.Context, r ApprovalRequest) (any, error) {
		done, err := a.Acts.ApprovePayout(ctx, balance.Withdrawal, id, r.Manual)
		return a.named(ctx, done, err)
	})
}

// RejectWithdrawal is POST /admin/withdrawals/{id}/reject.
func (a *Admin) RejectWithdrawal(c *gin.Context, id ID) {
	envelope.Handle(c, envelope.ParseOptional, func(ctx context.Context, r ReviewRequest) (payoutrows.AdminPayout, error) {
		done, err := a.Payouts.Withdrawals().Reject(ctx, id, r.Reason)
		return nameClient(ctx, a, done, payoutOwner, err)
	})
}

// CompleteWithdrawal is POST /admin/withdrawals/{id}/complete.
func (a *Admin) CompleteWithdrawal(c *gin.Context, id ID) {
	envelope.Handle(c, envelope.ParseOptional, func(ctx context.Context, r CompletionRequest) (any, error) {
		done, err := a.Acts.CompletePayout(ctx, balance.Withdrawal, id, r.TransferredBy)
		return a.named(ctx, done, err)
	})
}

// FailWithdrawal is POST /admin/withdrawals/{id}/fail.
func (a *Admin) FailWithdrawal(c *gin.Context, id ID) {
	envelope.Handle(c, envelope.ParseOptional, func(ctx context.Context, r ReasonRequest) (any, error) {
		done, err := a.Acts.FailPayout(ctx, balance.Withdrawal, id, r.Reason)
		return a.named(ctx, done, err)
	})
}

// AdoptWithdrawal is POST /admin/withdrawals/{id}/adopt.
func (a *Admin) AdoptWithdrawal(c *gin.Context, id ID) {
	envelope.Handle(c, envelope.ParseOptional, func(ctx context.Context, r AdoptionRequest) (any, error) {
		done, err := a.Acts.AdoptPayout(ctx, balance.Withdrawal, id, r.ProviderID)
		return a.named(ctx, done, err)
	})
}
