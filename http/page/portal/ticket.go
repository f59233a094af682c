package portal

import (
	"errors"
	"net/http"
	"net/url"
	"strconv"

	"gateway/domain/ticket"
	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
)

var ticketPages = []page.Page{
	{Path: "/tickets", Group: "read_tickets", Section: words.HelpSection, Nav: words.Tickets, Show: showTicketSteps, Table: listTickets},
	{Path: "/tickets/new", Group: "tickets", Title: words.NewTicket, Show: showNewTicket},
	{Path: "/tickets/:id", Group: "read_tickets", Title: words.Ticket, Show: showTicket},
	{Path: "/proposals/new", Group: "tickets", Section: words.HelpSection, Nav: words.Proposal, Show: showProposal},
}

var ticketActions = []page.Action{
	{Path: "/tickets/new", Group: "tickets", Page: "/tickets/new", Do: openTicket},
	{Path: "/tickets/:id/reply", Group: "tickets", Page: "/tickets/:id", Do: replyToTicket},
	{Path: "/proposals/new", Group: "tickets", Page: "/proposals/new", Do: sendProposal},
}

func showTicketSteps(c *page.Context) ([]page.Block, error) {
	if !c.May("tickets") {
		return nil, nil
	}
	return []page.Block{page.Links{Main: true, Links: []page.Link{{Text: c.T(words.NewTicket), Path: c.Link("/tickets/new")}}}}, nil
}

func listTickets(c *page.Context) (*page.Table, error) {
	query := c.Filter("status")
	query.Set("per_page", "50")
	list, err := api.ListTickets(c, query)
	if err != nil {
		return nil, err
	}
	t := &page.Table{
		Columns: c.Titles(words.CreatedAt, words.SubjectField, words.Status, words.CategoryField, words.PriorityField, words.UpdatedAt),
		Filters: []page.Field{{Name: "status", Label: c.T(words.Status), Options: c.Choices(words.States, ticket.Statuses()...)}},
		Total:   list.Total, After: list.Next, Empty: c.T(words.NoTicketsYet),
	}
	for _, row := range list.Data {
		t.Add(c.Time(row.CreatedAt), page.Plain(row.Subject).To(c.Link("/tickets/"+strconv.FormatInt(row.ID, 10))), c.State(row.Status),
			page.Plain(c.Word(words.Categories, row.Category)), page.Plain(c.Word(words.Priorities, row.Priority)), c.Time(row.UpdatedAt))
	}
	return t, nil
}

func showNewTicket(c *page.Context) ([]page.Block, error) {
	categories := c.Choices(words.Categories, "question", "bug", "feature_request", "other")[1:]
	priorities := c.Choices(words.Priorities, "low", "medium", "high")[1:]
	return []page.Block{page.Form{Action: "/tickets/new", Submit: c.T(words.OpenTicket), Fields: []page.Field{
		{Name: "subject", Label: c.T(words.SubjectField), Required: true},
		{Name: "description", Label: c.T(words.QuestionField), Kind: "area", Required: true},
		{Name: "category", Label: c.T(words.CategoryField), Value: "question", Options: categories},
		{Name: "priority", Label: c.T(words.PriorityField), Value: "medium", Options: priorities},
	}}}, nil
}

func openTicket(c *page.Context) (page.Result, error) {
	opened, err := api.OpenTicket(c, page.Body{}.Texts(c, "subject", "description", "category", "priority"))
	return page.Result{To: "/tickets/" + strconv.FormatInt(opened.ID, 10), Done: "sent"}, err
}

func showTicket(c *page.Context) ([]page.Block, error) {
	read, err := api.GetTicket(c, c.Param("id"))
	if err != nil {
		return nil, asUnknown(err)
	}
	said := page.Story{Title: read.Ticket.Subject, Entries: []page.StoryEntry{
		{At: c.Time(read.Ticket.CreatedAt), Title: c.T(words.YouSaid), Summary: read.Ticket.Description},
	}}
	for _, r := range read.Replies {
		entry := page.StoryEntry{At: c.Time(r.CreatedAt), Title: c.T(words.YouSaid), Summary: r.Message}
		if r.IsAdmin {
			entry.Title, entry.Kind = c.T(words.SupportSaid), "callback"
		}
		said.Entries = append(said.Entries, entry)
	}
	left := []page.Block{said}
	if read.Ticket.Status != ticket.StatusClosed && c.May("tickets") {
		left = append(left, page.Form{
			Title: c.T(words.Reply), Action: "/tickets/" + page.Key(read.Ticket.ID) + "/reply", Submit: c.T(words.Reply),
			Fields: []page.Field{{Name: "message", Label: c.T(words.ReplyMessage), Kind: "area", Required: true}},
		})
	}
	return []page.Block{page.Columns{Left: left, Right: []page.Block{page.Details{Title: c.T(words.Facts), Pairs: []page.Pair{
		{Label: c.T(words.Status), Value: c.State(read.Ticket.Status)},
		{Label: c.T(words.CategoryField), Value: page.Plain(c.Word(words.Categories, read.Ticket.Category))},
		{Label: c.T(words.PriorityField), Value: page.Plain(c.Word(words.Priorities, read.Ticket.Priority))},
		{Label: c.T(words.UpdatedAt), Value: c.Time(read.Ticket.UpdatedAt)},
	}}}}}, nil
}

func replyToTicket(c *page.Context) (page.Result, error) {
	path := "/tickets/" + url.PathEscape(c.Param("id"))
	_, err := api.ReplyToTicket(c, c.Param("id"), page.Body{}.Texts(c, "message"))
	return page.Result{To: path, Done: "sent"}, asUnknown(err)
}

// asUnknown turns the refusal of another client's ticket, a 403 by the API reference, into the refusal of an
// unknown ticket, so that a page does not reveal which ids exist.
func asUnknown(err error) error {
	var refusal *page.Problem
	if errors.As(err, &refusal) && refusal.Code == "ticket_forbidden" {
		return &page.Problem{Status: http.StatusNotFound, Code: "not_found"}
	}
	return err
}
