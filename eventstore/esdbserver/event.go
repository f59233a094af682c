package esdbserver

import (
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
