package readmodel

import (
	"context"
	"time"

	"gateway/domain"
	"gateway/domain/proposal"
	"gateway/eventstore"
	"gateway/projections/engine"
)

// Proposal is a proposal of a client (API reference: Portal).
type Proposal struct {
	ID          int64     `db:"id" json:"id"`
	ClientID    int64     `db:"client_id" json:"-"`
	Name        string    `db:"nama" json:"nama"`
	Company     *string   `db:"perusahaan" json:"perusahaan"`
	Email       string    `db:"email" json:"email"`
	Whatsapp    *string   `db:"whatsapp" json:"whatsapp"`
	Description string    `db:"deskripsi" json:"deskripsi"`
	Status      string    `db:"status" json:"status"`
	CreatedAt   time.Time `db:"created_at" json:"created_at"`
}

var proposalTable = tableOf[Proposal]("proposals")

// Proposal returns a proposal of any client.
func (q *Queries) Proposal(ctx context.Context, id int64) (Proposal, error) {
	return proposalTable.get(ctx, q, "WHERE id = $1", id)
}

// Proposals returns a page of the proposals and the number of all: of one status,
// unless it is empty.
func (q *Queries) Proposals(ctx context.Context, status string, p Page) ([]Proposal, int64, error) {
	return proposalTable.listPage(ctx, q, "proposal_counts", filter{}.where("status", status), p)
}

// proposals projects the proposals.
type proposals struct{}

func (proposals) Name() string     { return "proposals" }
func (proposals) Tables() []string { return []string{"proposals", "proposal_counts"} }

var (
	insertProposals = insertStatement("proposals", "id bigint", "position bigint", "client_id bigint", "nama text", "perusahaan text",
		"email text", "whatsapp text", "deskripsi text", "status text", "created_at timestamptz")
	readProposals  = updateStatement("proposals", []string{"id bigint"}, "status text")
	countProposals = addToCounters("proposal_counts")
)

// Applies implements engine.Selective.
func (proposals) Applies() []domain.Event {
	return []domain.Event{proposal.Submitted{}, proposal.Read{}}
}

// Apply implements engine.Model.
func (proposals) Apply(ctx context.Context, tx *engine.Tx, events []eventstore.Envelope) error {
	var submitted, read batch
	counts := counterChanges{}
	for _, env := range events {
		switch e := env.Event.(type) {
		case proposal.Submitted:
			submitted.add(e.ProposalID, env.Position.Commit, e.ClientID, e.Name, nullIfZero(e.Company), e.Email, nullIfZero(e.Whatsapp),
				e.Description, proposal.StatusNew, e.At)
			counts.move(nil, "", proposal.StatusNew)
		case proposal.Read: // at most once a proposal
			read.add(e.ProposalID, proposal.StatusRead)
			counts.move(nil, proposal.StatusNew, proposal.StatusRead)
		}
	}
	return execAll(ctx, tx,
		write{&submitted, insertProposals}, write{&read, readProposals}, write{counts.batch(), countProposals})
}
