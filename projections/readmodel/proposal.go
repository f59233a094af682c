package readmodel

import (
	"context"
	"time"

	"gateway/domain/proposal"
	"gateway/eventstore"
	"gateway/projections/engine"
)

// Proposal is what a client proposes. Its JSON is the `proposal` of the API.
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

// Proposal finds a proposal, whoever's it is.
func (q *Queries) Proposal(ctx context.Context, id int64) (Proposal, error) {
	return proposalTable.one(ctx, q, "WHERE id = $1", id)
}

// Proposals lists proposals, of one status unless it is empty, and gives their
// total number.
func (q *Queries) Proposals(ctx context.Context, status string, p Page) ([]Proposal, int64, error) {
	return proposalTable.page(ctx, q, "proposal_counts", filter{}.where("status", status), p)
}

// proposals projects what clients propose.
type proposals struct{}

func (proposals) Name() string     { return "proposals" }
func (proposals) Tables() []string { return []string{"proposals", "proposal_counts"} }

var (
	insertProposals = insertion("proposals", "id bigint", "position bigint", "client_id bigint", "nama text", "perusahaan text",
		"email text", "whatsapp text", "deskripsi text", "status text", "created_at timestamptz")
	readProposals  = patching("proposals", []string{"id bigint"}, "status text")
	countProposals = counting("proposal_counts", "")
)

// Apply implements projections.Model.
func (proposals) Apply(ctx context.Context, tx *engine.Tx, events []eventstore.Envelope) error {
	var submitted, read batch
	counts := tally{}
	for _, env := range events {
		switch e := env.Event.(type) {
		case proposal.Submitted:
			submitted.add(e.ProposalID, env.Position.Commit, e.ClientID, e.Name, orNull(e.Company), e.Email, orNull(e.Whatsapp),
				e.Description, proposal.StatusNew, e.At)
			counts.move(nil, "", proposal.StatusNew)
		case proposal.Read: // at most once each
			read.add(e.ProposalID, proposal.StatusRead)
			counts.move(nil, proposal.StatusNew, proposal.StatusRead)
		}
	}
	return inOrder(ctx, tx,
		step{&submitted, insertProposals}, step{&read, readProposals}, step{counts.batch(), countProposals})
}
