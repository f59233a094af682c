package reactor

import (
	"context"
	"sync"
	"time"

	"gateway/domain/callback"
	"gateway/domain/endpoint"
	"gateway/eventstore"
	"gateway/projections/readmodel/feedrows"

	"github.com/sirupsen/logrus"
)

// EndpointQueue reads callback endpoints and the entries of their clients.
// *readmodel.Queries implements it.
type EndpointQueue interface {
	EndpointsWithWork(ctx context.Context) ([]feedrows.EndpointWork, error)
	// ClientEventsReached reports whether all entries up to the position have been written.
	ClientEventsReached(ctx context.Context, position int64) (bool, error)
	// OrdinalAt returns the client's last ordinal at or before the position.
	OrdinalAt(ctx context.Context, clientID, position int64) (int64, error)
	ClientEvents(ctx context.Context, clientID, after, through int64, types []string, limit int) ([]feedrows.ClientEvent, error)
	ClientEventsAt(ctx context.Context, clientID int64, ordinals []int64) ([]feedrows.ClientEvent, error)
}

// Endpoints delivers entries to callback endpoints (package domain/endpoint explains how, and what a crash
// repeats). Each endpoint has its own queue, whose stream records many deliveries by one event.
type Endpoints struct {
	deliveries
	queue EndpointQueue

	mu      sync.Mutex
	sending map[sendingKey]*sending
}

type sendingKey struct {
	endpoint int64
	run      int
}

const (
	// readAhead is how many entries of an endpoint are read ahead.
	readAhead = 200
	// recordEvery is how long successes are counted in memory before they are recorded. A crash repeats at
	// most those deliveries. recordDelivered bounds their number.
	recordEvery     = 30 * time.Second
	recordDelivered = 1_000
	// recordPassed is how many unwanted entries a queue skips before it records its cursor without a
	// delivery.
	recordPassed = 10_000
)

// NewEndpoints makes the reactor.
func NewEndpoints(
	log *eventstore.Log, queue EndpointQueue, sender CallbackSender, secrets CallbackSecrets,
	progress Progress, logger *logrus.Entry, o CallbackOptions,
) *Endpoints {
	r := &Endpoints{
		deliveries: newDeliveries("endpoint-sending", log, sender, secrets, progress, logger, o, "a callback was not delivered to an endpoint"),
		queue:      queue, sending: make(map[sendingKey]*sending),
	}
	r.startDue = r.startQueues
	return r
}

// Run implements Reactor. It starts from the state in the log, because another instance may have delivered
// since this one last ran. When it ends, it records what was delivered.
func (r *Endpoints) Run(ctx context.Context) error {
	r.mu.Lock()
	r.sending = make(map[sendingKey]*sending)
	r.mu.Unlock()
	err := r.worker.Run(ctx)
	r.recordAll(ctx)
	return err
}

// startQueues starts the deliveries that are due in each queue. It forgets a queue if its endpoint was
// switched off or removed, or has nothing to do.
func (r *Endpoints) startQueues(ctx context.Context) error {
	work, err := r.queue.EndpointsWithWork(ctx)
	if err != nil {
		return err
	}
	r.mu.Lock()
	former := r.sending
	r.sending = make(map[sendingKey]*sending, len(work))
	for _, w := range work {
		key := sendingKey{w.ID, w.Run}
		l := former[key]
		if l == nil {
			l = &sending{id: w.ID}
		}
		r.sending[key] = l
	}
	r.mu.Unlock()
	var first error
	for _, w := range work {
		if err := r.startSending(ctx, r.sending[sendingKey{w.ID, w.Run}], w); err != nil && first == nil {
			first = err // the other queues go on
		}
	}
	return first
}

// startSending starts what is due in a queue: first the pending entries whose time has come, then new ones. It
// also starts a job that records what was counted, and the entries that have to wait behind a pending one.
func (r *Endpoints) startSending(ctx context.Context, l *sending, w feedrows.EndpointWork) error {
	if err := r.refresh(ctx, l, w); err != nil || !l.isLoaded() {
		return err
	}
	pending, deferred, further := l.due(r.o.Now(), func(resource string) bool { return r.isBusy(l.key(resource)) })
	if len(deferred) > 0 || l.isRecordDue(r.o.Now()) {
		r.startJob(ctx, l.key("record"), func(ctx context.Context) error { return r.record(ctx, l, endpoint.RecordCmd{Deferred: deferred}) })
	}
	if len(pending) > 0 {
		again, err := r.queue.ClientEventsAt(ctx, w.ClientID, pending)
		if err != nil {
			return err
		}
		further = append(again, further...)
	}
	for _, e := range further {
		if !r.start(ctx, r.delivery(l, e)) {
			break
		}
	}
	return nil
}

// refresh stores the endpoint's current settings, and reads more entries when few are left. A new queue
// starts at the cursor in its stream or, if it has none, after the entries that existed when the run
// began. Until those entries are written, the queue stays unloaded.
func (r *Endpoints) refresh(ctx context.Context, l *sending, w feedrows.EndpointWork) error {
	l.setEndpoint(w.Endpoint)
	if !l.isLoaded() {
		state, _, err := eventstore.Load(ctx, r.log, endpoint.Queues, endpoint.QueueStream(w.ID, w.Run))
		if err != nil {
			return err
		}
		cursor := state.Progress.Cursor
		if !state.Begun {
			// Wait until the entries are written up to the beginning of the run. Otherwise older entries
			// that are written late would count as new ones.
			if reached, err := r.queue.ClientEventsReached(ctx, w.SincePosition); err != nil || !reached {
				return err
			}
			if cursor, err = r.queue.OrdinalAt(ctx, w.ClientID, w.SincePosition); err != nil {
				return err
			}
		}
		l.load(state, cursor)
	}
	after, wanted := l.readsOn(w.Head)
	if !wanted {
		return nil
	}
	events, err := r.queue.ClientEvents(ctx, w.ClientID, after, w.Head, w.Events(), readAhead)
	if err != nil {
		return err
	}
	through := w.Head
	if len(events) == readAhead {
		through = events[len(events)-1].Ordinal
	}
	l.add(events, through)
	return nil
}

// delivery sends an entry to the endpoint as it is now.
func (r *Endpoints) delivery(l *sending, e feedrows.ClientEvent) delivery {
	return delivery{
		key: l.key(e.Resource), to: l.to().Receiver(), about: logrus.Fields{"endpoint": l.id},
		content: func(context.Context, time.Time) (callback.Delivery, bool, error) {
			d, err := l.to().Delivery(e)
			return d, true, err
		},
		record: func(ctx context.Context, result callback.Result) error { return r.recordAttempt(ctx, l, e, result) },
	}
}
