package postingreactor

import (
	"context"
	"database/sql"
	"errors"
	"sync"
	"time"

	"gateway/eventstore"
	"gateway/eventstore/tracing"
	"gateway/eventstore/transfer"
	"gateway/projections/engine"
	"gateway/projections/reactor"

	"github.com/sirupsen/logrus"
	"golang.org/x/sync/errgroup"
)

const (
	// postingName names the reactor and its checkpoint.
	postingName = "posting"
	// postingBatch is the number of events that are read from the log at once. A larger batch contains
	// more events of one client, and so needs fewer appends.
	postingBatch = 2_000
	// postingParallel bounds the clients whose events are posted at the same time. The
	// store joins concurrent appends into one commit.
	postingParallel = 128
)

// Posting reads the log and posts the events of payment streams to the clients' balances, in the order of
// the log. No other code posts them.
//
// If an event can't be posted, its client is parked: the client's later events wait, so that they stay in
// order, while all other clients continue. The checkpoint stays before the oldest parked event. Losing the
// checkpoint is harmless, because each balance knows the position of the last payment event posted to it.
type Posting struct {
	log    *eventstore.Log
	rows   CheckpointRows
	logger *logrus.Entry

	// sub and checkpoint are used by Run alone.
	sub        eventstore.Subscription
	checkpoint checkpoint

	mu       sync.Mutex // protects running, position and parked, which Run alone changes
	running  bool
	position eventstore.Position
	parked   map[int64]*parkedClient
}

// NewPosting makes the reactor. db is the read models' database, which keeps its
// checkpoint.
func NewPosting(log *eventstore.Log, db *sql.DB, logger *logrus.Entry) *Posting {
	return NewPostingFrom(log, sqlCheckpoints{db}, logger)
}

// NewPostingFrom makes the reactor with its checkpoint in rows.
func NewPostingFrom(log *eventstore.Log, rows CheckpointRows, logger *logrus.Entry) *Posting {
	return &Posting{log: log, rows: rows, logger: logger.WithField("reactor", postingName)}
}

// Name implements Reactor.
func (p *Posting) Name() string { return postingName }

// Run posts events from the checkpoint on, until the context ends. Errors: those of the store and the
// database, after which Run may be called again, and *engine.ForeignStoreError.
func (p *Posting) Run(ctx context.Context) error {
	ctx = reactor.WithReactorAsActor(ctx, postingName)
	if err := p.resume(ctx); err != nil {
		return err
	}
	p.setRunning(true)
	defer p.setRunning(false)
	for {
		if err := p.postNext(ctx); err != nil {
			return err
		}
	}
}

// resume opens the subscription at the checkpoint.
func (p *Posting) resume(ctx context.Context) error {
	at, err := readCheckpoint(ctx, p.rows, p.log.Store().ID())
	if err != nil {
		return err
	}
	// A log is moved to another store only after all its events were posted. The balances then remember
	// positions in the former store, so start after the copied events and do not post them again.
	_, moved, err := transfer.LastMove(ctx, p.log.Store())
	if err != nil {
		return err
	}
	if at.Before(moved) {
		at = moved
	}
	p.checkpoint = checkpoint{rows: p.rows, store: p.log.Store().ID(), saved: at}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.position, p.parked = at, make(map[int64]*parkedClient)
	p.sub = p.log.Store().Subscribe(at)
	return nil
}

// postNext retries the parked clients that are due, waits for events, posts one batch and saves the
// checkpoint.
func (p *Posting) postNext(ctx context.Context) error {
	if err := p.retryParked(ctx); err != nil {
		return err
	}
	events, err := p.nextEvents(ctx)
	if err != nil {
		return err
	}
	if len(events) > 0 {
		if err := p.postBatch(ctx, p.position, events); err != nil {
			return err
		}
		p.mu.Lock()
		p.position = events[len(events)-1].Position
		p.checkpoint.event = eventstore.MarkOf(events[len(events)-1])
		p.mu.Unlock()
	}
	if err := p.checkpoint.save(ctx, p.safePosition(), p.parkedProblem()); err != nil && ctx.Err() == nil {
		p.logger.WithError(err).Warn("the checkpoint is not written; a restart will post nothing twice, but begin earlier")
	}
	return nil
}

// nextEvents returns the next events of the log, or none if a parked client or the checkpoint is due
// first.
func (p *Posting) nextEvents(ctx context.Context) ([]eventstore.Recorded, error) {
	due := p.checkpoint.due()
	for _, park := range p.parked {
		if due.IsZero() || park.next.Before(due) {
			due = park.next
		}
	}
	if due.IsZero() {
		return p.sub.Next(ctx, postingBatch)
	}
	// Wait at least 10 ms, so that a client that is catching up does not stop the reading of the log.
	waiting, cancel := context.WithTimeout(ctx, max(10*time.Millisecond, time.Until(due)))
	defer cancel()
	events, err := p.sub.Next(waiting, postingBatch)
	if err != nil && waiting.Err() != nil && ctx.Err() == nil {
		return nil, nil
	}
	return events, err
}

// postBatch posts the events of all clients that are not parked, and parks a client
// whose event can't be posted.
func (p *Posting) postBatch(ctx context.Context, after eventstore.Position, events []eventstore.Recorded) error {
	byClient, err := p.entriesByClient(after, events, func(client int64) bool { return p.parked[client] == nil })
	if err != nil {
		return err
	}
	var mu sync.Mutex
	failed := make(map[int64]*unpostable)
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(postingParallel)
	for client, entries := range byClient {
		g.Go(func() error {
			err := p.postEntries(ctx, client, entries)
			var poison *unpostable
			if !errors.As(err, &poison) {
				return err
			}
			mu.Lock()
			defer mu.Unlock()
			failed[client] = poison
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		return err
	}
	for client, poison := range failed {
		p.park(client, poison)
	}
	return nil
}

// Status implements Reactor. While another instance posts, Status returns what that instance last saved
// with the checkpoint.
func (p *Posting) Status(ctx context.Context) (engine.Status, error) {
	s := engine.Status{Name: postingName, State: engine.StateLive}
	p.mu.Lock()
	running := p.running
	s.Position, s.Error = p.position.Commit, describeParked(p.parked)
	p.mu.Unlock()
	if running {
		return s, nil
	}
	saved, _, err := p.rows.Checkpoint(ctx, postingName)
	s.Position, s.Error = saved.Position.Commit, saved.Error
	return s, err
}

// Parked returns how many clients are parked, and whether this process is the one that posts.
func (p *Posting) Parked() (clients int, posts bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.parked), p.running
}

func (p *Posting) parkedProblem() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return describeParked(p.parked)
}

func (p *Posting) setRunning(running bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.running = running
}

// postingSpans are the spans of one append, which may post the events of several traces.
type postingSpans []tracing.Span

// continueEntries begins a span in the trace of each entry. The append belongs to the first of these
// spans. The spans in the other traces link to the first one, so that each trace leads to the append.
func continueEntries(ctx context.Context, entries []entry) (context.Context, postingSpans) {
	if !tracing.On() {
		return ctx, nil
	}
	var spans postingSpans
	seen := make(map[string]bool)
	for _, e := range entries {
		if e.trace == "" || seen[e.trace] {
			continue
		}
		seen[e.trace] = true
		below, span := tracing.Continue(ctx, postingName, e.trace)
		if len(spans) == 0 {
			ctx = below
		}
		span.Number("client_id", e.cmd.ClientID)
		spans = append(spans, span)
	}
	return ctx, spans
}

func (s postingSpans) end(err error) {
	for _, span := range s {
		span.End(err)
	}
}
