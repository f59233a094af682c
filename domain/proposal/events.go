// Package proposal is the aggregate of a business proposal, which a client submits
// (POST /proposals) and an administrator reads.
package proposal

import (
	"time"

	"gateway/domain"
)

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
