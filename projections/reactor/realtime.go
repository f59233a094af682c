package reactor

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"gateway/eventstore"
	"gateway/http/realtime"
	"gateway/projections/engine"
	"gateway/projections/readmodel"

	"github.com/sirupsen/logrus"
)

const (
	// realtimeName is the name of the reactor.
	realtimeName = "realtime"
	// realtimeBatch is how many events of the log are taken at once: the more there
	// are, the fewer queries they need.
	realtimeBatch = 1_000
	// realtimeLook is how often it is looked whether somebody listens, while nobody
	// does: the first message may be that late.
	realtimeLook = 50 * time.Millisecond
)

// Publisher brings messages to whoever listens. *realtime.Node and
// *realtime.Centrifugo implement it.
type Publisher interface {
	// Listened reports whether anybody may be subscribed to the channel; whether
	// anybody may be connected, when it is empty. What nobody hears is not made ready.
	Listened(channel string) bool
	// Publish sends messages, those of one channel in their order.
	Publish(ctx context.Context, messages []realtime.Message) error
	// Cut ends the connections of clients that may listen no more.
	Cut(ctx context.Context, clientIDs []int64) error
}

// RealtimeRows reads the objects that messages carry, many at once; those that are
// not there are left out. *readmodel.Queries implements it.
type RealtimeRows interface {
	TransactionsByID(ctx context.Context, ids []int64) ([]readmodel.Transaction, error)
	PayoutsByID(ctx context.Context, kind string, ids []int64) ([]readmodel.Payout, error)
	BalancesOf(ctx context.Context, clientIDs []int64) ([]readmodel.Balance, error)
	TicketRepliesByID(ctx context.Context, ids []int64) ([]readmodel.TicketReply, error)
	SuspendedClients(ctx context.Context) ([]int64, error)
}

// Realtime tells listeners what happens, as it happens. It begins at the head of the
// log whenever it is run, keeps no checkpoint and repeats nothing: a message is a
// hint to those who are there, and the API has the truth. That a client which is
// suspended must hear no more is no hint: whenever it is run, it begins with those who
// were suspended before.
//
// Where the listeners are connected to the instances themselves, each instance runs
// one for its own. Where one server has them all, the instance that leads runs it.
type Realtime struct {
	log      *eventstore.Log
	rows     RealtimeRows
	progress Progress
	out      Publisher
	logger   *logrus.Entry

	// position is 0 while it does not run.
	position atomic.Int64
}

// NewRealtime makes the reactor.
func NewRealtime(log *eventstore.Log, rows RealtimeRows, progress Progress, out Publisher, logger *logrus.Entry) *Realtime {
	return &Realtime{log: log, rows: rows, progress: progress, out: out, logger: logger.WithField("reactor", realtimeName)}
}

// Name implements Reactor.
func (r *Realtime) Name() string { return realtimeName }

// Run implements Reactor. Any failure ends it, and what it was about to tell is
// lost: it is run again from the head, not late from where it was.
func (r *Realtime) Run(ctx context.Context) error {
	defer r.position.Store(0)
	at, err := r.log.Store().Head(ctx)
	if err != nil {
		return fmt.Errorf("read the head of the log: %w", err)
	}
	if err := r.cutSuspended(ctx, at); err != nil {
		return err
	}
	for {
		if at, err = r.idle(ctx, at); err != nil {
			return err
		}
		if err := r.follow(ctx, &at); err != nil {
			return err
		}
	}
}

// cutSuspended cuts off all who were suspended up to the position.
func (r *Realtime) cutSuspended(ctx context.Context, at eventstore.Position) error {
	if err := r.progress.Wait(ctx, at); err != nil {
		return err
	}
	suspended, err := r.rows.SuspendedClients(ctx)
	if err != nil {
		return err
	}
	return r.out.Cut(ctx, suspended)
}

// idle waits until somebody listens, without reading what nobody would hear, and
// gives where to go on: little before now, and not before at.
func (r *Realtime) idle(ctx context.Context, at eventstore.Position) (eventstore.Position, error) {
	r.position.Store(0)
	for {
		// First where, then whether: what comes after a listener is after p.
		p := r.progress.Position()
		if r.out.Listened("") {
			return at, nil
		}
		if at.Before(p) {
			at = p
		}
		select {
		case <-time.After(realtimeLook):
		case <-ctx.Done():
			return at, ctx.Err()
		}
	}
}

// follow tells what happens after at, and moves it, for as long as somebody listens.
func (r *Realtime) follow(ctx context.Context, at *eventstore.Position) error {
	sub := r.log.Store().Subscribe(*at)
	for r.out.Listened("") {
		r.position.Store(at.Commit)
		events, err := sub.Next(ctx, realtimeBatch)
		if err != nil {
			return err
		}
		if err := r.tell(ctx, events); err != nil {
			return err
		}
		*at = events[len(events)-1].Position
	}
	return nil
}

// Status implements Reactor. Where it does not run there is nothing it would be
// behind with.
func (r *Realtime) Status(context.Context) (engine.Status, error) {
	at := r.position.Load()
	if at == 0 {
		at = r.progress.Position().Commit
	}
	return engine.Status{Name: realtimeName, Position: at, State: engine.StateLive}, nil
}

// tell cuts off who was suspended, and publishes what the events mean to those who
// listen, once the read models show it.
func (r *Realtime) tell(ctx context.Context, events []eventstore.Recorded) error {
	n := news{listened: r.out.Listened}
	var last eventstore.Position
	for _, event := range events {
		if channel, told := channelOf(event.Stream); !told || channel != "" && !r.out.Listened(channel) {
			continue // not worth decoding
		}
		env, err := r.log.Decode(event)
		if err != nil {
			return err
		}
		n.fold(env.Event)
		last = event.Position
	}
	if err := r.out.Cut(ctx, n.cut); err != nil {
		return err
	}
	if n.empty() {
		return nil
	}
	if err := r.progress.Wait(ctx, last); err != nil {
		return err
	}
	messages, err := n.messages(ctx, r.rows)
	if err != nil {
		return err
	}
	return r.out.Publish(ctx, messages)
}
