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
	ID          int64     `json:"id"`
	Position    int64     `json:"-"` // of the opening
	ClientID    int64     `json:"-"`
	Subject     string    `json:"subject"`
	Description string    `json:"description"`
	Category    string    `json:"category"`
	Priority    string    `json:"priority"`
	Status      string    `json:"status"`
	CreatedAt   time.Time `json:"created_at"`
	// UpdatedAt is the time of the ticket's last event.
	UpdatedAt time.Time `json:"updated_at"`
}

// TicketReply is a reply to a ticket, in the form used by the API and by the ticket's realtime channel.
type TicketReply struct {
	ID        int64     `json:"id"`
	TicketID  int64     `json:"ticket_id"`
	Position  int64     `json:"-"`
	Message   string    `json:"message"`
	IsAdmin   bool      `json:"is_admin"`
	CreatedAt time.Time `json:"created_at"`
}

func (t *Ticket) columns(f *readtable.Fields) {
	f.At("id", &t.ID).At("position", &t.Position).At("client_id", &t.ClientID).At("subject", &t.Subject)
	f.At("description", &t.Description).At("category", &t.Category).At("priority", &t.Priority).At("created_at", &t.CreatedAt)
	f.Later("status", &t.Status).Later("updated_at", &t.UpdatedAt)
}

func (r *TicketReply) columns(f *readtable.Fields) {
	f.At("id", &r.ID).At("ticket_id", &r.TicketID).At("position", &r.Position).At("message", &r.Message).At("is_admin", &r.IsAdmin)
	f.At("created_at", &r.CreatedAt)
}

var (
	ticketTable      = readtable.TableOf("tickets", (*Ticket).columns)
	ticketReplyTable = readtable.TableOf("ticket_replies", (*TicketReply).columns)
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
	insertTickets = readtable.Insert("tickets", (*ticketChange).columns)
	updateTickets = readtable.Update("tickets", (*ticketChange).columns, "id")
	countTickets  = readtable.CounterIn("ticket_counts", "client_id")
	insertReplies = readtable.Insert("ticket_replies", (*TicketReply).columns)
)

// ticketChange holds a batch's changes to one ticket.
type ticketChange struct {
	Ticket
	readtable.Changed
}

// ticketFold is the folded batch.
type ticketFold struct {
	changes readtable.Changes[int64, ticketChange]
	replies []*TicketReply
	counts  readtable.Counts
}

// Applies implements engine.Selective.
func (Tickets) Applies() []domain.Event {
	return []domain.Event{ticket.Opened{}, ticket.Replied{}, ticket.Closed{}}
}

// Apply implements engine.Model.
func (Tickets) Apply(ctx context.Context, tx *engine.Tx, events []eventstore.Envelope) error {
	f := ticketFold{counts: readtable.Counts{}}
	for _, e := range events {
		f.fold(e)
	}
	changed := f.changes.List
	return readtable.Run(ctx, tx, insertTickets.RowsIf(changed, (*ticketChange).IsNew), updateTickets.RowsIf(changed, (*ticketChange).IsKnown),
		insertReplies.Rows(f.replies...), countTickets.Add(f.counts))
}

func (f *ticketFold) fold(env eventstore.Envelope) {
	position := env.Position.Commit
	switch e := env.Event.(type) {
	case ticket.Opened:
		c := f.changeStatus(e.TicketID, e.ClientID, "", ticket.StatusOpen, e.At)
		c.New, c.Position, c.ClientID, c.Subject, c.Description = true, position, e.ClientID, e.Subject, e.Description
		c.Category, c.Priority, c.CreatedAt = e.Category, e.Priority, e.At
	case ticket.Replied:
		f.changeStatus(e.TicketID, e.ClientID, e.PreviousStatus, e.Status(), e.At)
		f.replies = append(f.replies, &TicketReply{
			ID: e.ReplyID, TicketID: e.TicketID, Position: position, Message: e.Message, IsAdmin: e.IsAdmin, CreatedAt: e.At,
		})
	case ticket.Closed:
		f.changeStatus(e.TicketID, e.ClientID, e.PreviousStatus, ticket.StatusClosed, e.At)
	}
}

func (f *ticketFold) changeStatus(id, clientID int64, from, to string, at time.Time) *ticketChange {
	c := f.changes.ForKey(id)
	c.ID, c.Status = id, to
	readtable.Assign(&c.Changed, &c.UpdatedAt, at)
	f.counts.Move(readtable.Scope{ClientID: clientID}, from, to)
	return c
}
