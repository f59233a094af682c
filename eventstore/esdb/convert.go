package esdb

import (
	"bytes"
	"encoding/json"
	"math"
	"strings"

	"gateway/eventstore"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
)

// toClientEvents copies the events, because they may be sent after the caller has returned and changed them.
func toClientEvents(events []eventstore.Proposed) []client.EventData {
	data := make([]client.EventData, len(events))
	for i, e := range events {
		data[i] = client.EventData{
			EventID: e.ID, EventType: e.Type, ContentType: client.ContentTypeJson,
			Data: bytes.Clone(e.Data), Metadata: bytes.Clone(e.StoredMetadata()),
		}
	}
	return data
}

func toClientPosition(p eventstore.Position) client.AllPosition {
	if p == (eventstore.Position{}) {
		return client.Start{}
	}
	return client.Position{Commit: uint64(p.Commit), Prepare: uint64(p.Prepare)}
}

// fromClientEvent converts an event that was read. Content that is not JSON, which only other programs write,
// is wrapped in an envelope.
func fromClientEvent(e *client.RecordedEvent) eventstore.Recorded {
	r := eventstore.Recorded{
		Proposed: eventstore.Proposed{ID: e.EventID, Type: e.EventType, Data: e.Data},
		Stream:   e.StreamID, Revision: eventstore.Revision(e.EventNumber),
		Position: fromClientPosition(e.Position),
	}
	var metadata json.RawMessage
	c := eventstore.Content{Type: e.ContentType, Data: e.Data, Metadata: e.UserMetadata}
	switch {
	case len(e.UserMetadata) > 0 && (eventstore.IsMarked(e.UserMetadata) || c.IsJSON()):
		metadata = e.UserMetadata
	case len(e.UserMetadata) == 0 && c.IsJSON():
	default:
		if inEnvelope, err := c.Envelope(); err == nil { // never fails: text and bytes can always be encoded
			r.Data = inEnvelope
		}
	}
	r.SetStored(metadata, e.CreatedDate)
	return r
}

// fromClientPosition returns the zero Position if the server gave none, as servers before 22.6 do for the
// events of a stream.
func fromClientPosition(p client.Position) eventstore.Position {
	if p.Commit > math.MaxInt64 || p.Prepare > math.MaxInt64 {
		return eventstore.Position{}
	}
	return eventstore.Position{Commit: int64(p.Commit), Prepare: int64(p.Prepare)}
}

// isSystem reports whether an event belongs to the server itself, by its type or its stream. The stream
// counts too, because persistent subscriptions and the default rights have event types without `$`.
func isSystem(e eventstore.Recorded) bool {
	return strings.HasPrefix(e.Type, "$") || strings.HasPrefix(e.Stream, "$")
}
