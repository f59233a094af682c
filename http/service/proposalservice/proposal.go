// Package proposalservice implements the use cases of proposals: a client submits one, and an administrator
// marks it as read.
package proposalservice

import (
	"context"

	"gateway/domain"
	"gateway/domain/proposal"
	"gateway/domain/sequence"
	"gateway/eventstore"
	"gateway/http/service"
	"gateway/projections/readmodel/proposalrows"
)

// Proposals implements the use cases for the proposals of all clients.
type Proposals struct{ *service.Core }

// Request is the content of a proposal. Company and Whatsapp may be empty.
type Request struct {
	Description, Email, Name, Company, Whatsapp string
}

// Submit submits a proposal for the creation's client (API reference: Portal). Its errors are those of
// service.Create and proposal.Submit.
func (p Proposals) Submit(ctx context.Context, creation service.Creation, r Request) (service.Created, error) {
	reserve := service.Reserve{Sequence: sequence.Proposal}
	return service.Create(ctx, p.Core, creation, reserve, p.findSubmitted,
		func(ctx context.Context, reserved service.Reserved) (proposalrows.Proposal, error) {
			cmd := proposal.SubmitCmd{
				ProposalID: reserved.ID, ClientID: creation.ClientID, Name: r.Name, Company: r.Company, Email: r.Email,
				Whatsapp: r.Whatsapp, Description: r.Description, By: service.Actor(ctx), At: p.Now(),
			}
			out, err := service.Execute(ctx, p.Core, proposal.Aggregate, proposal.Stream(reserved.ID),
				func(s proposal.State) ([]domain.Event, error) { return proposal.Submit(s, cmd) }, eventstore.ExpectNew)
			if err != nil {
				return proposalrows.Proposal{}, err
			}
			return row(out.State), nil
		})
}

func (p Proposals) findSubmitted(ctx context.Context, reserved service.Reserved) (proposalrows.Proposal, bool, error) {
	s, _, err := eventstore.Load(ctx, p.Log, proposal.Aggregate, proposal.Stream(reserved.ID))
	return row(s), s.ProposalID != 0, err
}

// row returns the proposal in the form of the read models.
func row(s proposal.State) proposalrows.Proposal {
	return proposalrows.Proposal{
		ID: s.ProposalID, ClientID: s.ClientID, Name: s.Name, Company: service.NilIfEmpty(s.Company), Email: s.Email,
		Whatsapp: service.NilIfEmpty(s.Whatsapp), Description: s.Description, Status: s.Status, CreatedAt: s.At,
	}
}

// MarkRead marks a proposal as read; listing it does not. Its errors are those of proposal.MarkRead.
func (p Proposals) MarkRead(ctx context.Context, id int64) (proposalrows.Proposal, error) {
	_, err := service.Execute(ctx, p.Core, proposal.Aggregate, proposal.Stream(id), func(s proposal.State) ([]domain.Event, error) {
		return proposal.MarkRead(s, service.Actor(ctx), p.Now())
	})
	if err != nil {
		return proposalrows.Proposal{}, err
	}
	return p.Queries.Proposal(ctx, id)
}
