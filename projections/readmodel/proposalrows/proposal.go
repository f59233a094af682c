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
	ID          int64     `json:"id"`
	Position    int64     `json:"-"` // of the submission
	ClientID    int64     `json:"-"`
	Name        string    `json:"nama"`
	Company     *string   `json:"perusahaan"`
	Email       string    `json:"email"`
	Whatsapp    *string   `json:"whatsapp"`
	Description string    `json:"deskripsi"`
	Status      string    `json:"status"`
	CreatedAt   time.Time `json:"created_at"`
}

func (p *Proposal) columns(f *readtable.Fields) {
	f.At("id", &p.ID).At("position", &p.Position).At("client_id", &p.ClientID).At("nama", &p.Name).At("perusahaan", &p.Company)
	f.At("email", &p.Email).At("whatsapp", &p.Whatsapp).At("deskripsi", &p.Description).At("created_at", &p.CreatedAt)
	f.Later("status", &p.Status)
}

var proposalTable = readtable.TableOf("proposals", (*Proposal).columns)

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
	insertProposals = readtable.Insert("proposals", (*Proposal).columns)
	readProposals   = readtable.Update("proposals", (*Proposal).columns, "id")
	countProposals  = readtable.CounterIn("proposal_counts")
)

// Applies implements engine.Selective.
func (Proposals) Applies() []domain.Event {
	return []domain.Event{proposal.Submitted{}, proposal.Read{}}
}

// Apply implements engine.Model.
func (Proposals) Apply(ctx context.Context, tx *engine.Tx, events []eventstore.Envelope) error {
	var submitted, read []*Proposal
	counts := readtable.Counts{}
	for _, env := range events {
		switch e := env.Event.(type) {
		case proposal.Submitted:
			p := &Proposal{
				ID: e.ProposalID, Position: env.Position.Commit, ClientID: e.ClientID, Name: e.Name, Email: e.Email,
				Description: e.Description, Status: proposal.StatusNew, CreatedAt: e.At,
			}
			readtable.PointUnlessZero(&p.Company, e.Company)
			readtable.PointUnlessZero(&p.Whatsapp, e.Whatsapp)
			submitted = append(submitted, p)
			counts.Move(readtable.Scope{}, "", proposal.StatusNew)
		case proposal.Read: // at most once per proposal
			read = append(read, &Proposal{ID: e.ProposalID, Status: proposal.StatusRead})
			counts.Move(readtable.Scope{}, proposal.StatusNew, proposal.StatusRead)
		}
	}
	return readtable.Run(ctx, tx, insertProposals.Rows(submitted...), readProposals.Rows(read...), countProposals.Add(counts))
}
