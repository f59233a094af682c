package ticket

import (
	"strings"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/domaintest"
)

var noon = time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)

var opened = Opened{
	TicketID: 1, ClientID: 7, Subject: "Callback", Description: "None came.\nWhy?",
	Category: "bug", Priority: "high", By: "client:7", At: noon,
}

func eventsOf(events ...domain.Event) []domain.Event { return events }

func TestOpen(t *testing.T) {
	t.Parallel()
	open := func(change func(*OpenCmd)) func(State) ([]domain.Event, error) {
		cmd := OpenCmd(opened)
		change(&cmd)
		return func(s State) ([]domain.Event, error) { return Open(s, cmd) }
	}
	byDefault := opened
	byDefault.Category, byDefault.Priority = "question", "medium"
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "a retry does nothing", Given: eventsOf(opened), When: open(func(*OpenCmd) {})},
		{Name: "without a subject", When: open(func(c *OpenCmd) { c.Subject = " " }), Refused: "invalid_field subject"},
		{Name: "a subject that is too long", When: open(func(c *OpenCmd) { c.Subject = strings.Repeat("x", 256) }), Refused: "invalid_field subject"},
		{Name: "without a description", When: open(func(c *OpenCmd) { c.Description = "" }), Refused: "invalid_field description"},
		{Name: "a description that is too long", When: open(func(c *OpenCmd) { c.Description = strings.Repeat("x", 10_001) }), Refused: "invalid_field description"},
		{Name: "a category that is none", When: open(func(c *OpenCmd) { c.Category = "Bug" }), Refused: "invalid_field category"},
		{Name: "a priority that is none", When: open(func(c *OpenCmd) { c.Priority = "urgent" }), Refused: "invalid_field priority"},
		{Name: "a question of medium priority unless it says", When: open(func(c *OpenCmd) { c.Category, c.Priority = "", "" }), Then: eventsOf(byDefault)},
		{Name: "as it says", When: open(func(*OpenCmd) {}), Then: eventsOf(opened)},
	})
}

// said is the n-th reply, by an administrator or by the client.
func said(n int64, isAdmin bool, previous string) Replied {
	e := Replied{TicketID: 1, ClientID: 7, ReplyID: n, Message: "hi", IsAdmin: isAdmin, PreviousStatus: previous, By: "client:7", At: noon}
	if isAdmin {
		e.By = "admin:3"
	}
	return e
}

func TestAddReply(t *testing.T) {
	t.Parallel()
	reply := func(cmd AddReplyCmd) func(State) ([]domain.Event, error) {
		cmd.At = noon
		return func(s State) ([]domain.Event, error) { return AddReply(s, cmd) }
	}
	byClient := AddReplyCmd{ReplyID: 2, ClientID: 7, Message: "hi", By: "client:7"}
	byOtherClient := AddReplyCmd{ReplyID: 2, ClientID: 8, Message: "hi"}
	byAdmin := AddReplyCmd{ReplyID: 2, Message: "hi", IsAdmin: true, By: "admin:3"}
	silent, long := byClient, byClient
	silent.Message, long.Message = "", strings.Repeat("x", 10_001)
	closed := Closed{TicketID: 1, ClientID: 7, PreviousStatus: StatusOpen, By: "admin:3", At: noon}
	full := eventsOf(opened)
	for n := range int64(MaxReplies) {
		full = append(full, said(100+n, false, StatusOpen))
	}
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "to no ticket", When: reply(byClient), Refused: "not_found"},
		{Name: "by another client", Given: eventsOf(opened, said(2, false, StatusOpen), closed), When: reply(byOtherClient), Refused: "ticket_forbidden"},
		{Name: "a retry does nothing, also when closed since", Given: eventsOf(opened, said(2, false, StatusOpen), said(3, true, StatusOpen), closed), When: reply(byClient)},
		{Name: "to a closed ticket by the client", Given: eventsOf(opened, closed), When: reply(silent), Refused: "ticket_closed"},
		{Name: "to a closed ticket by the byAdmin", Given: eventsOf(opened, closed), When: reply(byAdmin), Refused: "ticket_closed"},
		{Name: "that says nothing", Given: full, When: reply(silent), Refused: "invalid_field message"},
		{Name: "that is too long", Given: full, When: reply(long), Refused: "invalid_field message"},
		{Name: "one too many", Given: full, When: reply(byClient), Refused: "too_many_replies"},
		{Name: "the last one", Given: full[:MaxReplies], When: reply(byClient), Then: eventsOf(said(2, false, StatusOpen))},
		{Name: "the client's leaves it open", Given: eventsOf(opened), When: reply(byClient), Then: eventsOf(said(2, false, StatusOpen))},
		{Name: "the byAdmin's answers it", Given: eventsOf(opened), When: reply(byAdmin), Then: eventsOf(said(2, true, StatusOpen))},
		{Name: "the byAdmin's leaves it answered", Given: eventsOf(opened, said(1, true, StatusOpen)), When: reply(byAdmin), Then: eventsOf(said(2, true, StatusAnswered))},
		{Name: "the client's opens it again", Given: eventsOf(opened, said(1, true, StatusOpen)), When: reply(byClient), Then: eventsOf(said(2, false, StatusAnswered))},
		{Name: "after that it is open", Given: eventsOf(opened, said(1, true, StatusOpen), said(3, false, StatusAnswered)), When: reply(byAdmin), Then: eventsOf(said(2, true, StatusOpen))},
	})
}

func TestClose(t *testing.T) {
	t.Parallel()
	closing := func(s State) ([]domain.Event, error) { return Close(s, "admin:3", noon) }
	closed := func(previous string) Closed {
		return Closed{TicketID: 1, ClientID: 7, PreviousStatus: previous, By: "admin:3", At: noon}
	}
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "no ticket", When: closing, Refused: "not_found"},
		{Name: "closed already", Given: eventsOf(opened, closed(StatusOpen)), When: closing},
		{Name: "open", Given: eventsOf(opened), When: closing, Then: eventsOf(closed(StatusOpen))},
		{Name: "answered", Given: eventsOf(opened, said(1, true, StatusOpen)), When: closing, Then: eventsOf(closed(StatusAnswered))},
	})
}
