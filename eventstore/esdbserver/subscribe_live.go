package esdbserver

import (
	"context"
	"math"
	"sync"

	"gateway/eventstore"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

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
