// Package eventlogservice has the use cases of the log as staff read it: the events of the whole log
// or of one stream, newest first or as they come, by what they are and whom they concern.
package eventlogservice

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"time"

	"gateway/domain"
	"gateway/eventstore"
	"gateway/http/service"
	"gateway/projections/readmodel/readtable"
)

const (
	// MaxWait is how long a reader may wait for the next event.
	MaxWait = 30 * time.Second
	// scanLimit bounds the events that are read for one answer. A filter that matches nothing
	// stops there, and the answer says from where to go on.
	scanLimit = 10_000
	// scanPage is how many are read at once.
	scanPage = 1_000
	// maxWaiting is how many readers may wait on an instance at once.
	maxWaiting = 50
)

// Query says which events are wanted. Of After and Before at most one is set.
type Query struct {
	// After and Before are positions of events, both exclusive. With After the answer is in the
	// log's order, else newest first. Without either it begins at the newest event.
	After, Before *int64
	Filter
	// Limit is the most events that are given.
	Limit int
	// Wait is how long to wait for an event when there is none; it goes with After.
	Wait time.Duration
}

// Page is a part of the log.
type Page struct {
	Events []Event `json:"events"`
	// Next is where to go on, in the same direction; nil at the start of the log.
	Next *int64 `json:"next"`
	// End is true where the log, or the stream, has no more events in the direction.
	End bool `json:"end"`
	// Scanned is how many events were read.
	Scanned int `json:"scanned"`
	// Head is the position of the newest event of the log, read before the others.
	Head int64 `json:"head"`
}

// Reader reads the log. It is safe for concurrent use. Make it with New.
type Reader struct {
	core      *service.Core
	waiting   atomic.Int64
	scanLimit int
}

// New makes a Reader.
func New(core *service.Core) *Reader { return &Reader{core: core, scanLimit: scanLimit} }

// Read gives the events that the query selects. It reads at most 10,000 events for that, and
// stops there. Refusals: invalid_field after, before or wait; too_many_requests, for too many
// readers that wait at once.
func (r *Reader) Read(ctx context.Context, q Query) (Page, error) {
	if err := q.check(); err != nil {
		return Page{}, err
	}
	head, err := r.store().Head(ctx)
	if err != nil {
		return Page{}, err
	}
	s := &scan{store: r.store(), query: q, left: r.scanLimit, page: Page{Events: []Event{}, Head: head.Commit}}
	switch {
	case q.After != nil:
		err = r.forwards(ctx, s, head)
	default:
		err = s.backwards(ctx)
	}
	return s.page, err
}

func (q Query) check() error {
	var both, early error
	if q.After != nil && q.Before != nil {
		both = domain.InvalidField("before", "goes without `after`")
	}
	if q.Wait > 0 && q.After == nil {
		early = domain.InvalidField("wait", "goes with `after`")
	}
	return domain.Together(both, early)
}

// Event returns the event at a position. Error: readtable.ErrNotFound.
func (r *Reader) Event(ctx context.Context, position int64) (Event, error) {
	at, err := checked(ctx, r.store(), position, "position")
	if _, refused := errors.AsType[*domain.Refusal](err); refused || position < 1 {
		return Event{}, readtable.ErrNotFound
	}
	if err != nil {
		return Event{}, err
	}
	// The event before is a place from which every store can read.
	before, err := r.store().ReadAllBackwards(ctx, at, 1)
	if err != nil {
		return Event{}, err
	}
	var after eventstore.Position
	if len(before) > 0 {
		after = before[0].Position
	}
	found, err := r.store().ReadAll(ctx, after, 1)
	if err != nil {
		return Event{}, err
	}
	if len(found) == 0 || found[0].Position.Commit != position {
		return Event{}, readtable.ErrNotFound
	}
	return eventOf(found[0]), nil
}

func (r *Reader) store() eventstore.Store { return r.core.Log.Store() }

// category is the part of a stream's name before its id.
func category(stream string) string {
	name, _, _ := strings.Cut(stream, "-")
	return name
}
