package esdbserver

import (
	"context"
	"math"

	"gateway/eventstore"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
)

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
