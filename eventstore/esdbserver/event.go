package esdbserver

import (
	"context"
	"encoding/binary"
	"math"
	"strconv"

	"gateway/eventstore"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"github.com/google/uuid"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// The properties of an event's system metadata, and their values.
const (
	propertyType        = "type"
	propertyContentType = "content-type"
	propertyCreated     = "created" // in ticks of 100 ns since 1970

	contentJSON   = eventstore.ContentJSON
	contentBinary = "application/octet-stream"
)

const (
	metadataPrefix = "$$" // $$name is the metadata stream of the stream name
	typeMetadata   = "$metadata"
	typeTombstone  = "$streamDeleted"
)

// proposedMessage is an event that a client appends. Append and BatchAppend each have their own message type
// for it.
type proposedMessage interface {
	GetId() *shared.UUID
	GetMetadata() map[string]string
	GetCustomMetadata() []byte
	GetData() []byte
}

// toProposed converts a client's event.
func toProposed(m proposedMessage) (e eventstore.Proposed, err error) {
	var ok bool
	if e.Type, ok = m.GetMetadata()[propertyType]; !ok {
		return e, errNoProperty(propertyType)
	}
	contentType, ok := m.GetMetadata()[propertyContentType]
	if !ok {
		return e, errNoProperty(propertyContentType)
	}
	id, err := parseID(m.GetId())
	if err != nil {
		return e, err
	}
	eventType := e.Type
	e, err = encodeContent(eventstore.Content{Type: recordedType(contentType), Data: m.GetData(), Metadata: m.GetCustomMetadata()})
	e.ID, e.Type = id, eventType
	return e, err
}

// recordedType returns the content type that EventStoreDB stores. It distinguishes only JSON and other
// content.
func recordedType(sent string) string {
	if sent == contentJSON {
		return contentJSON
	}
	return contentBinary
}

func parseID(id *shared.UUID) (uuid.UUID, error) {
	if s := id.GetStructured(); s != nil {
		var bits uuid.UUID
		binary.BigEndian.PutUint64(bits[:8], uint64(s.MostSignificantBits))
		binary.BigEndian.PutUint64(bits[8:], uint64(s.LeastSignificantBits))
		return bits, nil
	}
	parsed, err := uuid.Parse(id.GetString_())
	if err != nil {
		return parsed, status.Error(codes.InvalidArgument, "an event's id is not a UUID")
	}
	return parsed, nil
}

func wireID(id uuid.UUID, asString bool) *shared.UUID {
	if asString {
		return &shared.UUID{Value: &shared.UUID_String_{String_: id.String()}}
	}
	return &shared.UUID{Value: &shared.UUID_Structured_{Structured: &shared.UUID_Structured{
		MostSignificantBits:  int64(binary.BigEndian.Uint64(id[:8])),
		LeastSignificantBits: int64(binary.BigEndian.Uint64(id[8:])),
	}}}
}

// toReadResp converts an event for the client.
func (s *Server) toReadResp(e eventstore.Recorded, idAsString bool) *streams.ReadResp {
	c := contentOf(e)
	commit, prepare := s.wirePosition(e.Position)
	revision := uint64(e.Revision)
	if e.Type == typeTombstone {
		revision = math.MaxInt64 // the number that EventStoreDB gives to tombstones
	}
	return &streams.ReadResp{Content: &streams.ReadResp_Event{Event: &streams.ReadResp_ReadEvent{
		Event: &streams.ReadResp_ReadEvent_RecordedEvent{
			Id: wireID(e.ID, idAsString), StreamIdentifier: streamIdentifier(e.Stream), StreamRevision: revision,
			CommitPosition: commit, PreparePosition: prepare,
			Metadata: map[string]string{
				propertyType: e.Type, propertyContentType: c.Type,
				propertyCreated: strconv.FormatInt(e.BookedAt.UnixNano()/100, 10),
			},
			Data: c.Data, CustomMetadata: c.Metadata,
		},
		Position: &streams.ReadResp_ReadEvent_CommitPosition{CommitPosition: commit},
	}}}
}

func streamIdentifier(stream string) *shared.StreamIdentifier {
	return &shared.StreamIdentifier{StreamName: []byte(stream)}
}

// encodeContent returns an event with the content, without its id and type. Content that
// is not JSON goes into an envelope; so does JSON that looks like an envelope.
func encodeContent(c eventstore.Content) (e eventstore.Proposed, err error) {
	if _, looksLikeOne := eventstore.OpenEnvelope(c.Data); c.Type == contentJSON && c.IsJSON() && !looksLikeOne {
		e.Data, e.Metadata = c.Data, c.Metadata
		return e, nil
	}
	e.Data, err = c.Envelope()
	return e, err
}

// contentOf returns an event's content as the client sent it.
func contentOf(e eventstore.Recorded) eventstore.Content {
	if c, ok := eventstore.OpenEnvelope(e.Data); ok {
		c.Type = recordedType(c.Type) // earlier servers kept what the client sent
		return c
	}
	return eventstore.Content{Type: contentJSON, Data: e.Data, Metadata: e.Metadata}
}

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
