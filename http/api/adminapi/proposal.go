package adminapi

import (
	"gateway/http/api/envelope"
	"gateway/projections/readmodel/proposalrows"
	"gateway/projections/readmodel/readtable"

	"github.com/gin-gonic/gin"
)

// clientProposal is a proposal with its client, as administrators see it.
type clientProposal struct {
	proposalrows.Proposal
	ClientID   int64  `json:"client_id"`
	ClientName string `json:"client_name"`
}

func viewProposal(p proposalrows.Proposal) clientProposal {
	return clientProposal{Proposal: p, ClientID: p.ClientID}
}

// ListProposals is GET /admin/proposals.
func (a *Admin) ListProposals(c *gin.Context, params ListProposalsParams) {
	page := envelope.Page{Number: params.Page, PerPage: params.PerPage}
	rows, total, err := a.Queries.Proposals(c.Request.Context(), params.Status, readtable.Page{Number: page.Number, PerPage: page.PerPage})
	proposals := views(rows, viewProposal)
	envelope.RespondList(c, proposals, page, total, nameClients(c.Request.Context(), a, proposals, proposalOwner, err))
}

// ReadProposal is POST /admin/proposals/{id}/read.
func (a *Admin) ReadProposal(c *gin.Context, id ID) {
	ctx := c.Request.Context()
	p, err := a.Proposals.MarkRead(ctx, id)
	proposal, err := nameClient(ctx, a, viewProposal(p), proposalOwner, err)
	envelope.Respond(c, proposal, err)
}

// views converts the rows of a list. It never returns nil, which would become null in JSON.
func views[T, U any](rows []T, view func(T) U) []U {
	converted := make([]U, len(rows))
	for i, row := range rows {
		converted[i] = view(row)
	}
	return converted
}
