package admin

import (
	"gateway/domain/balance"
	"gateway/http/envelope"

	"github.com/gin-gonic/gin"
)

func (a *Admin) withdrawals() payouts { return payouts{Admin: a, kind: balance.Withdrawal} }
func (a *Admin) settlements() payouts { return payouts{Admin: a, kind: balance.Settlement} }

// ListWithdrawals is GET /admin/withdrawals.
func (a *Admin) ListWithdrawals(c *gin.Context, params ListWithdrawalsParams) {
	page(c, params.Status, envelope.Page{Number: params.Page, PerPage: params.PerPage}, a.withdrawals().list)
}

// ApproveWithdrawal is POST /admin/withdrawals/{id}/approve.
func (a *Admin) ApproveWithdrawal(c *gin.Context, id ID) { act(c, id, a.withdrawals().approve) }

// RejectWithdrawal is POST /admin/withdrawals/{id}/reject.
func (a *Admin) RejectWithdrawal(c *gin.Context, id ID) { act(c, id, a.withdrawals().reject) }

// CompleteWithdrawal is POST /admin/withdrawals/{id}/complete.
func (a *Admin) CompleteWithdrawal(c *gin.Context, id ID) { act(c, id, a.withdrawals().complete) }

// FailWithdrawal is POST /admin/withdrawals/{id}/fail.
func (a *Admin) FailWithdrawal(c *gin.Context, id ID) { act(c, id, a.withdrawals().fail) }

// ListSettlements is GET /admin/settlements.
func (a *Admin) ListSettlements(c *gin.Context, params ListSettlementsParams) {
	page(c, params.Status, envelope.Page{Number: params.Page, PerPage: params.PerPage}, a.settlements().list)
}

// ApproveSettlement is POST /admin/settlements/{id}/approve.
func (a *Admin) ApproveSettlement(c *gin.Context, id ID) { act(c, id, a.settlements().approve) }

// RejectSettlement is POST /admin/settlements/{id}/reject.
func (a *Admin) RejectSettlement(c *gin.Context, id ID) { act(c, id, a.settlements().reject) }

// CompleteSettlement is POST /admin/settlements/{id}/complete.
func (a *Admin) CompleteSettlement(c *gin.Context, id ID) { act(c, id, a.settlements().complete) }

// FailSettlement is POST /admin/settlements/{id}/fail.
func (a *Admin) FailSettlement(c *gin.Context, id ID) { act(c, id, a.settlements().fail) }
