package adminapi

import (
	"context"

	"gateway/projections/readmodel/proposalrows"
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

func (a *Admin) proposals(ctx context.Context, p ListProposalsParams) ([]clientProposal, int64, error) {
	rows, total, err := a.Queries.Proposals(ctx, p.Status, p.Shown())
	return views(rows, viewProposal), total, err
}

func (a *Admin) readProposal(ctx context.Context, id ID) (clientProposal, error) {
	p, err := a.Proposals.MarkRead(ctx, id)
	return viewProposal(p), err
}

// views converts the rows of a list. It never returns nil, which would become null in JSON.
func views[T, U any](rows []T, view func(T) U) []U {
	converted := make([]U, len(rows))
	for i, row := range rows {
		converted[i] = view(row)
	}
	return converted
}
