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
