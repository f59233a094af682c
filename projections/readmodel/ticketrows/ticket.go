package ticketrows

import (
	"context"
	"time"

	"gateway/domain"
	"gateway/domain/ticket"
	"gateway/eventstore"
	"gateway/projections/engine"
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

// Tickets projects the tickets and their replies.
type Tickets struct{}

// Name implements engine.Model.
func (Tickets) Name() string { return "tickets" }

// Tables implements engine.Model.
func (Tickets) Tables() []string { return []string{"tickets", "ticket_counts", "ticket_replies"} }

var (
	insertTickets = readtable.InsertStatement("tickets", "id bigint", "position bigint", "client_id bigint", "subject text",
		"description text",
		"category text", "priority text", "created_at timestamptz", "status text", "updated_at timestamptz")
	updateTickets = readtable.UpdateStatement("tickets", []string{"id bigint"}, "status text", "updated_at timestamptz")
	countTickets  = readtable.AddToCounters("ticket_counts", "client_id bigint")
	insertReplies = readtable.InsertStatement("ticket_replies", "ticket_id bigint", "position bigint", "id bigint", "message text",
		"is_admin boolean", "created_at timestamptz")
)

// ticketChange holds a batch's changes to one ticket.
type ticketChange struct {
	id int64
	// created has the columns that never change. It is nil when the batch does not open the ticket.
	created   []any
	status    string
	updatedAt time.Time
}

// ticketFold is the folded batch.
type ticketFold struct {
	changes readtable.Changes[int64, ticketChange]
	replies readtable.Batch
	counts  readtable.CounterChanges
}

// Applies implements engine.Selective.
func (Tickets) Applies() []domain.Event {
	return []domain.Event{ticket.Opened{}, ticket.Replied{}, ticket.Closed{}}
}

// Apply implements engine.Model.
func (Tickets) Apply(ctx context.Context, tx *engine.Tx, events []eventstore.Envelope) error {
	f := ticketFold{counts: readtable.CounterChanges{}}
	for _, e := range events {
		f.fold(e)
	}
	var inserts, updates readtable.Batch
	for _, c := range f.changes.List {
		if c.created != nil {
			inserts.Add(append(c.created, c.status, c.updatedAt)...)
		} else {
			updates.Add(c.id, c.status, c.updatedAt)
		}
	}
	return readtable.ExecAll(ctx, tx, readtable.WriteBy(&inserts, insertTickets), readtable.WriteBy(&updates, updateTickets),
		readtable.WriteBy(&f.replies, insertReplies), readtable.WriteBy(f.counts.Batch(), countTickets))
}

func (f *ticketFold) fold(env eventstore.Envelope) {
	position := env.Position.Commit
	switch e := env.Event.(type) {
	case ticket.Opened:
		c := f.changeStatus(e.TicketID, e.ClientID, "", ticket.StatusOpen, e.At)
		c.created = []any{e.TicketID, position, e.ClientID, e.Subject, e.Description, e.Category, e.Priority, e.At}
	case ticket.Replied:
		f.changeStatus(e.TicketID, e.ClientID, e.PreviousStatus, e.Status(), e.At)
		f.replies.Add(e.TicketID, position, e.ReplyID, e.Message, e.IsAdmin, e.At)
	case ticket.Closed:
		f.changeStatus(e.TicketID, e.ClientID, e.PreviousStatus, ticket.StatusClosed, e.At)
	}
}

func (f *ticketFold) changeStatus(id, clientID int64, from, to string, at time.Time) *ticketChange {
	c := f.changes.ForKey(id)
	c.id, c.status, c.updatedAt = id, to, at
	f.counts.Move(clientID, from, to)
	return c
}
