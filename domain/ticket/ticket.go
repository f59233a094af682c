package ticket

import (
	"slices"
	"strings"
	"time"

	"gateway/domain"
	"gateway/domain/text"
)

// The categories and priorities of tickets (API reference: Tickets).
var (
	Categories = []string{"bug", "feature_request", "question", "other"}
	Priorities = []string{"low", "medium", "high"}
)

// The category and priority of a ticket that names none.
const (
	DefaultCategory = "question"
	DefaultPriority = "medium"
)

// OpenCmd opens a ticket. It has the fields of the event Opened; Category and Priority may
// be empty.
type OpenCmd Opened

// Open decides an OpenCmd. Checks: opened already: nothing happens; invalid_field subject,
// description, category and priority.
func Open(s State, cmd OpenCmd) ([]domain.Event, error) {
	if s.TicketID != 0 {
		return nil, nil
	}
	if cmd.Category == "" {
		cmd.Category = DefaultCategory
	}
	if cmd.Priority == "" {
		cmd.Priority = DefaultPriority
	}
	if err := cmd.check(); err != nil {
		return nil, err
	}
	return []domain.Event{Opened(cmd)}, nil
}

func (cmd OpenCmd) check() error {
	return domain.Together(
		text.Require("subject", cmd.Subject, text.MaxLine),
		text.Require("description", cmd.Description, text.MaxText),
		oneOf("category", cmd.Category, Categories),
		oneOf("priority", cmd.Priority, Priorities),
	)
}

func oneOf(field, word string, words []string) error {
	if slices.Contains(words, word) {
		return nil
	}
	return domain.InvalidField(field, "must be one of %s", strings.Join(words, ", "))
}

// AddReplyCmd replies to a ticket: as an administrator if IsAdmin is set, otherwise as the client ClientID.
type AddReplyCmd struct {
	ReplyID  int64
	ClientID int64
	Message  string
	IsAdmin  bool
	By       string
	At       time.Time
}

// AddReply decides an AddReplyCmd. Checks, in this order:
//
//  1. not_found: there is no such ticket
//  2. ErrForeign: it belongs to another client
//  3. there is a reply with this ReplyID: nothing happens
//  4. ticket_closed, for administrators too
//  5. invalid_field message
//  6. too_many_replies
func AddReply(s State, cmd AddReplyCmd) ([]domain.Event, error) {
	if s.TicketID == 0 {
		return nil, notFound()
	}
	if !cmd.IsAdmin && cmd.ClientID != s.ClientID {
		return nil, ErrForeign
	}
	if s.Reply(cmd.ReplyID).ID != 0 {
		return nil, nil
	}
	if s.Status == StatusClosed {
		return nil, domain.Refuse(domain.Invalid, "ticket_closed", "the ticket is closed")
	}
	if err := text.Require("message", cmd.Message, text.MaxText); err != nil {
		return nil, err
	}
	if len(s.Replies) >= MaxReplies {
		return nil, domain.Refuse(domain.Invalid, "too_many_replies", "a ticket may have %d replies", MaxReplies)
	}
	return []domain.Event{Replied{
		TicketID: s.TicketID, ClientID: s.ClientID, ReplyID: cmd.ReplyID, Message: cmd.Message, IsAdmin: cmd.IsAdmin,
		PreviousStatus: s.Status, By: cmd.By, At: cmd.At,
	}}, nil
}

// Close closes a ticket. Checks: not_found; closed already: nothing happens.
func Close(s State, by string, at time.Time) ([]domain.Event, error) {
	if s.TicketID == 0 {
		return nil, notFound()
	}
	if s.Status == StatusClosed {
		return nil, nil
	}
	return []domain.Event{Closed{
		TicketID: s.TicketID, ClientID: s.ClientID, PreviousStatus: s.Status, By: by, At: at,
	}}, nil
}

// ErrForeign refuses access to another client's ticket.
var ErrForeign = domain.Refuse(domain.Forbidden, "ticket_forbidden", "this is not your ticket")

func notFound() error { return domain.Refuse(domain.NotFound, "not_found", "not found") }
