package staff

import (
	"net/url"

	"gateway/domain/ticket"
	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
)

var ticketPages = []page.Page{
	{Path: "/tickets", Group: "read_support", Section: words.WorkSection, Nav: words.Tickets, Table: listTickets},
	{Path: "/tickets/:id", Group: "read_support", Title: words.TicketTitle, Show: showTicket},
}

var ticketActions = []page.Action{
	{Path: "/tickets/:id/reply", Group: "support", Page: "/tickets/:id", Do: page.Sends(words.DoneSent, api.AnswerTicket, replyBody)},
	{
		Path: "/tickets/:id/close", Group: "support", Page: "/tickets/:id",
		Sure: page.Warns(words.CloseTicket, words.SureCloseTicket), Do: page.Does("saved", api.CloseTicket),
	},
}

func listTickets(c *page.Context) (*page.Table, error) {
	query := c.Filter("status", "client_id")
	query.Set("per_page", "50")
	list, err := api.ListClientTickets(c, query)
	if err != nil {
		return nil, err
	}
	t := &page.Table{
		Columns: c.Titles(words.UpdatedAt, words.ID, words.Client, words.TicketSubject, words.Category, words.Priority, words.Status),
		Filters: []page.Field{
			statusFilter(c, ticket.Statuses()...),
			clientFilter(c),
		},
		Total: list.Total, After: list.Next, Empty: c.T(words.TicketsEmpty),
	}
	for _, r := range list.Data {
		path := c.Link("/tickets/" + page.Key(r.ID))
		t.Add(c.Time(r.UpdatedAt), page.Plain(page.Key(r.ID)).To(path), clientCell(c, r.ClientID, r.ClientName), page.Plain(r.Subject).To(path),
			page.Plain(c.Word(words.Categories, r.Category)), page.Plain(c.Word(words.Priorities, r.Priority)), c.State(r.Status))
	}
	return withNames(c, t, list.Data, func(r api.AdminTicket) string { return r.ClientName }), nil
}

func showTicket(c *page.Context) ([]page.Block, error) {
	path := "/tickets/" + url.PathEscape(c.Param("id"))
	thread, err := api.GetClientTicket(c, c.Param("id"))
	if err != nil {
		return nil, err
	}
	left := []page.Block{page.Message{Who: c.T(words.SaysClient), At: c.Time(thread.Ticket.CreatedAt), Text: thread.Ticket.Description}}
	for _, r := range thread.Replies {
		who := c.T(words.SaysClient)
		if r.IsAdmin {
			who = c.T(words.SaysSupport)
		}
		left = append(left, page.Message{Who: who, At: c.Time(r.CreatedAt), Text: r.Message, Own: r.IsAdmin})
	}
	if c.May("support") && thread.Ticket.Status != ticket.StatusClosed {
		left = append(left,
			step(c, path+"/reply", words.ReplyTicket, noHint, page.Field{Name: "message", Label: c.T(words.Message), Kind: "area", Required: true}),
			page.Form{Action: path + "/close", Submit: c.T(words.CloseTicket), Inline: true, Danger: true})
	}
	c.SetTitle(words.Isolated(thread.Ticket.Subject))
	return []page.Block{page.Columns{Left: left, Right: []page.Block{ticketDetails(c, thread.Ticket)}}}, nil
}

func ticketDetails(c *page.Context, t api.AdminTicket) page.Details {
	return page.Details{Title: c.T(words.Facts), Pairs: []page.Pair{
		{Label: c.T(words.Status), Value: c.State(t.Status)},
		{Label: c.T(words.Client), Value: clientCell(c, t.ClientID, t.ClientName)},
		{Label: c.T(words.Category), Value: page.Plain(c.Word(words.Categories, t.Category))},
		{Label: c.T(words.Priority), Value: page.Plain(c.Word(words.Priorities, t.Priority))},
		{Label: c.T(words.CreatedAt), Value: c.Time(t.CreatedAt)},
		{Label: c.T(words.UpdatedAt), Value: c.Time(t.UpdatedAt)},
	}}
}

func replyBody(c *page.Context) any { return page.Body{"message": c.Field("message")} }
