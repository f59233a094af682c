package merchantapi

import (
	"context"

	"gateway/http/api/auth"
	"gateway/http/api/envelope"
	"gateway/http/service"
	"gateway/http/service/ticketservice"
	"gateway/projections/readmodel/readtable"

	"github.com/gin-gonic/gin"
)

// ListTickets is GET /tickets.
func (a *API) ListTickets(c *gin.Context, params ListTicketsParams) {
	page := envelope.Page{Number: params.Page, PerPage: params.PerPage}
	shown := readtable.Page{Number: page.Number, PerPage: page.PerPage}
	rows, total, err := a.Queries.Tickets(c.Request.Context(), auth.ClientID(c), params.Status, shown)
	envelope.RespondList(c, rows, page, total, err)
}

// GetTicket is GET /tickets/{id}.
func (a *API) GetTicket(c *gin.Context, id ID) {
	thread, err := a.Tickets.Thread(c.Request.Context(), auth.ClientID(c), id)
	envelope.Respond(c, TicketWithReplies{Ticket: thread.Ticket, Replies: thread.Replies}, err)
}

// OpenTicket is POST /tickets.
func (a *API) OpenTicket(c *gin.Context) {
	envelope.HandleCreation(c, auth.ClientID(c), envelope.Parse,
		func(ctx context.Context, creation service.Creation, r TicketRequest) (service.Created, error) {
			return a.Tickets.Open(ctx, creation, ticketservice.Request{
				Subject: r.Subject, Description: r.Description, Category: r.Category, Priority: r.Priority,
			})
		})
}

// ReplyToTicket is POST /tickets/{id}/reply.
func (a *API) ReplyToTicket(c *gin.Context, id ID) {
	envelope.HandleCreation(c, auth.ClientID(c), envelope.Parse,
		func(ctx context.Context, creation service.Creation, r ReplyRequest) (service.Created, error) {
			return a.Tickets.Reply(ctx, creation, id, r.Message)
		})
}
