package ticket

import (
	"strconv"
	"time"

	"gateway/domain"
)

// Aggregate folds the streams of tickets.
var Aggregate = domain.Aggregate[State]{Category: "ticket", Evolve: Evolve}

// Stream names the stream of a ticket.
func Stream(id int64) string { return Aggregate.Stream(strconv.FormatInt(id, 10)) }

// The statuses of a ticket.
const (
	StatusOpen     = "open"
	StatusAnswered = "answered"
	StatusClosed   = "closed"
)

// Statuses returns all statuses of a ticket.
func Statuses() []string { return []string{StatusOpen, StatusAnswered, StatusClosed} }

// MaxReplies is how many replies a ticket may have. It is limited because each answer that shows a ticket
// shows all replies.
const MaxReplies = 500

// State is a ticket; its TicketID is 0 before it is opened.
type State struct {
	Opened
	Status  string
	Replies []Reply
	// UpdatedAt is the time of the last event.
	UpdatedAt time.Time
}

// Reply holds the part of a reply that is needed to recognise and answer a retry.
type Reply struct {
	ID int64
	At time.Time
}

// Reply finds a reply by its id. It returns the zero Reply if there is none.
func (s State) Reply(id int64) Reply {
	for _, r := range s.Replies {
		if r.ID == id {
			return r
		}
	}
	return Reply{}
}

// Evolve returns the state after the event.
func Evolve(s State, event domain.Event) State {
	switch e := event.(type) {
	case Opened:
		s.Opened, s.Status, s.UpdatedAt = e, StatusOpen, e.At
	case Replied:
		s.Status, s.UpdatedAt = e.Status(), e.At
		s.Replies = append(s.Replies, Reply{ID: e.ReplyID, At: e.At})
	case Closed:
		s.Status, s.UpdatedAt = StatusClosed, e.At
	}
	return s
}

// Status returns the status of the ticket after the reply.
func (e Replied) Status() string {
	if e.IsAdmin {
		return StatusAnswered
	}
	return StatusOpen
}
