package merchantapi

import (
	"context"

	"gateway/http/api/auth"
	"gateway/http/api/envelope"
	"gateway/http/service"
	"gateway/http/service/proposalservice"

	"github.com/gin-gonic/gin"
)

// SubmitProposal is POST /proposals.
func (a *API) SubmitProposal(c *gin.Context) {
	envelope.HandleCreation(c, auth.ClientID(c), envelope.Parse,
		func(ctx context.Context, creation service.Creation, r ProposalRequest) (service.Created, error) {
			return a.Proposals.Submit(ctx, creation, proposalservice.Request{
				Name: r.Name, Company: r.Company, Email: r.Email, Whatsapp: r.Whatsapp, Description: r.Description,
			})
		})
}
