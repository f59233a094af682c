package adminapi

import (
	"context"

	"gateway/http/api/envelope"
	"gateway/http/service"
	"gateway/projections/readmodel/readtable"
	"gateway/projections/readmodel/ticketrows"

	"github.com/gin-gonic/gin"
)

// clientTicket is a ticket with its client, as administrators see it.
type clientTicket struct {
	ticketrows.Ticket
	ClientID   int64  `json:"client_id"`
	ClientName string `json:"client_name"`
}

func viewTicket(t ticketrows.Ticket) clientTicket {
	return clientTicket{Ticket: t, ClientID: t.ClientID}
}

// ListClientTickets is GET /admin/tickets.
func (a *Admin) ListClientTickets(c *gin.Context, params ListClientTicketsParams) {
	page := envelope.Page{Number: params.Page, PerPage: params.PerPage}
	shown := readtable.Page{Number: page.Number, PerPage: page.PerPage}
	rows, total, err := a.Queries.Tickets(c.Request.Context(), params.ClientID, params.Status, shown)
	tickets := views(rows, viewTicket)
	envelope.RespondList(c, tickets, page, total, nameClients(c.Request.Context(), a, tickets, ticketOwner, err))
}

// GetClientTicket is GET /admin/tickets/{id}.
func (a *Admin) GetClientTicket(c *gin.Context, id ID) {
	thread, err := a.Tickets.ThreadOfAnyClient(c.Request.Context(), id)
	ticket, err := nameClient(c.Request.Context(), a, viewTicket(thread.Ticket), ticketOwner, err)
	envelope.Respond(c, AdminTicketWithReplies{Ticket: ticket, Replies: thread.Replies}, err)
}

// AnswerTicket is POST /admin/tickets/{id}/reply.
func (a *Admin) AnswerTicket(c *gin.Context, id ID) {
	const noClient = 0 // an administrator's reply belongs to no client
	envelope.HandleCreation(c, noClient, envelope.Parse,
		func(ctx context.Context, creation service.Creation, r ReplyRequest) (service.Created, error) {
			return a.Tickets.ReplyAsAdmin(ctx, creation, id, r.Message)
		})
}

// CloseTicket is POST /admin/tickets/{id}/close.
func (a *Admin) CloseTicket(c *gin.Context, id ID) {
	ctx := c.Request.Context()
	t, err := a.Tickets.Close(ctx, id)
	ticket, err := nameClient(ctx, a, viewTicket(t), ticketOwner, err)
	envelope.Respond(c, ticket, err)
}
