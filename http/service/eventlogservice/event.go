package eventlogservice

import (
	"encoding/json"
	"time"

	"gateway/eventstore"

	"github.com/google/uuid"
)

// Event is an event of the log in the form shown to staff.
type Event struct {
	Position int64     `json:"position"`
	Stream   string    `json:"stream"`
	Revision int64     `json:"revision"`
	Type     string    `json:"type"`
	EventID  uuid.UUID `json:"event_id"`
	// At is when the event was booked.
	At time.Time `json:"at"`
	// ClientID is the client that the event concerns, or 0.
	ClientID int64 `json:"client_id"`
	// Actor is the actor that caused the event, ApprovedBy the second administrator, and Via the credential.
	// This and the following fields are empty when the event does not have them.
	Actor      string `json:"actor"`
	ApprovedBy string `json:"approved_by"`
	Via        string `json:"via"`
	// RequestID is the X-Request-Id of the request that caused it, and TraceID is the id of its trace.
	RequestID     string `json:"request_id"`
	CorrelationID string `json:"correlation_id"`
	CausationID   string `json:"causation_id"`
	TraceID       string `json:"trace_id"`
	// Data is the event's data without secrets and personal data.
	Data json.RawMessage `json:"data"`
	// Hidden names the fields that were left out of Data, with nested fields given as paths.
	Hidden []string `json:"hidden"`
}

func eventOf(e eventstore.Recorded) Event {
	m := eventstore.ParseMetadata(e.Metadata)
	data, hidden := withoutPersons(e.Type, e.Data)
	return Event{
		Position: e.Position.Commit, Stream: e.Stream, Revision: e.Revision, Type: e.Type, EventID: e.ID, At: e.BookedAt.UTC(),
		ClientID: clientOf(e, 0), Actor: m.Actor, ApprovedBy: m.ApprovedBy, Via: m.Via, RequestID: m.RequestID,
		CorrelationID: m.CorrelationID, CausationID: m.CausationID, TraceID: m.TraceID(), Data: data, Hidden: hidden,
	}
}
