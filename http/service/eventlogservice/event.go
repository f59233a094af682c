package eventlogservice

import (
	"encoding/json"
	"time"

	"gateway/eventstore"

	"github.com/google/uuid"
)

// Event is an event of the log as staff see it.
type Event struct {
	Position int64     `json:"position"`
	Stream   string    `json:"stream"`
	Revision int64     `json:"revision"`
	Type     string    `json:"type"`
	EventID  uuid.UUID `json:"event_id"`
	// At is when it was booked.
	At time.Time `json:"at"`
	// ClientID is the client that it concerns, 0 for none.
	ClientID int64 `json:"client_id"`
	// Actor is who caused it, ApprovedBy the second administrator, and Via the credential. All that
	// follow are empty where the event does not say it.
	Actor      string `json:"actor"`
	ApprovedBy string `json:"approved_by"`
	Via        string `json:"via"`
	// RequestID is the X-Request-Id of the request behind it, TraceID that of its trace.
	RequestID     string `json:"request_id"`
	CorrelationID string `json:"correlation_id"`
	CausationID   string `json:"causation_id"`
	TraceID       string `json:"trace_id"`
	// Data is what the event says, without secrets and without what is about a person.
	Data json.RawMessage `json:"data"`
	// Hidden names the fields of Data that were left out, those of an object by their path.
	Hidden []string `json:"hidden"`
}

func eventOf(e eventstore.Recorded) Event {
	m := eventstore.ParseMetadata(e.Metadata)
	data, hidden := withoutPersons(e.Data)
	return Event{
		Position: e.Position.Commit, Stream: e.Stream, Revision: e.Revision, Type: e.Type, EventID: e.ID, At: e.BookedAt.UTC(),
		ClientID: clientOf(e, 0), Actor: m.Actor, ApprovedBy: m.ApprovedBy, Via: m.Via, RequestID: m.RequestID,
		CorrelationID: m.CorrelationID, CausationID: m.CausationID, TraceID: m.TraceID(), Data: data, Hidden: hidden,
	}
}
