package admin

import (
	"context"

	"gateway/domain"
	"gateway/domain/proposal"
	"gateway/http/envelope"
	"gateway/http/service"
	"gateway/projections/readmodel"

	"github.com/gin-gonic/gin"
)

// clientProposal is a proposal as administrators see it: with whose it is.
type clientProposal struct {
	readmodel.Proposal
	ClientID int64 `json:"client_id"`
}

func asClientProposal(p readmodel.Proposal) clientProposal {
	return clientProposal{Proposal: p, ClientID: p.ClientID}
}

// ListProposals is GET /admin/proposals.
func (a *Admin) ListProposals(c *gin.Context, params ListProposalsParams) {
	page(c, params.Status, envelope.Page{Number: params.Page, PerPage: params.PerPage},
		func(ctx context.Context, status string, p readmodel.Page) ([]clientProposal, int64, error) {
			rows, total, err := a.Queries.Proposals(ctx, status, p)
			return each(rows, asClientProposal), total, err
		})
}

// readProposal takes a proposal from new to read. Listing does not: a GET changes
// nothing.
func (a *Admin) readProposal(ctx context.Context, id int64, _ struct{}) (clientProposal, error) {
	_, err := service.Execute(ctx, a.Core, proposal.Aggregate, proposal.Stream(id), func(s proposal.State) ([]domain.Event, error) {
		return proposal.MarkRead(s, by(ctx), a.Now())
	})
	if err != nil {
		return clientProposal{}, err
	}
	p, err := a.Queries.Proposal(ctx, id)
	return asClientProposal(p), err
}
