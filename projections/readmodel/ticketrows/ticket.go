package ticketrows

import (
	"context"
	"time"

	"gateway/projections/readmodel/readtable"

	"github.com/lib/pq"
)

// Queries queries tickets.
type Queries struct{ readtable.DB }

// Ticket is a support ticket (API reference: Tickets).
type Ticket struct {
	ID          int64     `db:"id" json:"id"`
	ClientID    int64     `db:"client_id" json:"-"`
	Subject     string    `db:"subject" json:"subject"`
	Description string    `db:"description" json:"description"`
	Category    string    `db:"category" json:"category"`
	Priority    string    `db:"priority" json:"priority"`
	Status      string    `db:"status" json:"status"`
	CreatedAt   time.Time `db:"created_at" json:"created_at"`
	// UpdatedAt is the time of the ticket's last event.
	UpdatedAt time.Time `db:"updated_at" json:"updated_at"`
}

// TicketReply is a reply to a ticket, in the form used by the API and by the ticket's realtime channel.
type TicketReply struct {
	ID        int64     `db:"id" json:"id"`
	TicketID  int64     `db:"ticket_id" json:"ticket_id"`
	Message   string    `db:"message" json:"message"`
	IsAdmin   bool      `db:"is_admin" json:"is_admin"`
	CreatedAt time.Time `db:"created_at" json:"created_at"`
}

var (
	ticketTable      = readtable.Of[Ticket]("tickets")
	ticketReplyTable = readtable.Of[TicketReply]("ticket_replies")
)

// Ticket returns a ticket of any client.
func (q Queries) Ticket(ctx context.Context, id int64) (Ticket, error) {
	return ticketTable.Get(ctx, q.DB, "WHERE id = $1", id)
}

// Tickets returns a page of the tickets and their total number. It filters by client, unless clientID is 0,
// and by status, unless status is empty.
func (q Queries) Tickets(ctx context.Context, clientID int64, status string, p readtable.Page) ([]Ticket, int64, error) {
	f := new(readtable.Search).Equals("client_id", clientID).Equals("status", status)
	return ticketTable.ListPage(ctx, q.DB, "ticket_counts", f, p)
}

// TicketReplies returns all replies to a ticket, oldest first, of which there are at most ticket.MaxReplies.
func (q Queries) TicketReplies(ctx context.Context, ticketID int64) ([]TicketReply, error) {
	return ticketReplyTable.List(ctx, q.DB, "WHERE ticket_id = $1 ORDER BY ticket_replies.position", ticketID)
}

// TicketRepliesByID returns the existing replies among the ids, in any order.
func (q Queries) TicketRepliesByID(ctx context.Context, ids []int64) ([]TicketReply, error) {
	return ticketReplyTable.List(ctx, q.DB, "WHERE id = ANY($1)", pq.Array(ids))
}
