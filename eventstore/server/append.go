package server

import (
	"errors"
	"io"
	"math"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/reflect/protoreflect"

	"gateway/eventstore"
)

// expectation is what the options of appends and deletes have in common.
type expectedRevision interface {
	GetRevision() uint64
	GetNoStream() *shared.Empty
	GetAny() *shared.Empty
	GetStreamExists() *shared.Empty
	ProtoReflect() protoreflect.Message
}

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

// Append implements the service Streams: options first, then the events, one a
// message. They are written when the client has said all.
func (s *Server) Append(stream streams.Streams_AppendServer) error {
	first, err := stream.Recv()
	if err != nil {
		return err
	}
	o := first.GetOptions()
	if o == nil {
		return status.Error(codes.InvalidArgument, "an append begins with its options")
	}
	expected, err := parseExpected(o)
	if err != nil {
		return err
	}
	events, err := receiveEvents(stream)
	if err != nil {
		return err
	}
	name := string(o.GetStreamIdentifier().GetStreamName())
	appended, err := s.write(stream.Context(), name, expected, events)
	if wrong, ok := errors.AsType[*versionError](err); ok {
		return stream.SendAndClose(appendConflict(wrong))
	}
	if err != nil {
		return err
	}
	return stream.SendAndClose(appendSuccess(appended))
}

func receiveEvents(stream streams.Streams_AppendServer) (events []eventstore.Proposed, err error) {
	size := 0
	for {
		req, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return events, nil
		}
		if err != nil {
			return nil, err
		}
		m := req.GetProposedMessage()
		if m == nil {
			return nil, status.Error(codes.InvalidArgument, "an append has options once")
		}
		if size += appendSize(m); size > maxAppendSize {
			return nil, errTooLarge()
		}
		e, err := toProposed(m)
		if err != nil {
			return nil, err
		}
		events = append(events, e)
	}
}

func appendSuccess(a eventstore.Appended) *streams.AppendResp {
	ok := &streams.AppendResp_Success{
		CurrentRevisionOption: &streams.AppendResp_Success_NoStream{NoStream: &shared.Empty{}},
		PositionOption:        &streams.AppendResp_Success_NoPosition{NoPosition: &shared.Empty{}},
	}
	if a.Revision >= 0 {
		ok.CurrentRevisionOption = &streams.AppendResp_Success_CurrentRevision{CurrentRevision: uint64(a.Revision)}
	}
	if a.Position != (eventstore.Position{}) {
		commit, prepare := wirePosition(a.Position)
		ok.PositionOption = &streams.AppendResp_Success_Position{
			Position: &streams.AppendResp_Position{CommitPosition: commit, PreparePosition: prepare},
		}
	}
	return &streams.AppendResp{Result: &streams.AppendResp_Success_{Success: ok}}
}

// appendConflict is an answer, not an error. It says everything twice: clients before
// 20.6 read other fields.
func appendConflict(e *versionError) *streams.AppendResp {
	w := &streams.AppendResp_WrongExpectedVersion{
		CurrentRevisionOption_20_6_0: &streams.AppendResp_WrongExpectedVersion_NoStream_20_6_0{NoStream_20_6_0: &shared.Empty{}},
		CurrentRevisionOption:        &streams.AppendResp_WrongExpectedVersion_CurrentNoStream{CurrentNoStream: &shared.Empty{}},
	}
	if e.actual >= 0 {
		w.CurrentRevisionOption_20_6_0 = &streams.AppendResp_WrongExpectedVersion_CurrentRevision_20_6_0{
			CurrentRevision_20_6_0: uint64(e.actual),
		}
		w.CurrentRevisionOption = &streams.AppendResp_WrongExpectedVersion_CurrentRevision{CurrentRevision: uint64(e.actual)}
	}
	switch e.expected {
	case anyRevision:
		w.ExpectedRevisionOption_20_6_0 = &streams.AppendResp_WrongExpectedVersion_Any_20_6_0{Any_20_6_0: &shared.Empty{}}
		w.ExpectedRevisionOption = &streams.AppendResp_WrongExpectedVersion_ExpectedAny{ExpectedAny: &shared.Empty{}}
	case streamExists:
		w.ExpectedRevisionOption_20_6_0 = &streams.AppendResp_WrongExpectedVersion_StreamExists_20_6_0{
			StreamExists_20_6_0: &shared.Empty{},
		}
		w.ExpectedRevisionOption = &streams.AppendResp_WrongExpectedVersion_ExpectedStreamExists{
			ExpectedStreamExists: &shared.Empty{},
		}
	case eventstore.NoStream:
		w.ExpectedRevisionOption = &streams.AppendResp_WrongExpectedVersion_ExpectedNoStream{
			ExpectedNoStream: &shared.Empty{},
		}
	default:
		w.ExpectedRevisionOption_20_6_0 = &streams.AppendResp_WrongExpectedVersion_ExpectedRevision_20_6_0{
			ExpectedRevision_20_6_0: uint64(e.expected),
		}
		w.ExpectedRevisionOption = &streams.AppendResp_WrongExpectedVersion_ExpectedRevision{ExpectedRevision: uint64(e.expected)}
	}
	return &streams.AppendResp{Result: &streams.AppendResp_WrongExpectedVersion_{WrongExpectedVersion: w}}
}
