package esdbserver

import (
	"context"

	"gateway/eventstore"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// maxPage is how many events are read from the store at once.
const maxPage = 500

// reading is a call of Read: it reads one stream or the whole log, once or as a
// subscription.
type reading struct {
	server     *Server
	call       streams.Streams_ReadServer
	filter     *filter
	subscribes bool
	idsAsText  bool   // event ids go out as text, not as two numbers
	remaining  uint64 // how many events the client still wants; unused in a subscription
}

// Read implements the service Streams.
func (s *Server) Read(req *streams.ReadReq, call streams.Streams_ReadServer) error {
	o := req.GetOptions()
	name := allStream
	if of := o.GetStream(); of != nil {
		name = string(of.GetStreamIdentifier().GetStreamName())
	}
	if err := s.authorize(call.Context(), actRead, name); err != nil {
		return err
	}
	_, subscribes := o.GetCountOption().(*streams.ReadReq_Options_Subscription)
	if !subscribes {
		if err := s.checkReader(call.Context()); err != nil {
			return err
		}
	}
	f, err := newFilter(o.GetFilter(), subscribes)
	if err != nil {
		return err
	}
	r := &reading{server: s, call: call, filter: f, subscribes: subscribes, remaining: o.GetCount()}
	_, r.idsAsText = o.GetUuidOption().GetContent().(*streams.ReadReq_Options_UUIDOption_String_)
	backwards := o.GetReadDirection() == streams.ReadReq_Options_Backwards
	if err := checkOptions(o, subscribes, backwards); err != nil {
		return err
	}
	ctx := call.Context()
	if subscribes {
		var stop context.CancelFunc
		ctx, stop = s.subscriptionContext(ctx)
		defer stop()
	}
	switch of := o.GetStreamOption().(type) {
	case *streams.ReadReq_Options_All:
		switch {
		case subscribes:
			err = r.subscribeAll(ctx, of.All)
		case backwards:
			err = r.readAllBackwards(ctx, of.All)
		default:
			err = r.readAllForwards(ctx, of.All)
		}
	case *streams.ReadReq_Options_Stream:
		switch {
		case subscribes:
			err = r.subscribeStream(ctx, of.Stream)
		default:
			err = r.readStream(ctx, of.Stream, backwards)
		}
	default:
		return status.Error(codes.InvalidArgument, "nothing to read is named")
	}
	if subscribes && call.Context().Err() == nil && ctx.Err() != nil {
		return status.Error(codes.Unavailable, "Server Is Not Ready") // the server is stopping
	}
	return err
}

// checkOptions refuses what EventStoreDB refuses before it reads.
func checkOptions(o *streams.ReadReq_Options, subscribes, backwards bool) error {
	ofStream, filtered := o.GetStream() != nil, o.GetFilter() != nil
	switch {
	case o.GetUuidOption() == nil:
		return status.Error(codes.InvalidArgument, "`uuidOption` is a required argument")
	case o.GetFilterOption() == nil, o.GetCountOption() == nil, ofStream && filtered, subscribes && backwards:
		return status.Error(codes.InvalidArgument, "The combination of the options is invalid.")
	case !ofStream || subscribes:
		return nil
	}
	if _, end := o.GetStream().GetRevisionOption().(*streams.ReadReq_Options_StreamOptions_End); end && !backwards || o.GetCount() == 0 {
		return status.Error(codes.Unknown, "Unexpected ReadStreamResult: Error")
	}
	return nil
}

// send sends an event that passes the filter, and reports whether the client wants more.
func (r *reading) send(e eventstore.Recorded) (more bool, err error) {
	if r.filter != nil && !r.filter.matches(e) {
		return true, nil
	}
	r.remaining--
	return r.remaining > 0, r.call.Send(r.server.toReadResp(e, r.idsAsText))
}

func (r *reading) sendNotFound(stream string) error {
	return r.call.Send(&streams.ReadResp{Content: &streams.ReadResp_StreamNotFound_{
		StreamNotFound: &streams.ReadResp_StreamNotFound{StreamIdentifier: streamIdentifier(stream)},
	}})
}
