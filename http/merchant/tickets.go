package merchant

import (
	"context"

	"gateway/domain"
	"gateway/domain/sequence"
	"gateway/domain/ticket"
	"gateway/eventstore"
	"gateway/http/envelope"
	"gateway/http/service"
	"gateway/http/service/idempotency"
	"gateway/projections/readmodel"

	"github.com/gin-gonic/gin"
)

// ListTickets is GET /tickets.
func (a *API) ListTickets(c *gin.Context, params ListTicketsParams) {
	page := envelope.Page{Number: params.Page, PerPage: params.PerPage}
	rows, total, err := a.Queries.Tickets(c.Request.Context(), clientOf(c), params.Status, readmodel.Page(page))
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	envelope.List(c, rows, page, total)
}

// GetTicket is GET /tickets/{id}.
func (a *API) GetTicket(c *gin.Context, id ID) {
	t, err := a.ownTicket(c, id)
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	replies, err := a.Queries.TicketReplies(c.Request.Context(), t.ID)
	answer(c, TicketWithReplies{Ticket: t, Replies: replies}, err)
}

// ownTicket finds a ticket: 404 when there is none, 403 when it is another client's
// (specification 4.6).
func (a *API) ownTicket(c *gin.Context, id int64) (readmodel.Ticket, error) {
	t, err := a.Queries.Ticket(c.Request.Context(), id)
	if err == nil && t.ClientID != clientOf(c) {
		return readmodel.Ticket{}, ticket.ErrForeign
	}
	return t, err
}

// OpenTicket is POST /tickets.
func (a *API) OpenTicket(c *gin.Context) {
	a.create(c, idempotency.Creator{Kind: sequence.Ticket, Make: a.makeTicket})
}

func (a *API) makeTicket(ctx context.Context, r idempotency.Creation) (any, error) {
	body, err := envelope.Parse[TicketRequest](r.Body)
	if err != nil {
		return nil, err
	}
	out, err := service.Execute(ctx, a.Core, ticket.Aggregate, ticket.Stream(r.ID), func(s ticket.State) ([]domain.Event, error) {
		return ticket.Open(s, ticket.OpenCmd{
			TicketID: r.ID, ClientID: r.Client, Subject: body.Subject, Description: body.Description,
			Category: body.Category, Priority: body.Priority, By: actor(r.Client), At: a.Now(),
		})
	}, eventstore.ExpectNew)
	if err != nil {
		return nil, err
	}
	return ticketView(out.State), nil
}

func ticketView(s ticket.State) readmodel.Ticket {
	return readmodel.Ticket{
		ID: s.TicketID, ClientID: s.ClientID, Subject: s.Subject, Description: s.Description, Category: s.Category,
		Priority: s.Priority, Status: s.Status, CreatedAt: s.At, UpdatedAt: s.UpdatedAt,
	}
}

// ReplyToTicket tells a stranger 403 before it looks at what he says.
func (a *API) ReplyToTicket(c *gin.Context, id ID) {
	t, err := a.ownTicket(c, id)
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	a.create(c, idempotency.Creator{Kind: sequence.Reply, Make: func(ctx context.Context, r idempotency.Creation) (any, error) {
		return ReplyToTicket(ctx, a.Core, t.ID, r, ticket.AddReplyCmd{ClientID: r.Client, By: actor(r.Client)})
	}})
}

// ReplyToTicket makes the reply that the creation's body holds; cmd says who
// replies. Errors are those of envelope.Parse and ticket.Answer.
func ReplyToTicket(
	ctx context.Context, b *service.Core, id int64, r idempotency.Creation, cmd ticket.AddReplyCmd,
) (readmodel.TicketReply, error) {
	body, err := envelope.Parse[ReplyRequest](r.Body)
	if err != nil {
		return readmodel.TicketReply{}, err
	}
	cmd.ReplyID, cmd.Message, cmd.At = r.ID, body.Message, b.Now()
	out, err := service.Execute(ctx, b, ticket.Aggregate, ticket.Stream(id), func(s ticket.State) ([]domain.Event, error) {
		return ticket.AddReply(s, cmd)
	})
	return readmodel.TicketReply{
		ID: cmd.ReplyID, TicketID: id, Message: cmd.Message, IsAdmin: cmd.IsAdmin, CreatedAt: out.State.Reply(cmd.ReplyID).At,
	}, err
}
