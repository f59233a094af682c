package reactor

import (
	"context"
	"database/sql"
	"errors"
	"sync"
	"time"

	"gateway/eventstore"
	"gateway/eventstore/transfer"
	"gateway/projections/engine"

	"github.com/sirupsen/logrus"
	"golang.org/x/sync/errgroup"
)

const (
	// postingName is the name of the checkpoint.
	postingName = "posting"
	// postingBatch is how many events of the log are taken at once: the more there
	// are of one client among them, the fewer appends they need.
	postingBatch = 2_000
	// postingParallel bounds the clients that are posted to at once. The store
	// joins concurrent appends into one commit.
	postingParallel = 128
)

// Posting follows the log and books what starts in payment streams into the
// balances of the clients. It is the only one that does.
//
// A client whose event can't be posted is parked: what follows for that client
// waits, so that its order is kept, while all others go on. The checkpoint stays
// before the oldest parked event. Losing it is harmless: each balance knows the
// position of the last payment event it holds.
type Posting struct {
	log    *eventstore.Log
	db     *sql.DB
	logger *logrus.Entry

	// What follows is used by Run alone.
	sub        eventstore.Subscription
	checkpoint checkpoint

	mu       sync.Mutex // guards what follows, which Run alone changes
	running  bool
	position eventstore.Position
	parked   map[int64]*parking
}

// NewPosting makes the reactor. db is the read models' database, which keeps its
// checkpoint.
func NewPosting(log *eventstore.Log, db *sql.DB, logger *logrus.Entry) *Posting {
	return &Posting{log: log, db: db, logger: logger.WithField("reactor", postingName)}
}

// Name implements Reactor.
func (p *Posting) Name() string { return postingName }

// Run posts until the context ends, from the checkpoint on. Errors are those of the
// store and the database, after which it may be run again, and
// *projections.ForeignStoreError.
func (p *Posting) Run(ctx context.Context) error {
	ctx = asReactor(ctx, postingName)
	if err := p.begin(ctx); err != nil {
		return err
	}
	p.setRunning(true)
	defer p.setRunning(false)
	for {
		if err := p.runOnce(ctx); err != nil {
			return err
		}
	}
}

func (p *Posting) begin(ctx context.Context) error {
	at, err := readCheckpoint(ctx, p.db, p.log.Store().ID())
	if err != nil {
		return err
	}
	// A log is moved only when all of it is posted, and its watermarks then name the
	// store that was left.
	_, moved, err := transfer.LastMove(ctx, p.log.Store())
	if err != nil {
		return err
	}
	if at.Before(moved) {
		at = moved
	}
	p.checkpoint = checkpoint{db: p.db, store: p.log.Store().ID(), saved: at}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.position, p.parked = at, make(map[int64]*parking)
	p.sub = p.log.Store().Subscribe(at)
	return nil
}

// runOnce waits until there is something to do and does one batch of it.
func (p *Posting) runOnce(ctx context.Context) error {
	if err := p.retryParked(ctx); err != nil {
		return err
	}
	events, err := p.next(ctx)
	if err != nil {
		return err
	}
	if len(events) > 0 {
		if err := p.batch(ctx, p.position, events); err != nil {
			return err
		}
		p.mu.Lock()
		p.position = events[len(events)-1].Position
		p.mu.Unlock()
	}
	if err := p.checkpoint.save(ctx, p.safe(), p.problem()); err != nil && ctx.Err() == nil {
		p.logger.WithError(err).Warn("the checkpoint is not written; a restart will post nothing twice, but begin earlier")
	}
	return nil
}

// next gives the next events of the log, or none when something else is due first.
func (p *Posting) next(ctx context.Context) ([]eventstore.Recorded, error) {
	due := p.checkpoint.due()
	for _, park := range p.parked {
		if due.IsZero() || park.next.Before(due) {
			due = park.next
		}
	}
	if due.IsZero() {
		return p.sub.Next(ctx, postingBatch)
	}
	// Not shorter: a client that catches up must not keep the log from being read.
	waiting, cancel := context.WithTimeout(ctx, max(10*time.Millisecond, time.Until(due)))
	defer cancel()
	events, err := p.sub.Next(waiting, postingBatch)
	if err != nil && waiting.Err() != nil && ctx.Err() == nil {
		return nil, nil
	}
	return events, err
}

// batch posts what the events hold for clients that are not parked, and parks those
// whose events can't be posted.
func (p *Posting) batch(ctx context.Context, after eventstore.Position, events []eventstore.Recorded) error {
	byClient, err := p.collect(after, events, func(client int64) bool { return p.parked[client] == nil })
	if err != nil {
		return err
	}
	var mu sync.Mutex
	failed := make(map[int64]*unpostable)
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(postingParallel)
	for client, entries := range byClient {
		g.Go(func() error {
			err := p.post(ctx, client, entries)
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

// Status implements Reactor. Where another instance does the posting it is as that
// one last wrote it down.
func (p *Posting) Status(ctx context.Context) (engine.Status, error) {
	s := engine.Status{Name: postingName, State: engine.StateLive}
	p.mu.Lock()
	running := p.running
	s.Position, s.Error = p.position.Commit, describe(p.parked)
	p.mu.Unlock()
	if running {
		return s, nil
	}
	all, err := engine.Checkpoints(ctx, p.db)
	s.Position, s.Error = all[postingName].Position.Commit, all[postingName].Error
	return s, err
}

func (p *Posting) problem() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return describe(p.parked)
}

func (p *Posting) setRunning(running bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.running = running
}
