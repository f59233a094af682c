package server

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"math"
	"strconv"
	"unicode/utf8"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"github.com/google/uuid"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"gateway/eventstore"
)

// The system metadata of an event.
const (
	propertyType        = "type"
	propertyContentType = "content-type"
	propertyCreated     = "created" // in ticks of 100 ns since 1970

	contentJSON   = "application/json"
	contentBinary = "application/octet-stream"
)

const (
	metadataPrefix = "$$" // of the stream that holds a stream's metadata
	typeMetadata   = "$metadata"
	typeTombstone  = "$streamDeleted"
)

// parcel is how the log, which takes JSON only, holds what is something else.
type envelope struct {
	Content *content `json:"$parcel"`
}

type content struct {
	Type     string `json:"content_type"`
	Data     []byte `json:"data"`
	Metadata []byte `json:"metadata"`
}

var envelopeStart = []byte(`{"$parcel":`)

// proposal is an event on its way in: Append and BatchAppend have a message each.
type proposedMessage interface {
	GetId() *shared.UUID
	GetMetadata() map[string]string
	GetCustomMetadata() []byte
	GetData() []byte
}

func toProposed(m proposedMessage) (e eventstore.Proposed, err error) {
	var ok bool
	if e.Type, ok = m.GetMetadata()[propertyType]; !ok {
		return e, errNoProperty(propertyType)
	}
	contentType, ok := m.GetMetadata()[propertyContentType]
	if !ok {
		return e, errNoProperty(propertyContentType)
	}
	if e.ID, err = parseID(m.GetId()); err != nil {
		return e, err
	}
	e.Data, e.Metadata = m.GetData(), m.GetCustomMetadata()
	plain := contentType == contentJSON && isJSON(e.Data) && !bytes.HasPrefix(e.Data, envelopeStart) &&
		(len(e.Metadata) == 0 || isJSON(e.Metadata))
	if !plain {
		e.Data, err = json.Marshal(envelope{&content{Type: contentType, Data: m.GetData(), Metadata: m.GetCustomMetadata()}})
		e.Metadata = nil
	}
	return e, err
}

func isJSON(data []byte) bool { return utf8.Valid(data) && json.Valid(data) }

// open gives an event's content as it came in.
func contentOf(e eventstore.Recorded) content {
	if bytes.HasPrefix(e.Data, envelopeStart) {
		var p envelope
		if json.Unmarshal(e.Data, &p) == nil && p.Content != nil {
			return *p.Content
		}
	}
	return content{Type: contentJSON, Data: e.Data, Metadata: e.Metadata}
}

// appendSize is how EventStoreDB counts an event against its limit of an append.
func appendSize(m proposedMessage) int {
	return 2*len(m.GetMetadata()[propertyType]) + len(m.GetData()) + len(m.GetCustomMetadata())
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

// recorded is an event on its way out.
func toReadResp(e eventstore.Recorded, idAsString bool) *streams.ReadResp {
	c := contentOf(e)
	commit, prepare := wirePosition(e.Position)
	revision := uint64(e.Revision)
	if e.Type == typeTombstone {
		revision = math.MaxInt64 // as EventStoreDB numbers it
	}
	return &streams.ReadResp{Content: &streams.ReadResp_Event{Event: &streams.ReadResp_ReadEvent{
		Event: &streams.ReadResp_ReadEvent_RecordedEvent{
			Id: wireID(e.ID, idAsString), StreamIdentifier: streamIdentifier(e.Stream), StreamRevision: revision,
			CommitPosition: commit, PreparePosition: prepare,
			Metadata: map[string]string{
				propertyType: e.Type, propertyContentType: c.Type,
				propertyCreated: strconv.FormatInt(e.Created.UnixNano()/100, 10),
			},
			Data: c.Data, CustomMetadata: c.Metadata,
		},
		Position: &streams.ReadResp_ReadEvent_CommitPosition{CommitPosition: commit},
	}}}
}

func streamIdentifier(stream string) *shared.StreamIdentifier {
	return &shared.StreamIdentifier{StreamName: []byte(stream)}
}

func wirePosition(p eventstore.Position) (commit, prepare uint64) {
	return uint64(p.Commit), uint64(p.Prepare)
}
