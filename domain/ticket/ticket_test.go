package ticket_test

import (
	"strings"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/domaintest"
	"gateway/domain/ticket"
)

var noon = time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)

var opened = ticket.Opened{
	TicketID: 1, ClientID: 7, Subject: "Callback", Description: "None came.\nWhy?",
	Category: "bug", Priority: "high", By: "client:7", At: noon,
}

func eventsOf(events ...domain.Event) []domain.Event { return events }

func TestOpen(t *testing.T) {
	t.Parallel()
	open := func(change func(*ticket.OpenCmd)) func(ticket.State) ([]domain.Event, error) {
		cmd := ticket.OpenCmd(opened)
		change(&cmd)
		return func(s ticket.State) ([]domain.Event, error) { return ticket.Open(s, cmd) }
	}
	byDefault := opened
	byDefault.Category, byDefault.Priority = "question", "medium"
	domaintest.Run(t, ticket.Aggregate, []domaintest.Case[ticket.State]{
		{Name: "a retry does nothing", Given: eventsOf(opened), When: open(func(*ticket.OpenCmd) {})},
		{Name: "without a subject", When: open(func(c *ticket.OpenCmd) { c.Subject = " " }), Refused: "invalid_field subject"},
		{Name: "a subject that is too long", When: open(func(c *ticket.OpenCmd) { c.Subject = strings.Repeat("x", 256) }), Refused: "invalid_field subject"},
		{Name: "without a description", When: open(func(c *ticket.OpenCmd) { c.Description = "" }), Refused: "invalid_field description"},
		{Name: "a description that is too long", When: open(func(c *ticket.OpenCmd) { c.Description = strings.Repeat("x", 10_001) }), Refused: "invalid_field description"},
		{Name: "a category that is none", When: open(func(c *ticket.OpenCmd) { c.Category = "Bug" }), Refused: "invalid_field category"},
		{Name: "a priority that is none", When: open(func(c *ticket.OpenCmd) { c.Priority = "urgent" }), Refused: "invalid_field priority"},
		{Name: "a question of medium priority unless it says", When: open(func(c *ticket.OpenCmd) { c.Category, c.Priority = "", "" }), Then: eventsOf(byDefault)},
		{Name: "as it says", When: open(func(*ticket.OpenCmd) {}), Then: eventsOf(opened)},
	})
}

// said is the n-th reply, by an administrator or by the client.
func said(n int64, isAdmin bool, previous string) ticket.Replied {
	e := ticket.Replied{TicketID: 1, ClientID: 7, ReplyID: n, Message: "hi", IsAdmin: isAdmin, PreviousStatus: previous, By: "client:7", At: noon}
	if isAdmin {
		e.By = "admin:3"
	}
	return e
}

func TestAddReply(t *testing.T) {
	t.Parallel()
	reply := func(cmd ticket.AddReplyCmd) func(ticket.State) ([]domain.Event, error) {
		cmd.At = noon
		return func(s ticket.State) ([]domain.Event, error) { return ticket.AddReply(s, cmd) }
	}
	byClient := ticket.AddReplyCmd{ReplyID: 2, ClientID: 7, Message: "hi", By: "client:7"}
	byOtherClient := ticket.AddReplyCmd{ReplyID: 2, ClientID: 8, Message: "hi"}
	byAdmin := ticket.AddReplyCmd{ReplyID: 2, Message: "hi", IsAdmin: true, By: "admin:3"}
	silent, long := byClient, byClient
	silent.Message, long.Message = "", strings.Repeat("x", 10_001)
	closed := ticket.Closed{TicketID: 1, ClientID: 7, PreviousStatus: ticket.StatusOpen, By: "admin:3", At: noon}
	full := eventsOf(opened)
	for n := range int64(ticket.MaxReplies) {
		full = append(full, said(100+n, false, ticket.StatusOpen))
	}
	domaintest.Run(t, ticket.Aggregate, []domaintest.Case[ticket.State]{
		{Name: "to no ticket", When: reply(byClient), Refused: "not_found"},
		{Name: "by another client", Given: eventsOf(opened, said(2, false, ticket.StatusOpen), closed), When: reply(byOtherClient), Refused: "ticket_forbidden"},
		{Name: "a retry does nothing, also when closed since", Given: eventsOf(opened, said(2, false, ticket.StatusOpen), said(3, true, ticket.StatusOpen), closed), When: reply(byClient)},
		{Name: "to a closed ticket by the client", Given: eventsOf(opened, closed), When: reply(silent), Refused: "ticket_closed"},
		{Name: "to a closed ticket by the byAdmin", Given: eventsOf(opened, closed), When: reply(byAdmin), Refused: "ticket_closed"},
		{Name: "that says nothing", Given: full, When: reply(silent), Refused: "invalid_field message"},
		{Name: "that is too long", Given: full, When: reply(long), Refused: "invalid_field message"},
		{Name: "one too many", Given: full, When: reply(byClient), Refused: "too_many_replies"},
		{Name: "the last one", Given: full[:ticket.MaxReplies], When: reply(byClient), Then: eventsOf(said(2, false, ticket.StatusOpen))},
		{Name: "the client's leaves it open", Given: eventsOf(opened), When: reply(byClient), Then: eventsOf(said(2, false, ticket.StatusOpen))},
		{Name: "the byAdmin's answers it", Given: eventsOf(opened), When: reply(byAdmin), Then: eventsOf(said(2, true, ticket.StatusOpen))},
		{Name: "the byAdmin's leaves it answered", Given: eventsOf(opened, said(1, true, ticket.StatusOpen)), When: reply(byAdmin), Then: eventsOf(said(2, true, ticket.StatusAnswered))},
		{Name: "the client's opens it again", Given: eventsOf(opened, said(1, true, ticket.StatusOpen)), When: reply(byClient), Then: eventsOf(said(2, false, ticket.StatusAnswered))},
		{Name: "after that it is open", Given: eventsOf(opened, said(1, true, ticket.StatusOpen), said(3, false, ticket.StatusAnswered)), When: reply(byAdmin), Then: eventsOf(said(2, true, ticket.StatusOpen))},
	})
}

func TestClose(t *testing.T) {
	t.Parallel()
	closing := func(s ticket.State) ([]domain.Event, error) { return ticket.Close(s, "admin:3", noon) }
	closed := func(previous string) ticket.Closed {
		return ticket.Closed{TicketID: 1, ClientID: 7, PreviousStatus: previous, By: "admin:3", At: noon}
	}
	domaintest.Run(t, ticket.Aggregate, []domaintest.Case[ticket.State]{
		{Name: "no ticket", When: closing, Refused: "not_found"},
		{Name: "closed already", Given: eventsOf(opened, closed(ticket.StatusOpen)), When: closing},
		{Name: "open", Given: eventsOf(opened), When: closing, Then: eventsOf(closed(ticket.StatusOpen))},
		{Name: "answered", Given: eventsOf(opened, said(1, true, ticket.StatusOpen)), When: closing, Then: eventsOf(closed(ticket.StatusAnswered))},
	})
}
