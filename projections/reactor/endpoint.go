package reactor

import (
	"context"
	"math/rand/v2"
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

// EndpointSecrets returns the secrets that sign deliveries to an endpoint at the given time, newest first.
// It returns none if the configuration lacks their master secrets.
type EndpointSecrets func(e feedrows.Endpoint, at time.Time) []string

// Endpoints delivers entries to callback endpoints (package domain/endpoint explains how, and what a crash
// repeats). It works like Callbacks with another to-do list: it uses the same sender, the same receiver
// limits and the same retry policy. Each endpoint has its own queue with its own limit. All endpoints that
// are slow or down together get at most slowAtOnce deliveries.
type Endpoints struct {
	*worker
	queue   EndpointQueue
	sender  CallbackSender
	secrets EndpointSecrets
	limits  *receiverLimits
	o       CallbackOptions

	mu      sync.Mutex
	sending map[sendingKey]*sending
}

type sendingKey struct {
	endpoint int64
	run      int
}

const (
	endpointsAtOnce = 256
	endpointsGap    = 50 * time.Millisecond
	// slowAtOnce bounds the concurrent deliveries to endpoints that are slow or down, so that they never
	// take all the places from the others.
	slowAtOnce = 128
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
	log *eventstore.Log, queue EndpointQueue, sender CallbackSender, secrets EndpointSecrets,
	progress Progress, logger *logrus.Entry, o CallbackOptions,
) *Endpoints {
	if o.Jitter == nil {
		o.Jitter = rand.Float64
	}
	if o.OnAttempt == nil {
		o.OnAttempt = func(string) {}
	}
	r := &Endpoints{
		worker: newWorker("endpoint-sending", log, progress, logger, endpointsAtOnce, endpointsGap),
		queue:  queue, sender: sender, secrets: secrets, limits: newReceiverLimits(), o: o, sending: make(map[sendingKey]*sending),
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
			l = newSending()
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

func (r *Endpoints) startSending(ctx context.Context, l *sending, w feedrows.EndpointWork) error {
	if err := r.refresh(ctx, l, w); err != nil || !l.isLoaded() {
		return err
	}
	due, err := r.due(ctx, l, w)
	if err != nil {
		return err
	}
	for _, e := range due {
		if !r.startAttempt(ctx, l, e) {
			break
		}
	}
	if l.isRecordDue(r.o.Now()) {
		r.startJob(ctx, l.key("record"), func(ctx context.Context) error { return r.record(ctx, l, outcome{}) })
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

// due returns the entries to send now: first the pending ones whose time has come, then new ones. It also
// starts a job that records the entries which have to wait behind a pending one.
func (r *Endpoints) due(ctx context.Context, l *sending, w feedrows.EndpointWork) (entries []feedrows.ClientEvent, err error) {
	pending, deferred, further := l.due(r.o.Now())
	if len(deferred) > 0 {
		r.startJob(ctx, l.key("record"), func(ctx context.Context) error { return r.record(ctx, l, outcome{deferred: deferred}) })
	}
	if len(pending) > 0 {
		if entries, err = r.queue.ClientEventsAt(ctx, w.ClientID, pending); err != nil {
			return nil, err
		}
	}
	return append(entries, further...), nil
}

// startAttempt starts a delivery if the limits of the endpoint and of the reactor allow one
// more.
func (r *Endpoints) startAttempt(ctx context.Context, l *sending, e feedrows.ClientEvent) bool {
	id := l.id()
	if r.limits.isSlow(id) && r.limits.underWaySlow() >= slowAtOnce || !r.limits.acquire(id) {
		return false
	}
	if !l.begin(e) {
		r.limits.release(id)
		return true // another entry of this resource is under way or goes first
	}
	started := r.startJob(ctx, l.key(e.Resource), func(ctx context.Context) error {
		defer r.limits.release(id)
		defer l.end(e)
		return r.attempt(ctx, l, e)
	})
	if !started {
		l.end(e)
		r.limits.release(id)
	}
	return started
}

func (r *Endpoints) attempt(ctx context.Context, l *sending, e feedrows.ClientEvent) error {
	now, to := r.o.Now(), l.to()
	// If no secret is configured, the sender returns a failed attempt.
	d, err := endpointDelivery(to, e, r.secrets(to, now), now)
	if err != nil {
		return err
	}
	result := r.sender.Send(ctx, d)
	if ctx.Err() != nil && !result.Delivered() {
		return ctx.Err() // the gateway is stopping and cancelled the attempt
	}
	r.limits.adjust(to.ID, result)
	if result.Delivered() {
		r.o.OnAttempt(callback.StatusDelivered)
		if l.succeeded(e, r.o.Now()) {
			return r.record(ctx, l, outcome{})
		}
		return nil
	}
	r.o.OnAttempt(callback.AttemptFailed)
	r.logger.WithFields(logrus.Fields{
		"callback": d.ID, "endpoint": to.ID, "client_id": to.ClientID, "response_status": result.Status, "problem": result.Err,
		"ms": result.Duration.Milliseconds(),
	}).Warn("a callback was not delivered to an endpoint")
	return r.record(ctx, l, outcome{failures: []endpoint.Failure{{
		Ordinal: e.Ordinal, Resource: e.Resource, ResponseStatus: result.Status, Error: result.Err,
		DurationMS: result.Duration.Milliseconds(), At: r.o.Now(),
	}}})
}
