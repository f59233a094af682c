package admin

import (
	"context"

	"gateway/domain"
	"gateway/domain/sequence"
	"gateway/domain/ticket"
	"gateway/http/envelope"
	"gateway/http/merchant"
	"gateway/http/service"
	"gateway/http/service/idempotency"
	"gateway/projections/readmodel"

	"github.com/gin-gonic/gin"
)

// clientTicket is a ticket as administrators see it: with whose it is.
type clientTicket struct {
	readmodel.Ticket
	ClientID int64 `json:"client_id"`
}

func asClientTicket(t readmodel.Ticket) clientTicket {
	return clientTicket{Ticket: t, ClientID: t.ClientID}
}

// ListClientTickets is GET /admin/tickets.
func (a *Admin) ListClientTickets(c *gin.Context, params ListClientTicketsParams) {
	page(c, params.Status, envelope.Page{Number: params.Page, PerPage: params.PerPage},
		func(ctx context.Context, status string, p readmodel.Page) ([]clientTicket, int64, error) {
			const everybody = 0
			rows, total, err := a.Queries.Tickets(ctx, everybody, status, p)
			return each(rows, asClientTicket), total, err
		})
}

func (a *Admin) findTicket(ctx context.Context, id int64) (AdminTicketWithReplies, error) {
	t, err := a.Queries.Ticket(ctx, id)
	if err != nil {
		return AdminTicketWithReplies{}, err
	}
	replies, err := a.Queries.TicketReplies(ctx, id)
	return AdminTicketWithReplies{Ticket: asClientTicket(t), Replies: replies}, err
}

// AnswerTicket is POST /admin/tickets/{id}/reply.
func (a *Admin) AnswerTicket(c *gin.Context, id ID) {
	const noClient = 0 // the ticket knows whose it is
	a.creations.Create(c, noClient, idempotency.Creator{
		Kind: sequence.Reply, Make: func(ctx context.Context, made idempotency.Creation) (any, error) {
			return merchant.ReplyToTicket(ctx, a.Core, id, made, ticket.AddReplyCmd{IsAdmin: true, By: by(ctx)})
		},
	})
}

// closeTicket answers with the ticket, also when it was closed before.
func (a *Admin) closeTicket(ctx context.Context, id int64, _ struct{}) (clientTicket, error) {
	_, err := service.Execute(ctx, a.Core, ticket.Aggregate, ticket.Stream(id), func(s ticket.State) ([]domain.Event, error) {
		return ticket.Close(s, by(ctx), a.Now())
	})
	if err != nil {
		return clientTicket{}, err
	}
	t, err := a.Queries.Ticket(ctx, id)
	return asClientTicket(t), err
}
