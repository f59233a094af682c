package harness

import "testing"

// Tickets and replies, as clients and administrators see them.
var (
	TicketShape = Shape{
		"id": "integer", "subject": "string", "description": "string", "category": "string", "priority": "string",
		"status": "string", "created_at": "time", "updated_at": "time",
	}
	ReplyShape        = Shape{"id": "integer", "ticket_id": "integer", "message": "string", "is_admin": "boolean", "created_at": "time"}
	ConversationShape = Shape{"ticket": "object", "replies": "array"}
	AdminTicketShape  = TicketShape.And(Shape{"client_id": "integer", "client_name": "string"})
	// Question is a new ticket, Message a reply to one.
	Question      = Object{"subject": "Callback", "description": "None came.\nWhy?"}
	Message       = Object{"message": "Halo"}
	UnknownTicket = "/tickets/999999999"
)

// OpenTicket opens a ticket and returns its id.
func (c Caller) OpenTicket(tb testing.TB) string {
	tb.Helper()
	return itoa(c.Post(tb, "/tickets", Question).Wants(tb, 201).ID(tb, "id"))
}
