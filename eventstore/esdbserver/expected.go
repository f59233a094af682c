package esdbserver

import (
	"math"

	"gateway/eventstore"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// The expected revisions of the protocol that the Store does not have. Their numbers are those of
// EventStoreDB.
const (
	anyRevision  = -2
	streamExists = -4
)

// expectedRevision is implemented by the options of Append, Delete and Tombstone.
type expectedRevision interface {
	GetRevision() uint64
	GetNoStream() *shared.Empty
	GetAny() *shared.Empty
	GetStreamExists() *shared.Empty
	ProtoReflect() protoreflect.Message
}

// parseExpected returns a revision, NoStream, anyRevision or streamExists.
func parseExpected(o expectedRevision) (int64, error) {
	m := o.ProtoReflect()
	given := m.IsValid() && m.WhichOneof(m.Descriptor().Oneofs().ByName("expected_stream_revision")) != nil
	switch {
	case !given, o.GetRevision() > math.MaxInt64:
		return 0, status.Error(codes.InvalidArgument, "the expected revision is missing or none")
	case o.GetNoStream() != nil:
		return eventstore.NoStream, nil
	case o.GetAny() != nil:
		return anyRevision, nil
	case o.GetStreamExists() != nil:
		return streamExists, nil
	}
	return int64(o.GetRevision()), nil
}

// parseBatchExpected does for a batch what parseExpected does for the other calls.
func parseBatchExpected(o *streams.BatchAppendReq_Options) (int64, error) {
	switch e := o.GetExpectedStreamPosition().(type) {
	case *streams.BatchAppendReq_Options_StreamPosition:
		if e.StreamPosition > math.MaxInt64 {
			return 0, status.Error(codes.InvalidArgument, "the expected revision is none")
		}
		return int64(e.StreamPosition), nil
	case *streams.BatchAppendReq_Options_NoStream:
		return eventstore.NoStream, nil
	case *streams.BatchAppendReq_Options_Any:
		return anyRevision, nil
	case *streams.BatchAppendReq_Options_StreamExists:
		return streamExists, nil
	}
	return 0, status.Error(codes.InvalidArgument, "the expected revision is missing")
}
