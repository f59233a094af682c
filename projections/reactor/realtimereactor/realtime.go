package realtimereactor

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"gateway/domain/balance"
	"gateway/domain/realtime"
	"gateway/eventstore"
	"gateway/projections/engine"
	"gateway/projections/reactor"
	"gateway/projections/readmodel/balancerows"
	"gateway/projections/readmodel/paymentrows"
	"gateway/projections/readmodel/payoutrows"
	"gateway/projections/readmodel/ticketrows"

	"github.com/sirupsen/logrus"
)

const (
	// realtimeName is the name of the reactor.
	realtimeName = "realtime"
	// realtimeBatch is the number of events that are read from the log at once. Larger
	// batches need fewer queries.
	realtimeBatch = 1_000
	// realtimePollEvery is how often Realtime checks for listeners while there are none. The first message
	// may be delayed by that much.
	realtimePollEvery = 50 * time.Millisecond
)

// Publisher sends messages to listeners. *realtimeserver.Node and *realtimeserver.Centrifugo implement it.
type Publisher interface {
	// HasListeners reports whether the channel may have subscribers; for an empty name, whether any client
	// may be connected. Realtime prepares no messages for channels without listeners.
	HasListeners(channel string) bool
	// Publish sends messages; those of one channel keep their order.
	Publish(ctx context.Context, messages []realtime.Message) error
	// Check returns an error when messages can't be published now.
	Check(ctx context.Context) error
	// Disconnect ends the connections of clients that may no longer listen.
	Disconnect(ctx context.Context, clientIDs []int64) error
	// DisconnectRemoved ends the connections of people who were removed from these clients.
	DisconnectRemoved(ctx context.Context, clientIDs []int64) error
	// DisconnectAllRemoved is DisconnectRemoved for all clients.
	DisconnectAllRemoved(ctx context.Context) error
}

// RealtimeRows reads the objects that messages carry, many at once. The results omit missing objects.
// *readmodel.Queries implements it.
type RealtimeRows interface {
	TransactionsByID(ctx context.Context, ids []int64) ([]paymentrows.Transaction, error)
	PayoutsByID(ctx context.Context, kind string, ids []int64) ([]payoutrows.Payout, error)
	BalancesOf(ctx context.Context, clientIDs []int64) ([]balancerows.Balance, error)
	TicketRepliesByID(ctx context.Context, ids []int64) ([]ticketrows.TicketReply, error)
	EndedAccess(ctx context.Context, since time.Time) ([]int64, error)
}

// Realtime publishes events to listeners as they happen. Each run begins at the head of the log, keeps no
// checkpoint and repeats nothing: a message is only a hint to connected clients, and the API returns the
// authoritative state. Three groups must not listen: suspended clients, clients whose access was ended
// after their token was issued, and people who were removed. Each run begins by disconnecting them all.
//
// With the embedded realtime server each instance runs this reactor for its own listeners. With an
// external Centrifugo only the leader runs it.
type Realtime struct {
	log      *eventstore.Log
	rows     RealtimeRows
	progress reactor.Progress
	out      Publisher
	logger   *logrus.Entry

	// position is 0 while the reactor does not run or has no listeners.
	position atomic.Int64
}

// NewRealtime makes the reactor.
func NewRealtime(log *eventstore.Log, rows RealtimeRows, progress reactor.Progress, out Publisher, logger *logrus.Entry) *Realtime {
	return &Realtime{log: log, rows: rows, progress: progress, out: out, logger: logger.WithField("reactor", realtimeName)}
}

// Name implements Reactor.
func (r *Realtime) Name() string { return realtimeName }

// Run implements Reactor. Any failure ends the run and loses the messages that were not yet published,
// because the next run begins at the head of the log.
func (r *Realtime) Run(ctx context.Context) error {
	defer r.position.Store(0)
	// Check first. Otherwise an outage or a refused key would show only when the first message is
	// published.
	if err := r.out.Check(ctx); err != nil {
		return err
	}
	at, err := r.log.Store().Head(ctx)
	if err != nil {
		return fmt.Errorf("read the head of the log: %w", err)
	}
	if err := r.disconnectEnded(ctx, at); err != nil {
		return err
	}
	for {
		if at, err = r.waitForListeners(ctx, at); err != nil {
			return err
		}
		if err := r.publishFrom(ctx, &at); err != nil {
			return err
		}
	}
}

// tokenTTL is the longest lifetime of a realtime token, and so of a connection that uses it.
const tokenTTL = time.Hour

// disconnectEnded disconnects all clients that are suspended at the position, all clients whose access
// ended within the last tokenTTL, and all people who were removed.
func (r *Realtime) disconnectEnded(ctx context.Context, at eventstore.Position) error {
	if err := r.progress.Wait(ctx, at); err != nil {
		return err
	}
	ended, err := r.rows.EndedAccess(ctx, time.Now().Add(-tokenTTL))
	if err != nil {
		return err
	}
	if err := r.out.Disconnect(ctx, ended); err != nil {
		return err
	}
	return r.out.DisconnectAllRemoved(ctx)
}

// waitForListeners waits until a client listens, without reading the log. It returns the position to
// continue from, which is shortly before the head and never before at.
func (r *Realtime) waitForListeners(ctx context.Context, at eventstore.Position) (eventstore.Position, error) {
	r.position.Store(0)
	for {
		// Read the position before checking for listeners. Then every event that is appended after a
		// listener connects comes after p.
		p := r.progress.Position()
		if r.out.HasListeners("") {
			return at, nil
		}
		if at.Before(p) {
			at = p
		}
		select {
		case <-time.After(realtimePollEvery):
		case <-ctx.Done():
			return at, ctx.Err()
		}
	}
}

// publishFrom publishes the events after at and advances at, as long as any client listens.
func (r *Realtime) publishFrom(ctx context.Context, at *eventstore.Position) error {
	sub := r.log.Store().Subscribe(*at)
	for r.out.HasListeners("") {
		r.position.Store(at.Commit)
		events, err := sub.Next(ctx, realtimeBatch)
		if err != nil {
			return err
		}
		if err := r.publishBatch(ctx, events); err != nil {
			return err
		}
		*at = events[len(events)-1].Position
	}
	return nil
}

// Status implements Reactor. While the reactor does not publish, Status returns the position of the read
// models, so that it shows no lag.
func (r *Realtime) Status(context.Context) (engine.Status, error) {
	at := r.position.Load()
	if at == 0 {
		at = r.progress.Position().Commit
	}
	return engine.Status{Name: realtimeName, Position: at, State: engine.StateLive}, nil
}

// publishBatch first disconnects the clients that the events suspend or whose access they end, and the
// people that they remove. It then waits until the read models show the events, and publishes their
// messages.
func (r *Realtime) publishBatch(ctx context.Context, events []eventstore.Recorded) error {
	n := announcements{hasListeners: r.out.HasListeners}
	var last eventstore.Position
	for _, event := range events {
		if channel, published := channelOf(event.Stream); !published || channel != "" && !r.out.HasListeners(channel) {
			continue // no listener, so the event is not decoded
		}
		env, err := r.log.Decode(event)
		if err != nil {
			return err
		}
		n.add(env.Event)
		last = event.Position
	}
	if err := r.out.Disconnect(ctx, n.ended); err != nil {
		return err
	}
	if err := r.out.DisconnectRemoved(ctx, n.left); err != nil {
		return err
	}
	if n.isEmpty() {
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

// readObjects reads the objects of all announcements, with one query for each kind
// that occurs.
func readObjects(ctx context.Context, rows RealtimeRows, list []announcement) (map[objectKey]any, error) {
	ids := make(map[objectKind][]int64)
	for _, a := range list {
		ids[a.object.kind] = append(ids[a.object.kind], a.object.id)
	}
	objects := make(map[objectKey]any, len(list))
	for kind, ids := range ids {
		if err := readObjectsOfKind(ctx, rows, kind, ids, objects); err != nil {
			return nil, err
		}
	}
	return objects, nil
}

func readObjectsOfKind(ctx context.Context, rows RealtimeRows, kind objectKind, ids []int64, into map[objectKey]any) error {
	switch kind {
	case transactionObject:
		found, err := rows.TransactionsByID(ctx, ids)
		for _, t := range found { // in the form that a client gets when it requests one transaction
			into[objectKey{kind, t.ID}] = t.Single()
		}
		return err
	case withdrawalObject:
		found, err := rows.PayoutsByID(ctx, balance.Withdrawal, ids)
		return addObjects(into, kind, found, err, func(p payoutrows.Payout) int64 { return p.ID })
	case balanceObject:
		found, err := rows.BalancesOf(ctx, ids)
		return addObjects(into, kind, found, err, func(b balancerows.Balance) int64 { return b.ClientID })
	case replyObject:
		found, err := rows.TicketRepliesByID(ctx, ids)
		return addObjects(into, kind, found, err, func(r ticketrows.TicketReply) int64 { return r.ID })
	}
	return nil
}

func addObjects[T any](into map[objectKey]any, kind objectKind, found []T, err error, id func(T) int64) error {
	for _, row := range found {
		into[objectKey{kind, id(row)}] = row
	}
	return err
}
