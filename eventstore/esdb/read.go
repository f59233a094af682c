package esdb

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"

	"gateway/eventstore"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
)

// headPage is how many events Head reads at once if the newest event is a system event.
const headPage = 64

// ReadStream implements eventstore.Store.
func (s *Store) ReadStream(
	ctx context.Context, stream string, from eventstore.Revision, dir eventstore.Direction, limit int,
) ([]eventstore.Recorded, error) {
	if err := s.beginCall(); err != nil {
		return nil, err
	}
	defer s.calls.Done()
	events, err := retry(ctx, s, func() ([]eventstore.Recorded, error) {
		return s.readStreamOnce(ctx, stream, from, dir, limit)
	})
	return events, s.wrap("read stream "+stream, err)
}

// readStreamOnce reads without retries. A stream that does not exist has no events.
func (s *Store) readStreamOnce(
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
	return call(ctx, s.pool, read, func(ctx context.Context, c *client.Client) ([]eventstore.Recorded, error) {
		events, err := readToEnd(c.ReadStream(ctx, stream, o, uint64(limit)))
		if isNoStream(err) {
			return nil, nil
		}
		return events, err
	})
}

// ReadAll implements eventstore.Store. It skips system events and continues reading after them, so fewer than
// limit events mean the end of the log.
func (s *Store) ReadAll(
	ctx context.Context, after eventstore.Position, limit int,
) (events []eventstore.Recorded, err error) {
	if err := s.beginCall(); err != nil {
		return nil, err
	}
	defer s.calls.Done()
	for len(events) < limit {
		wanted := limit - len(events) + 1 // the server begins with the event at after
		page, err := s.readPage(ctx, client.Forwards, toClientPosition(after), wanted)
		if err != nil {
			return nil, s.wrap(fmt.Sprintf("read the log after %d", after.Commit), err)
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

// ReadAllBackwards implements eventstore.Store. It skips system events and continues reading before them, so
// fewer than limit events mean the start of the log.
func (s *Store) ReadAllBackwards(
	ctx context.Context, before eventstore.Position, limit int,
) (events []eventstore.Recorded, err error) {
	if err := s.beginCall(); err != nil {
		return nil, err
	}
	defer s.calls.Done()
	var from client.AllPosition = client.End{}
	if before != eventstore.EndOfLog {
		from = toClientPosition(before)
	}
	for len(events) < limit {
		wanted := limit - len(events)
		page, err := s.readPage(ctx, client.Backwards, from, wanted)
		if err != nil {
			return nil, s.wrap(fmt.Sprintf("read the log before %d", before.Commit), err)
		}
		for _, e := range page {
			if !isSystem(e) {
				events = append(events, e)
			}
		}
		if len(page) < wanted {
			return events, nil
		}
		from = toClientPosition(page[len(page)-1].Position)
	}
	return events, ctx.Err()
}

// readPage reads a page of the log, from the position inclusive, and retries.
func (s *Store) readPage(
	ctx context.Context, dir client.Direction, from client.AllPosition, limit int,
) ([]eventstore.Recorded, error) {
	return retry(ctx, s, func() ([]eventstore.Recorded, error) { return s.readPageOnce(ctx, dir, from, limit) })
}

func (s *Store) readPageOnce(
	ctx context.Context, dir client.Direction, from client.AllPosition, limit int,
) ([]eventstore.Recorded, error) {
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	o := client.ReadAllOptions{Direction: dir, From: from}
	events, err := call(ctx, s.pool, read, func(ctx context.Context, c *client.Client) ([]eventstore.Recorded, error) {
		return readToEnd(c.ReadAll(ctx, o, uint64(limit)))
	})
	if dir == client.Backwards && betweenEvents.MatchString(fmt.Sprint(err)) {
		err = fmt.Errorf("%w: %w", eventstore.ErrNoPosition, err)
	}
	return events, err
}

// betweenEvents matches the answer of a server to a read that begins inside an event. Up to 23.10 the server
// uses this word for every error.
var betweenEvents = regexp.MustCompile(`Unexpected (Filtered)?ReadAllResult: (InvalidPosition|Error)`)

// Head implements eventstore.Store.
func (s *Store) Head(ctx context.Context) (eventstore.Position, error) {
	if err := s.beginCall(); err != nil {
		return eventstore.Position{}, err
	}
	defer s.calls.Done()
	var from client.AllPosition = client.End{}
	for limit := 1; ; limit = headPage {
		page, err := s.readPage(ctx, client.Backwards, from, limit)
		if err != nil {
			return eventstore.Position{}, s.wrap("read the head of the log", err)
		}
		for _, e := range page {
			if !isSystem(e) {
				return e.Position, nil
			}
		}
		if len(page) < limit {
			return eventstore.Position{}, nil
		}
		from = toClientPosition(page[len(page)-1].Position)
	}
}

// readToEnd collects all events of a read. The server reports a missing stream here, not when the read
// begins.
func readToEnd(r *client.ReadStream, err error) (events []eventstore.Recorded, _ error) {
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
		events = append(events, fromClientEvent(e.OriginalEvent()))
	}
}
