package readmodel

import (
	"context"
	"time"

	"gateway/domain/ticket"
	"gateway/eventstore"
	"gateway/projections/engine"
)

// tickets projects what clients ask, and the replies.
type tickets struct{}

func (tickets) Name() string     { return "tickets" }
func (tickets) Tables() []string { return []string{"tickets", "ticket_counts", "ticket_replies"} }

var (
	insertTickets = insertion("tickets", "id bigint", "position bigint", "client_id bigint", "subject text", "description text",
		"category text", "priority text", "created_at timestamptz", "status text", "updated_at timestamptz")
	updateTickets = patching("tickets", []string{"id bigint"}, "status text", "updated_at timestamptz")
	countTickets  = counting("ticket_counts", "client_id bigint")
	insertReplies = insertion("ticket_replies", "ticket_id bigint", "position bigint", "id bigint", "message text",
		"is_admin boolean", "created_at timestamptz")
)

// ticketChange is what a batch says of one ticket.
type ticketChange struct {
	id int64
	// created holds the values that never change when the batch opens it.
	created   []any
	status    string
	updatedAt time.Time
}

// ticketFold is a batch, folded: what becomes of each ticket in it.
type ticketFold struct {
	changes changes[int64, ticketChange]
	replies batch
	counts  tally
}

// Apply implements projections.Model.
func (tickets) Apply(ctx context.Context, tx *engine.Tx, events []eventstore.Envelope) error {
	f := ticketFold{counts: tally{}}
	for _, e := range events {
		f.fold(e)
	}
	var inserts, updates batch
	for _, c := range f.changes.list {
		if c.created != nil {
			inserts.add(append(c.created, c.status, c.updatedAt)...)
		} else {
			updates.add(c.id, c.status, c.updatedAt)
		}
	}
	return inOrder(ctx, tx, step{&inserts, insertTickets}, step{&updates, updateTickets},
		step{&f.replies, insertReplies}, step{f.counts.batch(), countTickets})
}

func (f *ticketFold) fold(env eventstore.Envelope) {
	position := env.Position.Commit
	switch e := env.Event.(type) {
	case ticket.Opened:
		c := f.move(e.TicketID, e.ClientID, "", ticket.StatusOpen, e.At)
		c.created = []any{e.TicketID, position, e.ClientID, e.Subject, e.Description, e.Category, e.Priority, e.At}
	case ticket.Replied:
		f.move(e.TicketID, e.ClientID, e.PreviousStatus, e.Status(), e.At)
		f.replies.add(e.TicketID, position, e.ReplyID, e.Message, e.IsAdmin, e.At)
	case ticket.Closed:
		f.move(e.TicketID, e.ClientID, e.PreviousStatus, ticket.StatusClosed, e.At)
	}
}

func (f *ticketFold) move(id, clientID int64, from, to string, at time.Time) *ticketChange {
	c := f.changes.of(id)
	c.id, c.status, c.updatedAt = id, to, at
	f.counts.move(clientID, from, to)
	return c
}
