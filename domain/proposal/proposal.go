// Package proposal is the aggregate of a business proposal, which a client submits
// (POST /proposals) and an administrator reads.
package proposal

import (
	"strconv"
	"time"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/text"
)

// Aggregate folds the streams of proposals.
var Aggregate = domain.Aggregate[State]{Category: "proposal", Evolve: Evolve}

// Stream names the stream of a proposal.
func Stream(id int64) string { return Aggregate.Stream(strconv.FormatInt(id, 10)) }

// The statuses of a proposal.
const (
	StatusNew  = "new"
	StatusRead = "read"
)

// State is a proposal; its ProposalID is 0 before it is submitted.
type State struct {
	Submitted
	Status string
}

// Evolve returns the state after the event.
func Evolve(s State, event domain.Event) State {
	switch e := event.(type) {
	case Submitted:
		s.Submitted, s.Status = e, StatusNew
	case Read:
		s.Status = StatusRead
	}
	return s
}

// SubmitCmd submits a proposal. It has the fields of the event Submitted.
type SubmitCmd Submitted

// Submit decides a SubmitCmd. Checks: submitted already: nothing happens; invalid_field
// nama, perusahaan, email, whatsapp and deskripsi.
func Submit(s State, cmd SubmitCmd) ([]domain.Event, error) {
	if s.ProposalID != 0 {
		return nil, nil
	}
	email, wrong := account.NormalizeEmail(cmd.Email)
	if err := domain.Together(
		text.Require("nama", cmd.Name, text.MaxLine),
		text.Check("perusahaan", cmd.Company, text.MaxLine),
		wrong,
		text.Check("whatsapp", cmd.Whatsapp, text.MaxLine),
		text.Require("deskripsi", cmd.Description, text.MaxText),
	); err != nil {
		return nil, err
	}
	cmd.Email = email
	return []domain.Event{Submitted(cmd)}, nil
}

// MarkRead marks a proposal as read. Checks: not_found; read already: nothing happens.
func MarkRead(s State, by string, at time.Time) ([]domain.Event, error) {
	if s.ProposalID == 0 {
		return nil, domain.Refuse(domain.NotFound, "not_found", "not found")
	}
	if s.Status == StatusRead {
		return nil, nil
	}
	return []domain.Event{Read{ProposalID: s.ProposalID, ClientID: s.ClientID, By: by, At: at}}, nil
}

// Submitted submits a proposal.
type Submitted struct {
	// ProposalID is drawn from the sequence `proposal`.
	ProposalID int64  `json:"proposal_id"`
	ClientID   int64  `json:"client_id"`
	Name       string `json:"nama"`
	Company    string `json:"perusahaan"`
	// Email and Whatsapp come from the form, not from the client's profile.
	Email       string    `json:"email"`
	Whatsapp    string    `json:"whatsapp"`
	Description string    `json:"deskripsi"`
	By          string    `json:"by"`
	At          time.Time `json:"at"`
}

// Read says that an administrator has read the proposal.
type Read struct {
	ProposalID int64     `json:"proposal_id"`
	ClientID   int64     `json:"client_id"`
	By         string    `json:"by"`
	At         time.Time `json:"at"`
}

// EventType is the wire name.
func (Submitted) EventType() string { return "proposal.submitted.v1" }
func (Read) EventType() string      { return "proposal.read.v1" }

// Events lists a zero value of each event of this package, for the codec.
func Events() []domain.Event { return []domain.Event{Submitted{}, Read{}} }
