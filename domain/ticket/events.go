// Package ticket is the aggregate of a support ticket: the client's question, and the
// replies of both sides until an administrator closes it.
package ticket

import (
	"time"

	"gateway/domain"
)

// Opened opens a ticket.
type Opened struct {
	// TicketID is drawn from the sequence `ticket`.
	TicketID    int64     `json:"ticket_id"`
	ClientID    int64     `json:"client_id"`
	Subject     string    `json:"subject"`
	Description string    `json:"description"`
	Category    string    `json:"category"`
	Priority    string    `json:"priority"`
	By          string    `json:"by"`
	At          time.Time `json:"at"`
}

// Replied adds a reply. An administrator's reply makes the ticket answered; the client's reply makes it open
// again.
type Replied struct {
	TicketID int64 `json:"ticket_id"`
	// ClientID is the owner of the ticket, also when an administrator replies.
	ClientID int64 `json:"client_id"`
	// ReplyID is drawn from the sequence `reply`.
	ReplyID        int64     `json:"reply_id"`
	Message        string    `json:"message"`
	IsAdmin        bool      `json:"is_admin"`
	PreviousStatus string    `json:"previous_status"`
	By             string    `json:"by"`
	At             time.Time `json:"at"`
}

// Closed ends the ticket.
type Closed struct {
	TicketID       int64     `json:"ticket_id"`
	ClientID       int64     `json:"client_id"`
	PreviousStatus string    `json:"previous_status"`
	By             string    `json:"by"`
	At             time.Time `json:"at"`
}

// EventType is the wire name.
func (Opened) EventType() string  { return "ticket.opened.v1" }
func (Replied) EventType() string { return "ticket.replied.v1" }
func (Closed) EventType() string  { return "ticket.closed.v1" }

// Events lists a zero value of each event of this package, for the codec.
func Events() []domain.Event { return []domain.Event{Opened{}, Replied{}, Closed{}} }
