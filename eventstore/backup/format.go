package backup

import (
	"encoding/json"
	"errors"
	"time"

	"gateway/eventstore"

	"github.com/google/uuid"
)

const (
	format = "gateway-events/v1"
	// blockSize is the maximum number of events that share a checksum.
	blockSize = 1_000
	// maxLine is the maximum length of a line in bytes: one event of the largest size, escaped.
	maxLine = 8 << 20
)

// Header is the first line of a file.
type Header struct {
	Format string `json:"format"`
	// Store is the id of the log that was exported.
	Store string    `json:"store"`
	At    time.Time `json:"exported_at"`
	// Head is the position of the newest event when the export began.
	Head eventstore.Position `json:"head"`
}

// checksum is the line after a block, trailer the last line.
type (
	checksum struct {
		SHA256 string `json:"sha256"`
	}
	trailer struct {
		Events int64 `json:"events"`
		// SHA256 is the hash of all preceding lines. Files of the first releases lack it.
		SHA256 string `json:"sha256,omitempty"`
	}
)

// line is any line after the header: an event, a checksum or the trailer. Data and Metadata are strings, so
// that their bytes stay unchanged.
type line struct {
	Position *eventstore.Position `json:"position,omitempty"`
	Stream   string               `json:"stream,omitempty"`
	Revision eventstore.Revision  `json:"revision"`
	ID       uuid.UUID            `json:"id,omitzero"`
	Type     string               `json:"type,omitempty"`
	Data     string               `json:"data,omitempty"`
	Metadata string               `json:"metadata,omitempty"`
	Created  time.Time            `json:"created,omitzero"`

	SHA256 string `json:"sha256,omitempty"`
	Events *int64 `json:"events,omitempty"`
}

func (l line) event() (eventstore.Recorded, error) {
	if l.Position == nil || l.Stream == "" || l.Type == "" || l.ID == uuid.Nil || !json.Valid([]byte(l.Data)) {
		return eventstore.Recorded{}, errors.New("is no event")
	}
	return eventstore.Recorded{
		Proposed: eventstore.Proposed{ID: l.ID, Type: l.Type, Data: json.RawMessage(l.Data), Metadata: json.RawMessage(l.Metadata)},
		Stream:   l.Stream, Revision: l.Revision, Position: *l.Position, BookedAt: l.Created,
	}, nil
}
