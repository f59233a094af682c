// Package ticketservice implements the use cases of support tickets: a client opens tickets and replies, and
// an administrator replies and closes them.
package ticketservice

import (
	"context"

	"gateway/domain"
	"gateway/domain/sequence"
	"gateway/domain/ticket"
	"gateway/eventstore"
	"gateway/http/service"
	"gateway/projections/readmodel/ticketrows"
)

// Tickets implements the use cases for the tickets of all clients.
type Tickets struct{ *service.Core }

// Request opens a ticket. Category and Priority have defaults.
type Request struct {
	Category, Description, Priority, Subject string
}

// Thread is a ticket and its replies, oldest first.
type Thread struct {
	Ticket  ticketrows.Ticket
	Replies []ticketrows.TicketReply
}

// Open opens a ticket for the creation's client (API reference: Tickets). Its errors are those of
// service.Create and ticket.Open.
func (t Tickets) Open(ctx context.Context, creation service.Creation, r Request) (service.Created, error) {
	reserve := service.Reserve{Sequence: sequence.Ticket}
	return service.Create(ctx, t.Core, creation, reserve, t.findOpened,
		func(ctx context.Context, reserved service.Reserved) (ticketrows.Ticket, error) {
			cmd := ticket.OpenCmd{
				TicketID: reserved.ID, ClientID: creation.ClientID, Subject: r.Subject, Description: r.Description,
				Category: r.Category, Priority: r.Priority, By: service.Actor(ctx), At: t.Now(),
			}
			out, err := service.Execute(ctx, t.Core, ticket.Aggregate, ticket.Stream(reserved.ID),
				func(s ticket.State) ([]domain.Event, error) { return ticket.Open(s, cmd) }, eventstore.ExpectNew)
			if err != nil {
				return ticketrows.Ticket{}, err
			}
			return row(out.State), nil
		})
}

func (t Tickets) findOpened(ctx context.Context, reserved service.Reserved) (ticketrows.Ticket, bool, error) {
	s, _, err := eventstore.Load(ctx, t.Log, ticket.Aggregate, ticket.Stream(reserved.ID))
	return row(s), s.TicketID != 0, err
}

// row returns the ticket in the form of the read models.
func row(s ticket.State) ticketrows.Ticket {
	return ticketrows.Ticket{
		ID: s.TicketID, ClientID: s.ClientID, Subject: s.Subject, Description: s.Description, Category: s.Category,
		Priority: s.Priority, Status: s.Status, CreatedAt: s.At, UpdatedAt: s.UpdatedAt,
	}
}

// Find returns a ticket of the client. It returns readtable.ErrNotFound when there is no such ticket, and
// ticket.ErrForeign when it belongs to another client.
func (t Tickets) Find(ctx context.Context, clientID, id int64) (ticketrows.Ticket, error) {
	found, err := t.Queries.Ticket(ctx, id)
	if err == nil && found.ClientID != clientID {
		return ticketrows.Ticket{}, ticket.ErrForeign
	}
	return found, err
}

// Thread returns what Find does, with the replies.
func (t Tickets) Thread(ctx context.Context, clientID, id int64) (Thread, error) {
	found, err := t.Find(ctx, clientID, id)
	if err != nil {
		return Thread{}, err
	}
	return t.withReplies(ctx, found)
}

// ThreadOfAnyClient returns any client's ticket with its replies, for administrators. Error:
// readtable.ErrNotFound.
func (t Tickets) ThreadOfAnyClient(ctx context.Context, id int64) (Thread, error) {
	found, err := t.Queries.Ticket(ctx, id)
	if err != nil {
		return Thread{}, err
	}
	return t.withReplies(ctx, found)
}

func (t Tickets) withReplies(ctx context.Context, found ticketrows.Ticket) (Thread, error) {
	replies, err := t.Queries.TicketReplies(ctx, found.ID)
	return Thread{Ticket: found, Replies: replies}, err
}

// Close closes a ticket. Closing a closed ticket changes nothing. Its errors are those of ticket.Close.
func (t Tickets) Close(ctx context.Context, id int64) (ticketrows.Ticket, error) {
	_, err := service.Execute(ctx, t.Core, ticket.Aggregate, ticket.Stream(id), func(s ticket.State) ([]domain.Event, error) {
		return ticket.Close(s, service.Actor(ctx), t.Now())
	})
	if err != nil {
		return ticketrows.Ticket{}, err
	}
	return t.Queries.Ticket(ctx, id)
}

// Reply adds a reply of the creation's client to its own ticket. Its errors are those of service.Create,
// Find, and ticket.AddReply, in this order: a ticket of another client is refused before the body is checked.
func (t Tickets) Reply(ctx context.Context, creation service.Creation, id int64, message string) (service.Created, error) {
	if _, err := t.Find(ctx, creation.ClientID, id); err != nil {
		creation.Invalid = err
	}
	return t.reply(ctx, creation, id, ticket.AddReplyCmd{ClientID: creation.ClientID, Message: message})
}

// ReplyAsAdmin adds an administrator's reply to any ticket. Its errors are those of service.Create and
// ticket.AddReply.
func (t Tickets) ReplyAsAdmin(ctx context.Context, creation service.Creation, id int64, message string) (service.Created, error) {
	return t.reply(ctx, creation, id, ticket.AddReplyCmd{IsAdmin: true, Message: message})
}

func (t Tickets) reply(ctx context.Context, creation service.Creation, id int64, cmd ticket.AddReplyCmd) (service.Created, error) {
	reserve := service.Reserve{Sequence: sequence.Reply}
	find := func(ctx context.Context, reserved service.Reserved) (ticketrows.TicketReply, bool, error) {
		s, _, err := eventstore.Load(ctx, t.Log, ticket.Aggregate, ticket.Stream(id))
		reply := s.Reply(reserved.ID)
		return replyRow(id, cmd, reply), reply.ID != 0, err
	}
	return service.Create(ctx, t.Core, creation, reserve, find,
		func(ctx context.Context, reserved service.Reserved) (ticketrows.TicketReply, error) {
			cmd.ReplyID, cmd.By, cmd.At = reserved.ID, service.Actor(ctx), t.Now()
			out, err := service.Execute(ctx, t.Core, ticket.Aggregate, ticket.Stream(id),
				func(s ticket.State) ([]domain.Event, error) { return ticket.AddReply(s, cmd) })
			return replyRow(id, cmd, out.State.Reply(cmd.ReplyID)), err
		})
}

// replyRow returns the reply in the form of the read models.
func replyRow(ticketID int64, cmd ticket.AddReplyCmd, r ticket.Reply) ticketrows.TicketReply {
	return ticketrows.TicketReply{ID: r.ID, TicketID: ticketID, Message: cmd.Message, IsAdmin: cmd.IsAdmin, CreatedAt: r.At}
}
