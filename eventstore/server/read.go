package server

import (
	"context"
	"math"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"gateway/eventstore"
)

// reading is a call of Read: of a stream or of all of them, once or as a
// subscription.
type reading struct {
	server    *Server
	call      streams.Streams_ReadServer
	filter    *filter
	idsAsText bool // event ids
	remaining uint64
}

// Read implements the service Streams.
func (s *Server) Read(req *streams.ReadReq, call streams.Streams_ReadServer) error {
	o := req.GetOptions()
	f, err := newFilter(o.GetFilter())
	if err != nil {
		return err
	}
	r := &reading{server: s, call: call, filter: f, remaining: o.GetCount()}
	_, r.idsAsText = o.GetUuidOption().GetContent().(*streams.ReadReq_Options_UUIDOption_String_)
	backwards := o.GetReadDirection() == streams.ReadReq_Options_Backwards
	_, subscribes := o.GetCountOption().(*streams.ReadReq_Options_Subscription)
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
		case f != nil:
			return status.Error(codes.InvalidArgument, "only $all can be filtered")
		case subscribes:
			err = r.subscribeStream(ctx, of.Stream)
		default:
			err = r.readStream(ctx, of.Stream, backwards)
		}
	default:
		return status.Error(codes.InvalidArgument, "nothing to read is named")
	}
	if subscribes && call.Context().Err() == nil && ctx.Err() != nil {
		return status.Error(codes.Unavailable, "Server Is Not Ready") // it is stopping
	}
	return err
}

// send gives an event to the client, and whether it wants more.
func (r *reading) send(e eventstore.Recorded) (more bool, err error) {
	if r.filter != nil && !r.filter.matches(e) {
		return true, nil
	}
	r.remaining--
	return r.remaining > 0, r.call.Send(toReadResp(e, r.idsAsText))
}

func (r *reading) sendNotFound(stream string) error {
	return r.call.Send(&streams.ReadResp{Content: &streams.ReadResp_StreamNotFound_{
		StreamNotFound: &streams.ReadResp_StreamNotFound{StreamIdentifier: streamIdentifier(stream)},
	}})
}

// stream reads one stream from a revision on, inclusive.
func (r *reading) readStream(ctx context.Context, o *streams.ReadReq_Options_StreamOptions, backwards bool) error {
	name := string(o.GetStreamIdentifier().GetStreamName())
	v, err := r.server.visibilityOf(ctx, name)
	if err != nil {
		return err
	}
	if v.deleted {
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
			if e.Revision < v.first || e.Created.Before(v.since) {
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

// nothing ends a read that found nothing: there is no such stream, or no more of it.
func (r *reading) endEmptyRead(ctx context.Context, stream string, none bool) error {
	if none {
		return r.sendNotFound(stream)
	}
	last, err := r.server.lastRevision(ctx, stream)
	if err == nil && last == eventstore.NoStream {
		return r.sendNotFound(stream)
	}
	return err
}

// allOption is where a read of $all begins.
type allOption interface {
	GetPosition() *streams.ReadReq_Options_Position
	GetEnd() *shared.Empty
}

// parsePosition gives the position, and whether it is the end of the log.
func parsePosition(o allOption) (at eventstore.Position, end bool) {
	p := o.GetPosition()
	if o.GetEnd() != nil || p != nil && p.CommitPosition > math.MaxInt64 {
		return at, true
	}
	return eventstore.Position{
		Commit: int64(p.GetCommitPosition()), Prepare: int64(min(p.GetPreparePosition(), math.MaxInt64)),
	}, false
}

// readAllForwards reads the log from a position on, inclusive.
func (r *reading) readAllForwards(ctx context.Context, o *streams.ReadReq_Options_AllOptions) error {
	at, end := parsePosition(o)
	if end {
		return nil
	}
	after := eventstore.Position{}
	if at.Commit > 0 {
		after = eventstore.Position{Commit: at.Commit - 1, Prepare: math.MaxInt64}
	}
	for r.remaining > 0 {
		// Until there is nothing more: a store may give less than there is.
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

// readAllBackwards reads the log down from a position, exclusive. The store is only read
// forwards: it is asked for the stretch that lies before, and for longer ones where
// there was nothing.
func (r *reading) readAllBackwards(ctx context.Context, o *streams.ReadReq_Options_AllOptions) error {
	before, end := parsePosition(o)
	if end {
		head, err := r.server.store.Head(ctx)
		if err != nil {
			return err
		}
		before = eventstore.Position{Commit: head.Commit + 1}
	}
	for width := int64(r.pageSize()); r.remaining > 0 && before.Commit > 0; width *= 2 {
		after := eventstore.Position{Commit: max(0, before.Commit-width-1), Prepare: math.MaxInt64}
		events, err := r.readBetween(ctx, after, before)
		if err != nil {
			return err
		}
		for i := len(events) - 1; i >= 0; i-- {
			if more, err := r.send(events[i]); err != nil || !more {
				return err
			}
		}
		if len(events) > 0 {
			width = max(1, int64(r.pageSize())/2)
		}
		if after.Commit == 0 {
			return nil
		}
		before = eventstore.Position{Commit: after.Commit + 1} // exclusive
	}
	return nil
}

// between gives the events after one position and before the other.
func (r *reading) readBetween(ctx context.Context, after, before eventstore.Position) (events []eventstore.Recorded, err error) {
	for {
		part, err := r.server.store.ReadAll(ctx, after, maxPage)
		if err != nil || len(part) == 0 {
			return events, err
		}
		for _, e := range part {
			if !e.Position.Before(before) {
				return events, nil
			}
			events = append(events, e)
		}
		after = part[len(part)-1].Position
	}
}

// pageSize: no more than is wanted, unless some of it is filtered out.
func (r *reading) pageSize() int {
	if r.filter != nil {
		return maxPage
	}
	return int(min(r.remaining, maxPage))
}
