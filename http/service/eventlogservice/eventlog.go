// Package eventlogservice implements the use cases in which staff read the log: the events of the whole log
// or of one stream, newest first or as they arrive, filtered by type and client.
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
	// scanLimit limits the events that are read for one answer. A filter that matches nothing stops there,
	// and the answer says where to continue.
	scanLimit = 10_000
	// scanPage is the number of events per read.
	scanPage = 1_000
	// maxWaiting is how many readers may wait on an instance concurrently.
	maxWaiting = 50
)

// Query selects events. At most one of After and Before may be set.
type Query struct {
	// After and Before are positions of events, both exclusive. With After the answer is in log order, else
	// newest first. Without either it starts at the newest event.
	After, Before *int64
	Filter
	// Limit is the maximum number of events returned.
	Limit int
	// Wait is how long to wait for an event when there is none. It requires After.
	Wait time.Duration
}

// Page is a part of the log.
type Page struct {
	Events []Event `json:"events"`
	// Next is where to continue, in the same direction. It is nil at the start of the log.
	Next *int64 `json:"next"`
	// End is true when the log, or the stream, has no more events in the direction.
	End bool `json:"end"`
	// Scanned is the number of events read.
	Scanned int `json:"scanned"`
	// Head is the position of the newest event of the log. It is read before the others.
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

// Read returns the events that the query selects. It reads at most 10,000 events per answer. Refusals:
// invalid_field after, before or wait; too_many_requests when too many readers already wait.
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
	// Every store can read from the position of an event, such as the previous one.
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

// category returns the part of a stream's name before its id.
func category(stream string) string {
	name, _, _ := strings.Cut(stream, "-")
	return name
}
