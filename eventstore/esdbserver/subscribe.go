package esdbserver

import (
	"context"
	"math"
	"sync"

	"gateway/eventstore"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"github.com/google/uuid"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

func (r *reading) sendConfirmation() error {
	return r.call.Send(&streams.ReadResp{Content: &streams.ReadResp_Confirmation{
		Confirmation: &streams.ReadResp_SubscriptionConfirmation{SubscriptionId: uuid.NewString()},
	}})
}

func (r *reading) sendCaughtUp() error {
	return r.call.Send(&streams.ReadResp{Content: &streams.ReadResp_CaughtUp_{CaughtUp: &streams.ReadResp_CaughtUp{}}})
}

func (r *reading) sendCheckpoint(p eventstore.Position) error {
	return r.sendRawCheckpoint(r.server.wirePosition(p))
}

func (r *reading) sendRawCheckpoint(commit, prepare uint64) error {
	return r.call.Send(&streams.ReadResp{Content: &streams.ReadResp_Checkpoint_{
		Checkpoint: &streams.ReadResp_Checkpoint{CommitPosition: commit, PreparePosition: prepare},
	}})
}

// subscribeAll sends the events of the log after a position (exclusive), for as long as
// the call lasts.
func (r *reading) subscribeAll(ctx context.Context, o *streams.ReadReq_Options_AllOptions) error {
	after, end, err := r.begin(ctx, o)
	if err != nil {
		return err
	}
	head, err := r.server.store.Head(ctx)
	if err != nil {
		return err
	}
	if end {
		after = head
	}
	live := !after.Before(head)
	if r.server.options.Version.readsFirst(end) {
		if err := r.server.checkReader(ctx); err != nil {
			return err
		}
	}
	if err := r.sendConfirmation(); err != nil {
		return err
	}
	if live && r.server.options.Version == Version2310 {
		after = head // it sends what is written from now on, whether or not that is older than the client's events
	}
	return (&liveSubscription{reading: r, after: after, checkpoint: after}).run(ctx, live)
}

// subscribeStream sends the events of a stream after a revision (exclusive), for as long
// as the call lasts. A tombstone ends it with a deletedError.
func (r *reading) subscribeStream(ctx context.Context, o *streams.ReadReq_Options_StreamOptions) error {
	name := string(o.GetStreamIdentifier().GetStreamName())
	if err := r.server.checkReader(ctx); err != nil {
		return err
	}
	v, err := r.server.visibilityOf(ctx, name)
	if err != nil {
		return err
	}
	next := v.first
	switch o.GetRevisionOption().(type) {
	case *streams.ReadReq_Options_StreamOptions_Revision:
		next = max(next, int64(min(o.GetRevision(), math.MaxInt64-1))+1)
	case *streams.ReadReq_Options_StreamOptions_End:
		last, err := r.server.lastRevision(ctx, name)
		if err != nil {
			return err
		}
		next = max(next, last+1)
	}
	if err := r.sendConfirmation(); err != nil {
		return err
	}
	// The head is read before the stream, so an event that arrives between the two reads is read twice rather
	// than missed. followStream drops the second copy.
	head, err := r.server.store.Head(ctx)
	if err != nil {
		return err
	}
	if v.softDeleted {
		next, err = r.server.lastRevision(ctx, name)
		next++ // the events after the deletion
	} else {
		next, err = r.catchUp(ctx, name, next, v)
	}
	if err != nil {
		return err
	}
	if err := r.sendCaughtUp(); err != nil {
		return err
	}
	return r.followStream(ctx, name, next, head)
}

// catchUp sends the events that the stream has, and returns the next revision.
func (r *reading) catchUp(ctx context.Context, name string, next eventstore.Revision, v visibility) (eventstore.Revision, error) {
	for {
		events, err := r.server.store.ReadStream(ctx, name, next, eventstore.Forwards, maxPage)
		if err != nil || len(events) == 0 {
			return next, err
		}
		for _, e := range events {
			if e.Type == typeTombstone {
				return next, &deletedError{name}
			}
			next = e.Revision + 1
			if e.BookedAt.Before(v.since) {
				continue
			}
			if _, err := r.send(e); err != nil {
				return next, err
			}
		}
	}
}

// followStream sends the events of the stream that come after the position, from the
// revision next on.
func (r *reading) followStream(ctx context.Context, name string, next eventstore.Revision, after eventstore.Position) error {
	subscription := r.server.store.Subscribe(after)
	for {
		events, err := subscription.Next(ctx, maxPage)
		if err != nil {
			return err
		}
		for _, e := range events {
			switch {
			case e.Stream != name || e.Revision < next:
				continue
			case e.Type == typeTombstone:
				return &deletedError{name}
			}
			if _, err := r.send(e); err != nil {
				return err
			}
		}
	}
}

// errTooSlow ends a subscription whose client leaves too many live events waiting.
var errTooSlow = status.Error(codes.Aborted,
	"Operation timed out: Consumer too slow to handle event while live. Client resubscription required.")

// liveSubscription sends the events of the log after a position as EventStoreDB does, with a small buffer of
// live events, or without a limit (Options.LiveBuffer). While it catches up it reads the log; only these
// reads need the leader. Once it is live it sends what the node writes.
type liveSubscription struct {
	*reading
	after      eventstore.Position // the last event that was sent or filtered out
	considered int                 // events since the last interval of checkpoints
	// checkpoint is the last event that was sent, or the last event of an interval; zero if there is none
	// yet. The server does not move it at the end of the log.
	checkpoint eventstore.Position
	reported   *eventstore.Position // the last checkpoint that the client got; nil before the first
}

// run sends events until the context ends, or until the subscription is dropped.
func (l *liveSubscription) run(ctx context.Context, live bool) error {
	for {
		if !live {
			if err := l.catchUpLog(ctx); err != nil {
				return err
			}
		}
		if err := l.sendCaughtUp(); err != nil {
			return err
		}
		if err := l.sendLive(ctx); err != nil {
			return err
		}
		if l.server.options.Version == Version2310 {
			return errTooSlow
		}
		live = false
	}
}

// catchUpLog sends the events that the log holds. With a filter it ends with a checkpoint. EventStoreDB sends
// the other checkpoints at the ends of its pages; a server without a limit for live events reads longer pages
// and sends them when they are due.
func (l *liveSubscription) catchUpLog(ctx context.Context) error {
	page, atEnds := maxPage, l.server.options.LiveBuffer > 0
	if atEnds && l.filter != nil {
		page = l.filter.window
	}
	for {
		if err := l.server.checkReader(ctx); err != nil {
			return err
		}
		events, err := l.server.store.ReadAll(ctx, l.after, page)
		if err != nil {
			return err
		}
		for _, e := range events {
			if err := l.consider(e); err != nil {
				return err
			}
			if !atEnds {
				if err := l.endInterval(); err != nil {
					return err
				}
			}
		}
		if len(events) == 0 {
			return l.reportCheckpoint()
		}
		if err := l.endInterval(); err != nil {
			return err
		}
	}
}

// consider sends the event, unless the filter excludes it.
func (l *liveSubscription) consider(e eventstore.Recorded) error {
	l.after = e.Position
	l.considered++
	if l.filter != nil && l.filter.matches(e) {
		l.checkpoint = e.Position
	}
	_, err := l.send(e)
	return err
}

// endInterval sends a checkpoint when the filter has considered enough events.
func (l *liveSubscription) endInterval() error {
	if l.filter == nil || l.considered < l.filter.checkpointInterval {
		return nil
	}
	l.considered %= l.filter.checkpointInterval
	l.checkpoint = l.after
	return l.reportCheckpoint()
}

// reportCheckpoint sends the checkpoint of a subscription with a filter, once. If there is no checkpoint yet,
// EventStoreDB sends the largest number; a client that uses it as a position continues at the end of the log.
// A server without a limit for live events sends none.
func (l *liveSubscription) reportCheckpoint() error {
	if l.filter == nil || l.reported != nil && !l.reported.Before(l.checkpoint) {
		return nil
	}
	at := l.checkpoint
	l.reported = &at
	if at == (eventstore.Position{}) && l.server.options.LiveBuffer == 0 {
		return nil
	}
	if at == (eventstore.Position{}) {
		return l.sendRawCheckpoint(math.MaxUint64, math.MaxUint64)
	}
	return l.sendCheckpoint(at)
}

// sendLive sends events as they arrive, until more of them wait for the client than the buffer holds.
func (l *liveSubscription) sendLive(ctx context.Context) (err error) {
	ctx, stop := context.WithCancel(ctx)
	limit := l.server.options.LiveBuffer
	buffer := make(chan eventstore.Recorded, max(limit, 1))
	var feed sync.WaitGroup
	var failed error
	subscription := l.server.store.Subscribe(l.after)
	feed.Go(func() {
		defer close(buffer)
		failed = fill(ctx, subscription, buffer, limit > 0)
	})
	defer feed.Wait()
	defer stop()
	for e := range buffer {
		if err := l.consider(e); err != nil {
			return err
		}
		if err := l.endInterval(); err != nil {
			return err
		}
	}
	return failed
}

// fill puts the events of a subscription into the buffer. If the buffer is full, it returns nil if the buffer
// is limited, and waits otherwise.
func fill(ctx context.Context, s eventstore.Subscription, buffer chan<- eventstore.Recorded, limited bool) error {
	for {
		events, err := s.Next(ctx, maxPage)
		if err != nil {
			return err
		}
		for _, e := range events {
			select {
			case buffer <- e:
				continue
			default:
			}
			if limited {
				return nil
			}
			select {
			case buffer <- e:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
	}
}
