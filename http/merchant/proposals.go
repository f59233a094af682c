package merchant

import (
	"context"

	"gateway/domain"
	"gateway/domain/proposal"
	"gateway/domain/sequence"
	"gateway/eventstore"
	"gateway/http/envelope"
	"gateway/http/service"
	"gateway/http/service/idempotency"
	"gateway/projections/readmodel"

	"github.com/gin-gonic/gin"
)

// SubmitProposal is POST /proposals.
func (a *API) SubmitProposal(c *gin.Context) {
	a.create(c, idempotency.Creator{Kind: sequence.Proposal, Make: a.makeProposal})
}

func (a *API) makeProposal(ctx context.Context, r idempotency.Creation) (any, error) {
	body, err := envelope.Parse[ProposalRequest](r.Body)
	if err != nil {
		return nil, err
	}
	out, err := service.Execute(ctx, a.Core, proposal.Aggregate, proposal.Stream(r.ID), func(s proposal.State) ([]domain.Event, error) {
		return proposal.Submit(s, proposal.SubmitCmd{
			ProposalID: r.ID, ClientID: r.Client, Name: body.Nama, Company: body.Perusahaan, Email: body.Email,
			Whatsapp: body.Whatsapp, Description: body.Deskripsi, By: actor(r.Client), At: a.Now(),
		})
	}, eventstore.ExpectNew)
	if err != nil {
		return nil, err
	}
	return proposalView(out.State), nil
}

func proposalView(s proposal.State) readmodel.Proposal {
	return readmodel.Proposal{
		ID: s.ProposalID, ClientID: s.ClientID, Name: s.Name, Company: present(s.Company), Email: s.Email,
		Whatsapp: present(s.Whatsapp), Description: s.Description, Status: s.Status, CreatedAt: s.At,
	}
}
