package esdbserver

import (
	"context"

	"gateway/eventstore"

	"github.com/google/uuid"
)

// Record is an event that a server writes by itself, such as its statistics.
type Record struct {
	Stream, Type string
	Binary       bool // the data and metadata need not be JSON
	Data         []byte
	Metadata     []byte
}

// Record writes an event at the end of its stream, regardless of access lists. The caller must call it on the
// server that carries out the writes (Options.Leader).
func (s *Server) Record(ctx context.Context, r Record) (eventstore.Appended, error) {
	contentType := contentJSON
	if r.Binary {
		contentType = contentBinary
	}
	e, err := encodeContent(eventstore.Content{Type: contentType, Data: r.Data, Metadata: r.Metadata})
	if err != nil {
		return eventstore.Appended{}, err
	}
	e.ID, e.Type = uuid.New(), r.Type
	return s.write(ctx, r.Stream, anyRevision, []eventstore.Proposed{e})
}
