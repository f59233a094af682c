package admin

import (
	"gateway/domain/sequence"
	"gateway/http/envelope"

	"github.com/gin-gonic/gin"
)

// The operations that only say which command is executed, or which read model is
// asked. The payouts' are in payout_operations.go, the others with what they do.

// ListClients is GET /admin/clients.
func (a *Admin) ListClients(c *gin.Context, params ListClientsParams) {
	page(c, params.Status, envelope.Page{Number: params.Page, PerPage: params.PerPage}, a.Queries.Clients)
}

// GetClient is GET /admin/clients/{id}.
func (a *Admin) GetClient(c *gin.Context, id ID) { one(c, id, a.Queries.Client) }

// ApproveClient is POST /admin/clients/{id}/approve.
func (a *Admin) ApproveClient(c *gin.Context, id ID) { act(c, id, a.approveClient) }

// RejectClient is POST /admin/clients/{id}/reject.
func (a *Admin) RejectClient(c *gin.Context, id ID) { act(c, id, a.rejectClient) }

// SuspendClient is POST /admin/clients/{id}/suspend.
func (a *Admin) SuspendClient(c *gin.Context, id ID) { act(c, id, a.suspendClient) }

// ReactivateClient is POST /admin/clients/{id}/reactivate.
func (a *Admin) ReactivateClient(c *gin.Context, id ID) { act(c, id, a.reactivateClient) }

// ChangeClientSettings is PUT /admin/clients/{id}.
func (a *Admin) ChangeClientSettings(c *gin.Context, id ID) { act(c, id, a.changeSettings) }

// IssueAPIKey is POST /admin/clients/{id}/api-keys.
func (a *Admin) IssueAPIKey(c *gin.Context, id ID) { add(c, id, a.issueKey) }

// AddApp is POST /admin/clients/{id}/apps.
func (a *Admin) AddApp(c *gin.Context, id ID) { create(a, c, id, sequence.App, "", a.addApp) }

// AdjustBalance is POST /admin/clients/{id}/adjustments.
func (a *Admin) AdjustBalance(c *gin.Context, id ID) { create(a, c, id, "", "ADJ", a.adjustBalance) }

// SetAppFee is PUT /admin/apps/{id}/fees.
func (a *Admin) SetAppFee(c *gin.Context, id ID) { act(c, id, a.setAppFee) }

// ListSuspense is GET /admin/suspense.
func (a *Admin) ListSuspense(c *gin.Context, params ListSuspenseParams) {
	page(c, params.Status, envelope.Page{Number: params.Page, PerPage: params.PerPage}, a.Queries.SuspenseItems)
}

// ReleaseSuspense is POST /admin/suspense/{id}/release.
func (a *Admin) ReleaseSuspense(c *gin.Context, id ID) { act(c, id, a.releaseSuspense) }

// RefundSuspense is POST /admin/suspense/{id}/refund.
func (a *Admin) RefundSuspense(c *gin.Context, id ID) { act(c, id, a.refundSuspense) }

// GetClientTicket is GET /admin/tickets/{id}.
func (a *Admin) GetClientTicket(c *gin.Context, id ID) { one(c, id, a.findTicket) }

// CloseTicket is POST /admin/tickets/{id}/close.
func (a *Admin) CloseTicket(c *gin.Context, id ID) { act(c, id, a.closeTicket) }

// ReadProposal is POST /admin/proposals/{id}/read.
func (a *Admin) ReadProposal(c *gin.Context, id ID) { act(c, id, a.readProposal) }
