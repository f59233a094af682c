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
	// blockSize is how many events share a checksum.
	blockSize = 1_000
	// maxLine is how long a line may be: an append of the largest size, escaped.
	maxLine = 8 << 20
)

// Header is the first line.
type Header struct {
	Format string `json:"format"`
	// Store is the id of the log that was exported.
	Store string    `json:"store"`
	At    time.Time `json:"exported_at"`
	// Head is the position of the newest event when the export began.
	Head eventstore.Position `json:"head"`
}

// checksum follows a block, and trailer the last one.
type (
	checksum struct {
		SHA256 string `json:"sha256"`
	}
	trailer struct {
		Events int64 `json:"events"`
		// SHA256 is that of all lines before. Files of the first releases have none.
		SHA256 string `json:"sha256,omitempty"`
	}
)

// line is an event, or when it is read any line after the header. Data and Metadata
// are strings, since their bytes are kept as they are.
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

func lineOf(r eventstore.Recorded) line {
	return line{
		Position: &r.Position, Stream: r.Stream, Revision: r.Revision, ID: r.ID, Type: r.Type,
		Data: string(r.Data), Metadata: string(r.Metadata), Created: r.Created.UTC(),
	}
}

func (l line) event() (eventstore.Recorded, error) {
	if l.Position == nil || l.Stream == "" || l.Type == "" || l.ID == uuid.Nil || !json.Valid([]byte(l.Data)) {
		return eventstore.Recorded{}, errors.New("is no event")
	}
	return eventstore.Recorded{
		Proposed: eventstore.Proposed{ID: l.ID, Type: l.Type, Data: json.RawMessage(l.Data), Metadata: json.RawMessage(l.Metadata)},
		Stream:   l.Stream, Revision: l.Revision, Position: *l.Position, Created: l.Created,
	}, nil
}
