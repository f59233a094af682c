package esdb

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"gateway/eventstore"
)

// headPage is how many events are looked through at once for the newest one that is
// no system event.
const headPage = 64

// ReadStream implements eventstore.Store.
func (s *Store) ReadStream(
	ctx context.Context, stream string, from eventstore.Revision, dir eventstore.Direction, limit int,
) ([]eventstore.Recorded, error) {
	if err := s.enter(); err != nil {
		return nil, err
	}
	defer s.calls.Done()
	events, err := insist(ctx, s, func() ([]eventstore.Recorded, error) {
		return s.readStream(ctx, stream, from, dir, limit)
	})
	return events, wrap("read stream "+stream, err)
}

// readStream asks once.
func (s *Store) readStream(
	ctx context.Context, stream string, from eventstore.Revision, dir eventstore.Direction, limit int,
) ([]eventstore.Recorded, error) {
	if limit <= 0 || from < 0 || ctx.Err() != nil {
		return nil, ctx.Err()
	}
	o := client.ReadStreamOptions{From: client.Revision(uint64(from))}
	if dir == eventstore.Backwards {
		o.Direction = client.Backwards
	}
	if from == eventstore.End {
		o.From = client.End{}
	}
	return call(ctx, s.pool, readTimeout, func(ctx context.Context, c *client.Client) ([]eventstore.Recorded, error) {
		events, err := drain(c.ReadStream(ctx, stream, o, uint64(limit)))
		if code(err) == client.ErrorCodeResourceNotFound {
			return nil, nil
		}
		return events, err
	})
}

// ReadAll implements eventstore.Store. System events make it read on, so that none
// are the end.
func (s *Store) ReadAll(
	ctx context.Context, after eventstore.Position, limit int,
) (events []eventstore.Recorded, err error) {
	if err := s.enter(); err != nil {
		return nil, err
	}
	defer s.calls.Done()
	for len(events) < limit {
		wanted := limit - len(events) + 1 // it begins with the event at after
		page, err := s.readAll(ctx, client.Forwards, positionOf(after), wanted)
		if err != nil {
			return nil, wrap(fmt.Sprintf("read the log after %d", after.Commit), err)
		}
		for _, e := range page {
			if after.Before(e.Position) && !isSystem(e) && len(events) < limit {
				events = append(events, e)
			}
		}
		if len(page) < wanted {
			return events, nil
		}
		after = page[len(page)-1].Position
	}
	return events, ctx.Err()
}

func positionOf(p eventstore.Position) client.AllPosition {
	if p == (eventstore.Position{}) {
		return client.Start{}
	}
	return client.Position{Commit: uint64(p.Commit), Prepare: uint64(p.Prepare)}
}

func (s *Store) readAll(
	ctx context.Context, dir client.Direction, from client.AllPosition, limit int,
) ([]eventstore.Recorded, error) {
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	o := client.ReadAllOptions{Direction: dir, From: from}
	return insist(ctx, s, func() ([]eventstore.Recorded, error) {
		return call(ctx, s.pool, readTimeout, func(ctx context.Context, c *client.Client) ([]eventstore.Recorded, error) {
			return drain(c.ReadAll(ctx, o, uint64(limit)))
		})
	})
}

// Head implements eventstore.Store.
func (s *Store) Head(ctx context.Context) (eventstore.Position, error) {
	if err := s.enter(); err != nil {
		return eventstore.Position{}, err
	}
	defer s.calls.Done()
	var from client.AllPosition = client.End{}
	for limit := 1; ; limit = headPage {
		page, err := s.readAll(ctx, client.Backwards, from, limit)
		if err != nil {
			return eventstore.Position{}, wrap("read the head of the log", err)
		}
		for _, e := range page {
			if !isSystem(e) {
				return e.Position, nil
			}
		}
		if len(page) < limit {
			return eventstore.Position{}, nil
		}
		from = positionOf(page[len(page)-1].Position)
	}
}

// drain reads to the end. That a stream doesn't exist comes out here.
func drain(r *client.ReadStream, err error) (events []eventstore.Recorded, _ error) {
	if err != nil {
		return nil, err
	}
	defer r.Close()
	for {
		e, err := r.Recv()
		if errors.Is(err, io.EOF) {
			return events, nil
		}
		if err != nil {
			return nil, err
		}
		events = append(events, recorded(e.OriginalEvent()))
	}
}

func recorded(e *client.RecordedEvent) eventstore.Recorded {
	r := eventstore.Recorded{
		Proposed: eventstore.Proposed{ID: e.EventID, Type: e.EventType, Data: e.Data},
		Stream:   e.StreamID, Revision: eventstore.Revision(e.EventNumber),
		Position: position(e.Position), Created: e.CreatedDate,
	}
	if len(e.UserMetadata) > 0 {
		r.Metadata = json.RawMessage(e.UserMetadata)
	}
	return r
}

// position is zero where the server gave none: servers before 22.6 say so of the
// events of a stream.
func position(p client.Position) eventstore.Position {
	if p.Commit > math.MaxInt64 || p.Prepare > math.MaxInt64 {
		return eventstore.Position{}
	}
	return eventstore.Position{Commit: int64(p.Commit), Prepare: int64(p.Prepare)}
}

func isSystem(e eventstore.Recorded) bool { return strings.HasPrefix(e.Type, "$") }
