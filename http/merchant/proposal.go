package merchant

import (
	"context"

	"gateway/http/auth"
	"gateway/http/envelope"
	"gateway/http/service"
	"gateway/http/service/proposal"

	"github.com/gin-gonic/gin"
)

// SubmitProposal is POST /proposals.
func (a *API) SubmitProposal(c *gin.Context) {
	envelope.HandleCreation(c, auth.ClientID(c), envelope.Parse,
		func(ctx context.Context, creation service.Creation, r ProposalRequest) (service.Created, error) {
			return a.Proposals.Submit(ctx, creation, proposal.Request{
				Name: r.Name, Company: r.Company, Email: r.Email, Whatsapp: r.Whatsapp, Description: r.Description,
			})
		})
}
