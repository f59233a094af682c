package esdbserver

import (
	"context"
	"errors"
	"math"

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

// readStream sends the visible events of a stream from a revision on (inclusive).
func (r *reading) readStream(ctx context.Context, o *streams.ReadReq_Options_StreamOptions, backwards bool) error {
	name := string(o.GetStreamIdentifier().GetStreamName())
	v, err := r.server.visibilityOf(ctx, name)
	if err != nil {
		return err
	}
	if v.softDeleted {
		return r.sendNotFound(name)
	}
	from := eventstore.Revision(min(o.GetRevision(), math.MaxInt64))
	if _, end := o.GetRevisionOption().(*streams.ReadReq_Options_StreamOptions_End); end {
		from = eventstore.End
	}
	if !backwards {
		from = max(from, v.first)
	}
	for first := true; r.remaining > 0 && from >= v.first; first = false {
		asked := int(min(r.remaining, maxPage))
		events, err := r.server.store.ReadStream(ctx, name, from, direction(backwards), asked)
		if err != nil {
			return err
		}
		if first && len(events) == 0 {
			return r.endEmptyRead(ctx, name, from == 0 || backwards)
		}
		for _, e := range events {
			if e.Revision < v.first || e.BookedAt.Before(v.since) {
				continue
			}
			if more, err := r.send(e); err != nil || !more {
				return err
			}
		}
		if len(events) < asked {
			return nil
		}
		if from = events[len(events)-1].Revision + 1; backwards {
			from -= 2
		}
	}
	return nil
}

func direction(backwards bool) eventstore.Direction {
	if backwards {
		return eventstore.Backwards
	}
	return eventstore.Forwards
}

// endEmptyRead ends a read that found no events: with not-found if the stream does not exist, and with
// nothing if the read began after its end. empty says that the stream is known to have no events.
func (r *reading) endEmptyRead(ctx context.Context, stream string, empty bool) error {
	if empty {
		return r.sendNotFound(stream)
	}
	last, err := r.server.lastRevision(ctx, stream)
	if err == nil && last == eventstore.NoStream {
		return r.sendNotFound(stream)
	}
	return err
}

// begin returns the store's position where a read begins; end is true if it begins at the end of the log.
func (r *reading) begin(ctx context.Context, o allOption) (at eventstore.Position, end bool, err error) {
	if at, end, err = parsePosition(o); err == nil && !end {
		at, err = r.server.fromWire(ctx, at)
	}
	if errors.Is(err, errBetweenEvents) {
		err = r.server.options.Version.errBetween(r.subscribes, r.filter != nil)
	}
	return at, end, err
}

// readAllForwards sends the events of the log from a position on (inclusive).
func (r *reading) readAllForwards(ctx context.Context, o *streams.ReadReq_Options_AllOptions) error {
	at, end, err := r.begin(ctx, o)
	if err != nil || end {
		return err
	}
	after := eventstore.Position{}
	if at.Commit > 0 {
		after = eventstore.Position{Commit: at.Commit - 1, Prepare: math.MaxInt64}
	}
	for r.remaining > 0 {
		// Fewer events than requested do not mean the end of the log.
		events, err := r.server.store.ReadAll(ctx, after, r.pageSize())
		if err != nil || len(events) == 0 {
			return err
		}
		for _, e := range events {
			if e.Position.Before(at) {
				continue
			}
			if more, err := r.send(e); err != nil || !more {
				return err
			}
		}
		after = events[len(events)-1].Position
	}
	return nil
}

// readAllBackwards sends the events of the log before a position (exclusive), newest first.
func (r *reading) readAllBackwards(ctx context.Context, o *streams.ReadReq_Options_AllOptions) error {
	before, end, err := r.begin(ctx, o)
	if err != nil {
		return err
	}
	if end {
		before = eventstore.EndOfLog
	}
	for r.remaining > 0 {
		// Fewer events than requested do not mean the start of the log.
		events, err := r.server.store.ReadAllBackwards(ctx, before, r.pageSize())
		if err != nil || len(events) == 0 {
			return err
		}
		for _, e := range events {
			if more, err := r.send(e); err != nil || !more {
				return err
			}
		}
		before = events[len(events)-1].Position
	}
	return nil
}

// pageSize returns how many events to read at once: no more than the client wants, unless a filter may skip
// some.
func (r *reading) pageSize() int {
	if r.filter != nil {
		return maxPage
	}
	return int(min(r.remaining, maxPage))
}
