package postingreactor

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"gateway/eventstore"
)

const (
	parkedFirst = 100 * time.Millisecond
	parkedMax   = time.Minute
)

// parkedClient is a client whose posting waits. It keeps only a position: the events after it are read
// from the log again.
type parkedClient struct {
	// after is the position before the first event that is not posted.
	after eventstore.Position
	// reason is empty while the client catches up.
	reason   string
	attempts int
	next     time.Time
}

func (p *Posting) park(client int64, poison *unpostable) {
	p.mu.Lock()
	defer p.mu.Unlock()
	park := p.parked[client]
	if park == nil {
		park = &parkedClient{}
		p.parked[client] = park
	}
	if park.after != poison.entry.after {
		park.attempts = 0
	}
	if park.attempts == 0 {
		p.logger.WithError(poison).WithField("client_id", client).Error("an event can't be posted: the client is parked")
	}
	park.after, park.reason = poison.entry.after, poison.Error()
	park.next = time.Now().Add(min(parkedMax, parkedFirst<<min(park.attempts, 20)))
	park.attempts++
}

// retryParked posts one page of events for each parked client whose retry is due.
func (p *Posting) retryParked(ctx context.Context) error {
	for _, client := range slices.Sorted(maps.Keys(p.parked)) {
		park := p.parked[client]
		if park.next.After(time.Now()) {
			continue
		}
		if err := p.retryClient(ctx, client, park); err != nil {
			return err
		}
	}
	return nil
}

func (p *Posting) retryClient(ctx context.Context, client int64, park *parkedClient) error {
	events, err := p.log.Store().ReadAll(ctx, park.after, postingBatch)
	if err != nil {
		return err
	}
	// A page may be shorter than requested, so only the position shows whether the client has caught up.
	caughtUp := len(events) == 0 || !events[len(events)-1].Position.Before(p.position)
	for i, r := range events {
		if p.position.Before(r.Position) {
			events = events[:i]
			break
		}
	}
	byClient, err := p.entriesByClient(park.after, events, func(c int64) bool { return c == client })
	if err != nil {
		return err
	}
	err = p.postEntries(ctx, client, byClient[client])
	var poison *unpostable
	switch {
	case errors.As(err, &poison):
		p.park(client, poison)
		return nil
	case err != nil:
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if caughtUp {
		delete(p.parked, client)
		p.logger.WithField("client_id", client).Info("the parked client has caught up")
		return nil
	}
	park.after, park.reason, park.attempts = events[len(events)-1].Position, "", 0
	return nil
}

// safePosition returns the position to resume from, before the oldest parked event.
func (p *Posting) safePosition() eventstore.Position {
	at := p.position
	for _, park := range p.parked {
		if park.after.Before(at) {
			at = park.after
		}
	}
	return at
}

// describeParked describes the parked client with the oldest unposted event, and the number of parked
// clients.
func describeParked(parked map[int64]*parkedClient) string {
	var oldest *parkedClient
	var owner int64
	for client, park := range parked {
		if oldest == nil || park.after.Before(oldest.after) {
			oldest, owner = park, client
		}
	}
	if oldest == nil {
		return ""
	}
	text := fmt.Sprintf("%d parked; client %d: %s", len(parked), owner, oldest.reason)
	if oldest.reason == "" {
		text += "catching up"
	}
	return text
}
