// Package proposal is the aggregate of a business proposal that a client hands in
// (POST /proposals), to be read by an administrator.
package proposal

import (
	"time"

	"gateway/domain"
)

// Submitted hands a proposal in.
type Submitted struct {
	// ProposalID is drawn from the sequence `proposal`.
	ProposalID int64  `json:"proposal_id"`
	ClientID   int64  `json:"client_id"`
	Name       string `json:"nama"`
	Company    string `json:"perusahaan"`
	// Email and Whatsapp are where the proposer can be reached, whatever the
	// client's profile says.
	Email       string    `json:"email"`
	Whatsapp    string    `json:"whatsapp"`
	Description string    `json:"deskripsi"`
	By          string    `json:"by"`
	At          time.Time `json:"at"`
}

// Read says that an administrator took note of it; before that it was new.
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
