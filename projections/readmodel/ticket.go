package readmodel

import (
	"context"
	"time"
)

// Ticket is a support ticket. Its JSON is the `ticket` of the API.
type Ticket struct {
	ID          int64     `db:"id" json:"id"`
	ClientID    int64     `db:"client_id" json:"-"`
	Subject     string    `db:"subject" json:"subject"`
	Description string    `db:"description" json:"description"`
	Category    string    `db:"category" json:"category"`
	Priority    string    `db:"priority" json:"priority"`
	Status      string    `db:"status" json:"status"`
	CreatedAt   time.Time `db:"created_at" json:"created_at"`
	// UpdatedAt is when it was opened, replied to or closed last.
	UpdatedAt time.Time `db:"updated_at" json:"updated_at"`
}

// TicketReply is one reply to a ticket. Its JSON is the `reply` of the API, and
// what realtime subscribers are sent.
type TicketReply struct {
	ID        int64     `db:"id" json:"id"`
	TicketID  int64     `db:"ticket_id" json:"ticket_id"`
	Message   string    `db:"message" json:"message"`
	IsAdmin   bool      `db:"is_admin" json:"is_admin"`
	CreatedAt time.Time `db:"created_at" json:"created_at"`
}

var (
	ticketTable      = tableOf[Ticket]("tickets")
	ticketReplyTable = tableOf[TicketReply]("ticket_replies")
)

// Ticket finds a ticket, whoever's it is.
func (q *Queries) Ticket(ctx context.Context, id int64) (Ticket, error) {
	return ticketTable.one(ctx, q, "WHERE id = $1", id)
}

// Tickets lists tickets, of one client and of one status unless those are zero, and
// gives their total number.
func (q *Queries) Tickets(ctx context.Context, clientID int64, status string, p Page) ([]Ticket, int64, error) {
	f := filter{}.where("client_id", clientID).where("status", status)
	return ticketTable.page(ctx, q, "ticket_counts", f, p)
}

// TicketReplies gives all replies to a ticket, oldest first: ticket.MaxReplies at
// most.
func (q *Queries) TicketReplies(ctx context.Context, ticketID int64) ([]TicketReply, error) {
	return ticketReplyTable.all(ctx, q, "WHERE ticket_id = $1 ORDER BY ticket_replies.position", ticketID)
}
