package eventlogservice

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"gateway/eventstore"
)

// Filter selects events; an empty field selects all.
type Filter struct {
	// Stream limits the search to one stream, which is then read alone.
	Stream string
	// Category is the part of a stream's name before its id, such as `balance`.
	Category string
	// Type is an event's name, with or without its version.
	Type string
	// ClientID selects events that name a client or were caused by it.
	ClientID int64
	// CorrelationID selects the events that one request caused.
	CorrelationID string
}

func (f Filter) matches(e eventstore.Recorded) bool {
	switch {
	case f.Stream != "" && e.Stream != f.Stream,
		f.Category != "" && category(e.Stream) != f.Category,
		f.Type != "" && e.Type != f.Type && withoutVersion(e.Type) != f.Type:
		return false
	}
	return (f.ClientID == 0 || clientOf(e, f.ClientID) == f.ClientID) && (f.CorrelationID == "" || correlates(e, f.CorrelationID))
}

func withoutVersion(name string) string {
	at := strings.LastIndex(name, ".v")
	if at < 0 {
		return name
	}
	if _, err := strconv.Atoi(name[at+2:]); err != nil {
		return name
	}
	return name[:at]
}

// clientOf returns the client that an event concerns, or 0. If wanted is not 0, only that client is of
// interest, and an event that does not contain its digits is not parsed.
func clientOf(e eventstore.Recorded, wanted int64) int64 {
	if wanted != 0 {
		digits := strconv.AppendInt(nil, wanted, 10)
		if !bytes.Contains(e.Data, digits) && !bytes.Contains(e.Metadata, digits) {
			return 0
		}
	}
	var data struct {
		ClientID int64 `json:"client_id"`
	}
	_ = json.Unmarshal(e.Data, &data) // an event of another program names no client of ours
	if data.ClientID != 0 {
		return data.ClientID
	}
	var actor int64
	_, _ = fmt.Sscanf(eventstore.ParseMetadata(e.Metadata).Actor, "client:%d", &actor) // 0 for all others
	return actor
}

func correlates(e eventstore.Recorded, id string) bool {
	return bytes.Contains(e.Metadata, []byte(id)) && eventstore.ParseMetadata(e.Metadata).CorrelationID == id
}
