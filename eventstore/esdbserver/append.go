package esdbserver

import (
	"errors"
	"io"
	"math"

	"gateway/eventstore"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// Append implements the service Streams. The client sends the options and then the events, each in its own
// message. They are written when the client closes its side.
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
	name := string(o.GetStreamIdentifier().GetStreamName())
	if err := s.authorize(stream.Context(), actWrite, name); err != nil {
		return err
	}
	events, err := s.receiveEvents(stream)
	if err != nil {
		return err
	}
	appended, err := s.append(stream.Context(), name, expected, events)
	if wrong, ok := errors.AsType[*versionError](err); ok {
		return stream.SendAndClose(appendConflict(wrong))
	}
	if err != nil {
		return err
	}
	return stream.SendAndClose(s.appendSuccess(appended))
}

// receiveEvents reads the events until the client closes its side.
func (s *Server) receiveEvents(stream streams.Streams_AppendServer) (events []eventstore.Proposed, err error) {
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
		if size += s.options.Version.appendSize(m); size > maxAppendSize {
			return nil, errTooLarge()
		}
		e, err := toProposed(m)
		if err != nil {
			return nil, err
		}
		events = append(events, e)
	}
}

func (s *Server) appendSuccess(a eventstore.Appended) *streams.AppendResp {
	ok := &streams.AppendResp_Success{
		CurrentRevisionOption: &streams.AppendResp_Success_NoStream{NoStream: &shared.Empty{}},
		PositionOption:        &streams.AppendResp_Success_NoPosition{NoPosition: &shared.Empty{}},
	}
	if a.Revision >= 0 {
		ok.CurrentRevisionOption = &streams.AppendResp_Success_CurrentRevision{CurrentRevision: uint64(a.Revision)}
	}
	if a.Position != (eventstore.Position{}) {
		commit, prepare := s.wirePosition(a.Position)
		ok.PositionOption = &streams.AppendResp_Success_Position{
			Position: &streams.AppendResp_Position{CommitPosition: commit, PreparePosition: prepare},
		}
	}
	return &streams.AppendResp{Result: &streams.AppendResp_Success_{Success: ok}}
}

// appendConflict returns the reply to an append at a wrong expected revision: a response, not an error. It
// fills both the fields of protocol version 20.6 and the later ones.
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
		// Version 20.6 knows only revisions: the largest number stands for none.
		w.ExpectedRevisionOption_20_6_0 = &streams.AppendResp_WrongExpectedVersion_ExpectedRevision_20_6_0{
			ExpectedRevision_20_6_0: math.MaxUint64,
		}
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
