package esdbserver

import (
	"errors"
	"io"

	"gateway/eventstore"

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
