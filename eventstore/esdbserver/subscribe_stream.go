package esdbserver

import (
	"context"
	"math"

	"gateway/eventstore"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
)

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
