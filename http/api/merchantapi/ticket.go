package merchantapi

import (
	"context"

	"gateway/http/api"
	"gateway/http/api/auth"
	"gateway/http/api/envelope"
	"gateway/http/service"
	"gateway/http/service/ticketservice"
	"gateway/projections/readmodel/ticketrows"

	"github.com/gin-gonic/gin"
)

func (a *API) tickets(ctx context.Context, client int64, p ListTicketsParams) ([]ticketrows.Ticket, int64, error) {
	return a.Queries.Tickets(ctx, client, p.Status, p.Shown())
}

func (a *API) ticket(ctx context.Context, client, id int64) (api.TicketWithReplies, error) {
	thread, err := a.Tickets.Thread(ctx, client, id)
	return api.TicketWithReplies{Ticket: thread.Ticket, Replies: thread.Replies}, err
}

func parseTicket(body []byte) (ticketservice.Request, error) {
	r, err := envelope.Parse[TicketRequest](body)
	return ticketservice.Request(r), err
}

func (a *API) replyToTicket(c *gin.Context, id ID) {
	envelope.HandleCreation(c, auth.ClientID(c), envelope.Parse,
		func(ctx context.Context, creation service.Creation, r ReplyRequest) (service.Created, error) {
			return a.Tickets.Reply(ctx, creation, id, r.Message)
		})
}
