package eventlogservice

import (
	"context"

	"gateway/domain"
	"gateway/eventstore"
	"gateway/http/server/lifecycle"
)

// forwards reads from after a position to the end of the log. If it found nothing, it waits there for an
// event. head is the head before the read.
func (r *Reader) forwards(ctx context.Context, s *scan, head eventstore.Position) error {
	after, err := checked(ctx, s.store, *s.query.After, "after")
	if err != nil {
		return err
	}
	s.page.Next = s.query.After
	full := false
	if s.query.Stream != "" {
		full, err = s.streamForwards(ctx, after)
		// Every event of the stream up to the head was read, so the next read starts there.
		if !full && after.Before(head) {
			after = head
			s.page.Next = &head.Commit
		}
	} else {
		full, after, err = s.logForwards(ctx, after)
	}
	if err != nil || full {
		return err
	}
	s.page.End = true
	if len(s.page.Events) > 0 || s.query.Wait <= 0 {
		return nil
	}
	return r.follow(ctx, s, after)
}

// logForwards reads the log and returns the position of the last event read.
func (s *scan) logForwards(ctx context.Context, after eventstore.Position) (full bool, last eventstore.Position, err error) {
	for {
		events, err := s.store.ReadAll(ctx, after, s.pageSize())
		if err != nil || len(events) == 0 {
			return false, after, err
		}
		if s.take(events) {
			return true, after, nil
		}
		after = events[len(events)-1].Position
	}
}

// follow waits for events after the position until one matches, the time is over, it has read too many events
// for one answer, or this process drains. Refusal: too_many_requests.
func (r *Reader) follow(ctx context.Context, s *scan, after eventstore.Position) error {
	if r.waiting.Add(1) > maxWaiting {
		r.waiting.Add(-1)
		return domain.Refuse(domain.TooMany, "too_many_requests", "%d requests wait for events of the log already", maxWaiting)
	}
	defer r.waiting.Add(-1)
	waiting, cancel := context.WithTimeout(ctx, min(s.query.Wait, MaxWait))
	defer cancel()
	defer cancelAt(lifecycle.Ending(ctx), cancel)()
	subscription := s.store.Subscribe(after)
	for {
		events, err := subscription.Next(waiting, s.pageSize())
		if waiting.Err() != nil {
			return nil // the end of the wait is not a failure: the page is empty
		}
		if err != nil {
			return err
		}
		if s.take(events) {
			s.page.End = false
			return nil
		}
		if len(s.page.Events) > 0 {
			return nil
		}
	}
}

// cancelAt calls cancel when the channel is closed, unless stop is called first.
func cancelAt(ending <-chan struct{}, cancel func()) (stop func()) {
	stopped := make(chan struct{})
	go func() {
		select {
		case <-ending:
			cancel()
		case <-stopped:
		}
	}()
	return func() { close(stopped) }
}
