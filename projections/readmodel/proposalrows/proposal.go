package proposalrows

import (
	"context"
	"time"

	"gateway/domain"
	"gateway/domain/proposal"
	"gateway/eventstore"
	"gateway/projections/engine"
	"gateway/projections/readmodel/readtable"
)

// Queries queries proposals.
type Queries struct{ readtable.DB }

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

var proposalTable = readtable.Of[Proposal]("proposals")

// Proposal returns a proposal of any client.
func (q Queries) Proposal(ctx context.Context, id int64) (Proposal, error) {
	return proposalTable.Get(ctx, q.DB, "WHERE id = $1", id)
}

// Proposals returns a page of the proposals and their total number. It filters by status, unless status is
// empty.
func (q Queries) Proposals(ctx context.Context, status string, p readtable.Page) ([]Proposal, int64, error) {
	return proposalTable.ListPage(ctx, q.DB, "proposal_counts", new(readtable.Search).Equals("status", status), p)
}

// Proposals projects the proposals.
type Proposals struct{}

// Name implements engine.Model.
func (Proposals) Name() string { return "proposals" }

// Tables implements engine.Model.
func (Proposals) Tables() []string { return []string{"proposals", "proposal_counts"} }

var (
	insertProposals = readtable.InsertStatement("proposals", "id bigint", "position bigint", "client_id bigint", "nama text",
		"perusahaan text",
		"email text", "whatsapp text", "deskripsi text", "status text", "created_at timestamptz")
	readProposals  = readtable.UpdateStatement("proposals", []string{"id bigint"}, "status text")
	countProposals = readtable.AddToCounters("proposal_counts")
)

// Applies implements engine.Selective.
func (Proposals) Applies() []domain.Event {
	return []domain.Event{proposal.Submitted{}, proposal.Read{}}
}

// Apply implements engine.Model.
func (Proposals) Apply(ctx context.Context, tx *engine.Tx, events []eventstore.Envelope) error {
	var submitted, read readtable.Batch
	counts := readtable.CounterChanges{}
	for _, env := range events {
		switch e := env.Event.(type) {
		case proposal.Submitted:
			submitted.Add(e.ProposalID, env.Position.Commit, e.ClientID, e.Name, readtable.NullIfZero(e.Company), e.Email,
				readtable.NullIfZero(e.Whatsapp),
				e.Description, proposal.StatusNew, e.At)
			counts.Move(nil, "", proposal.StatusNew)
		case proposal.Read: // at most once per proposal
			read.Add(e.ProposalID, proposal.StatusRead)
			counts.Move(nil, proposal.StatusNew, proposal.StatusRead)
		}
	}
	return readtable.ExecAll(ctx, tx,
		readtable.WriteBy(&submitted, insertProposals), readtable.WriteBy(&read, readProposals), readtable.WriteBy(counts.Batch(),
			countProposals))
}
