package postgres

import (
	"bytes"
	"context"
	"fmt"
	"time"

	"gateway/eventstore"
)

// Append implements eventstore.Store. If the context ends, Append stops waiting; the events may still be
// written.
func (s *Store) Append(
	ctx context.Context, stream string, expected eventstore.Revision, events []eventstore.Proposed,
) (eventstore.Appended, error) {
	// This is checked first, because one invalid request would fail its whole batch.
	if err := eventstore.CheckAppend(stream, expected, events); err != nil {
		return eventstore.Appended{}, fmt.Errorf("append to %.*q: %w", eventstore.MaxStreamName, stream, err)
	}
	if err := s.beginCall(); err != nil {
		return eventstore.Appended{}, err
	}
	defer s.calls.Done()
	if err := ctx.Err(); err != nil {
		return eventstore.Appended{}, err
	}
	r := newRequest(ctx, stream, expected, events)
	select {
	case s.appender.queue <- r:
	case <-ctx.Done():
		return eventstore.Appended{}, ctx.Err()
	}
	select {
	case a := <-r.answer:
		if a.archived {
			return s.compareWithArchive(ctx, r, a)
		}
		return a.appended, a.err
	case <-ctx.Done():
		return eventstore.Appended{}, ctx.Err()
	}
}

// request is an append that waits for its answer. It holds copies of the caller's data,
// because the caller may return before the events are written.
type request struct {
	ctx      context.Context
	stream   string
	expected eventstore.Revision
	events   []eventstore.Recorded // position and time are set after the commit
	size     int
	since    time.Time
	answer   chan answer // buffered, because the caller may have left
}

type answer struct {
	appended eventstore.Appended
	err      error
	// archived says that the stream has archived events at the request's revisions. Unless those are the
	// request's own events, the answer is the conflict err.
	archived bool
}

func newRequest(ctx context.Context, stream string, expected eventstore.Revision, events []eventstore.Proposed) *request {
	r := &request{
		ctx: ctx, stream: stream, expected: expected, since: time.Now(),
		events: make([]eventstore.Recorded, len(events)),
		answer: make(chan answer, 1),
	}
	for i, e := range events {
		e.Data, e.Metadata = bytes.Clone(e.Data), bytes.Clone(e.Metadata)
		r.events[i] = eventstore.Recorded{
			Proposed: e, Stream: stream, Revision: expected + 1 + eventstore.Revision(i),
		}
		r.size += len(e.Data) + len(e.Metadata)
	}
	return r
}

// setPositions sets the events' positions and time after the commit.
func (r *request) setPositions(last int64, at time.Time) {
	before := last - int64(len(r.events))
	for i := range r.events {
		r.events[i].Position = position(before + 1 + int64(i))
		r.events[i].BookedAt = at.UTC()
		if first := r.events[i].FirstBookedAt; !first.IsZero() {
			r.events[i].BookedAt, r.events[i].FirstBookedAt = first.UTC(), time.Time{}
		}
	}
}

// answerOutcome answers the request with the outcome that append_events returned.
func (r *request) answerOutcome(o outcome) {
	switch o.kind {
	case "written", "repeated":
		r.answer <- answer{appended: eventstore.Appended{
			Revision: r.expected + eventstore.Revision(len(r.events)),
			Position: position(o.lastPosition.Int64),
		}}
	case "partial":
		r.fail(fmt.Errorf("append to %s: %w", r.stream, eventstore.ErrPartialRetry))
	case "conflict", "archived":
		r.answer <- answer{
			err:      &eventstore.ConflictError{Stream: r.stream, Expected: r.expected, Actual: o.lastRevision},
			archived: o.kind == "archived",
		}
	default:
		r.fail(fmt.Errorf("append to %s: unknown outcome %q", r.stream, o.kind))
	}
}

// compareWithArchive answers a request whose revisions are taken, at least in part by archived events: it may
// be a repetition of them.
func (s *Store) compareWithArchive(ctx context.Context, r *request, conflict answer) (eventstore.Appended, error) {
	f, err := s.streamReads.Do(ctx, streamRead{r.stream, r.expected + 1, len(r.events)})
	if err != nil {
		return eventstore.Appended{}, err
	}
	there, err := s.complete(ctx, f, r.stream, r.expected+1, eventstore.Forwards, len(r.events))
	if err != nil {
		return eventstore.Appended{}, err
	}
	same := 0
	for i := range there {
		if there[i].ID == r.events[i].ID {
			same++
		}
	}
	switch same {
	case len(r.events):
		last := there[len(there)-1]
		return eventstore.Appended{Revision: last.Revision, Position: last.Position}, nil
	case 0:
		return eventstore.Appended{}, conflict.err
	}
	return eventstore.Appended{}, fmt.Errorf("append to %s: %w", r.stream, eventstore.ErrPartialRetry)
}

func (r *request) fail(err error) { r.answer <- answer{err: err} }

func position(p int64) eventstore.Position { return eventstore.Position{Commit: p, Prepare: p} }
