package esdbserver

import (
	"context"
	"errors"

	"gateway/eventstore"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	rpcstatus "google.golang.org/genproto/googleapis/rpc/status"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/anypb"
	"google.golang.org/protobuf/types/known/emptypb"
)

// reply sends the outcome of a batch. A batch that fails does not end the call.
func (b *batches) reply(of *batch, appended eventstore.Appended, err error) error {
	resp := &streams.BatchAppendResp{CorrelationId: of.correlation, StreamIdentifier: streamIdentifier(of.stream)}
	if err != nil {
		resp.Result = &streams.BatchAppendResp_Error{Error: batchError(err)}
	} else {
		resp.Result = &streams.BatchAppendResp_Success_{Success: b.server.batchSuccess(appended)}
	}
	b.sendLock.Lock()
	defer b.sendLock.Unlock()
	if b.ended {
		return nil
	}
	return b.call.Send(resp)
}

func (s *Server) batchSuccess(a eventstore.Appended) *streams.BatchAppendResp_Success {
	ok := &streams.BatchAppendResp_Success{
		CurrentRevisionOption: &streams.BatchAppendResp_Success_NoStream{NoStream: &emptypb.Empty{}},
		PositionOption:        &streams.BatchAppendResp_Success_NoPosition{NoPosition: &emptypb.Empty{}},
	}
	if a.Revision >= 0 {
		ok.CurrentRevisionOption = &streams.BatchAppendResp_Success_CurrentRevision{CurrentRevision: uint64(a.Revision)}
	}
	if a.Position != (eventstore.Position{}) {
		commit, prepare := s.wirePosition(a.Position)
		ok.PositionOption = &streams.BatchAppendResp_Success_Position{
			Position: &shared.AllStreamPosition{CommitPosition: commit, PreparePosition: prepare},
		}
	}
	return ok
}

// batchError converts an error. Clients recognise it by the type of its details.
func batchError(err error) *rpcstatus.Status {
	var version *versionError
	var deleted *deletedError
	switch {
	case errors.As(err, &version):
		return batchStatus(codes.AlreadyExists, "WrongExpectedVersion", batchConflict(version))
	case errors.As(err, &deleted):
		return batchStatus(codes.NotFound, "StreamDeleted", &shared.StreamDeleted{StreamIdentifier: streamIdentifier(deleted.stream)})
	case errors.Is(err, errAccessDenied):
		return batchStatus(codes.PermissionDenied, "AccessDenied", &shared.AccessDenied{})
	case errors.Is(err, eventstore.ErrTooLarge):
		return batchStatus(codes.InvalidArgument, "MaximumAppendSizeExceeded",
			&shared.MaximumAppendSizeExceeded{MaxAppendSize: maxAppendSize})
	case errors.Is(err, context.DeadlineExceeded):
		return batchStatus(codes.DeadlineExceeded, "Timeout", &shared.Timeout{})
	case status.Code(err) == codes.Aborted:
		return batchStatus(codes.DeadlineExceeded, "Timeout", &shared.Timeout{})
	case status.Code(err) == codes.Unavailable:
		return batchStatus(codes.OK, status.Convert(err).Message(), &emptypb.Empty{}) // EventStoreDB names no code
	case status.Code(err) == codes.InvalidArgument:
		return batchStatus(codes.InvalidArgument, "BadRequest", &shared.BadRequest{Message: err.Error()})
	}
	return batchStatus(codes.Unknown, "Unknown", &shared.Unknown{})
}

func batchStatus(c codes.Code, text string, details proto.Message) *rpcstatus.Status {
	st := &rpcstatus.Status{Code: int32(c), Message: text}
	if packed, err := anypb.New(details); err == nil { // fails only for invalid UTF-8 in a message
		st.Details = []*anypb.Any{packed}
	}
	return st
}

func batchConflict(e *versionError) *shared.WrongExpectedVersion {
	w := &shared.WrongExpectedVersion{
		CurrentStreamRevisionOption: &shared.WrongExpectedVersion_CurrentNoStream{CurrentNoStream: &emptypb.Empty{}},
	}
	if e.actual >= 0 {
		w.CurrentStreamRevisionOption = &shared.WrongExpectedVersion_CurrentStreamRevision{CurrentStreamRevision: uint64(e.actual)}
	}
	switch e.expected {
	case anyRevision:
		w.ExpectedStreamPositionOption = &shared.WrongExpectedVersion_ExpectedAny{ExpectedAny: &emptypb.Empty{}}
	case streamExists:
		w.ExpectedStreamPositionOption = &shared.WrongExpectedVersion_ExpectedStreamExists{ExpectedStreamExists: &emptypb.Empty{}}
	case eventstore.NoStream:
		w.ExpectedStreamPositionOption = &shared.WrongExpectedVersion_ExpectedNoStream{ExpectedNoStream: &emptypb.Empty{}}
	default:
		w.ExpectedStreamPositionOption = &shared.WrongExpectedVersion_ExpectedStreamPosition{ExpectedStreamPosition: uint64(e.expected)}
	}
	return w
}
