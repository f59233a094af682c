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
	// Stream is the name of one stream, which is then read alone.
	Stream string
	// Category is the part of a stream's name before its id: `balance`.
	Category string
	// Type is an event's name, with its version or without.
	Type string
	// ClientID selects what concerns a client: the event names it, or it caused the event.
	ClientID int64
	// CorrelationID selects what one request caused.
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

// clientOf returns the client that an event concerns, 0 for none. wanted, when not 0, is the
// only client of interest: an event without its digits is not parsed.
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
