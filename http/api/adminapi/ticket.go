package adminapi

import (
	"context"

	"gateway/http/api/envelope"
	"gateway/http/service"
	"gateway/projections/readmodel/ticketrows"

	"github.com/gin-gonic/gin"
)

// clientTicket is a ticket with its client, as administrators see it.
type clientTicket struct {
	ticketrows.Ticket
	ClientID   int64  `json:"client_id"`
	ClientName string `json:"client_name"`
}

// clientThread is a ticket with its replies, as administrators see it.
type clientThread struct {
	Replies []ticketrows.TicketReply `json:"replies"`
	Ticket  clientTicket             `json:"ticket"`
}

func viewTicket(t ticketrows.Ticket) clientTicket {
	return clientTicket{Ticket: t, ClientID: t.ClientID}
}

func (a *Admin) tickets(ctx context.Context, p ListClientTicketsParams) ([]clientTicket, int64, error) {
	rows, total, err := a.Queries.Tickets(ctx, p.ClientID, p.Status, p.Shown())
	return views(rows, viewTicket), total, err
}

func (a *Admin) ticket(ctx context.Context, id ID) (clientThread, error) {
	thread, err := a.Tickets.ThreadOfAnyClient(ctx, id)
	ticket, err := nameClient(ctx, a, viewTicket(thread.Ticket), ticketOwner, err)
	return clientThread{Ticket: ticket, Replies: thread.Replies}, err
}

func (a *Admin) answerTicket(c *gin.Context, id ID) {
	const noClient = 0 // an administrator's reply belongs to no client
	envelope.HandleCreation(c, noClient, envelope.Parse,
		func(ctx context.Context, creation service.Creation, r ReplyRequest) (service.Created, error) {
			return a.Tickets.ReplyAsAdmin(ctx, creation, id, r.Message)
		})
}

func (a *Admin) closeTicket(ctx context.Context, id ID) (clientTicket, error) {
	t, err := a.Tickets.Close(ctx, id)
	return viewTicket(t), err
}
