package callbackreactor

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"sync"
	"time"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/callback"
	"gateway/domain/endpoint"
	"gateway/domain/feed"
	"gateway/eventstore"
	"gateway/projections/reactor"
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
	made    attempts
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
	progress reactor.Progress, logger *logrus.Entry, o CallbackOptions,
) *Endpoints {
	r := &Endpoints{
		deliveries: newDeliveries("endpoint-sending", log, sender, secrets, progress, logger, o, "a callback was not delivered to an endpoint"),
		queue:      queue, sending: make(map[sendingKey]*sending),
	}
	r.StartDue = r.startQueues
	return r
}

// Run implements Reactor. It starts from the state in the log, because another instance may have delivered
// since this one last ran. When it ends, it records what was delivered.
func (r *Endpoints) Run(ctx context.Context) error {
	r.mu.Lock()
	r.sending = make(map[sendingKey]*sending)
	r.mu.Unlock()
	err := r.Worker.Run(ctx)
	r.recordAll(ctx)
	r.keepAttempts(ctx)
	return err
}

// startQueues starts the deliveries that are due in each queue. It forgets a queue if its endpoint was
// switched off or removed, or has nothing to do.
func (r *Endpoints) startQueues(ctx context.Context) error {
	work, err := r.queue.EndpointsWithWork(ctx)
	if err != nil {
		return err
	}
	if r.made.isDue(r.o.Now()) {
		r.StartJob(ctx, "endpoint-attempts", func(ctx context.Context) error {
			r.keepAttempts(ctx)
			return nil
		})
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
	err = nil
	for _, w := range work { // after an error the other queues go on
		err = errors.Join(err, r.startSending(ctx, r.sending[sendingKey{w.ID, w.Run}], w))
	}
	return err
}

// startSending starts what is due in a queue: first the pending entries whose time has come, then new ones. It
// also starts a job that records what was counted, and the entries that have to wait behind a pending one.
func (r *Endpoints) startSending(ctx context.Context, l *sending, w feedrows.EndpointWork) error {
	if err := r.refresh(ctx, l, w); err != nil || !l.isLoaded() {
		return err
	}
	pending, deferred, further := l.due(r.o.Now(), func(resource string) bool { return r.IsBusy(l.key(resource)) })
	if len(deferred) > 0 || l.isRecordDue(r.o.Now()) || l.lacksResends(w.Resends) {
		r.StartJob(ctx, l.key("record"), func(ctx context.Context) error { return r.record(ctx, l, endpoint.RecordCmd{Deferred: deferred}) })
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
		state, _, err := eventstore.Load(ctx, r.Log, endpoint.Queues, endpoint.QueueStream(w.ID, w.Run))
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
		record: func(ctx context.Context, result callback.Result) error {
			r.made.add(endpoint.Attempt{
				EndpointID: l.id, WebhookID: feed.ID(e.EventID), Ordinal: e.Ordinal, Result: result, At: r.o.Now(),
			})
			return r.recordAttempt(ctx, l, e, result)
		},
	}
}

// sending is the queue of one run of an endpoint: its state in the log, and what has happened since. It is
// safe for concurrent use.
type sending struct {
	// id is the id of the endpoint.
	id int64
	// recording is held during an append, so that a queue has one append at a time.
	recording sync.Mutex

	mu       sync.Mutex
	endpoint feedrows.Endpoint
	state    endpoint.Queue
	loaded   bool
	// read is the ordinal up to which entries were read. unsent holds the entries up to there that are not
	// delivered yet, nor pending.
	read   int64
	unsent []feedrows.ClientEvent
	// The next three describe what was delivered since the last record.
	delivered int64
	sent      []int64
	countedAt time.Time
	// tried is the time of the last change of the endpoint after which pending entries became due at once.
	tried time.Time
}

// setEndpoint stores the endpoint's current settings. A changed choice of event types applies to the
// entries that are read from now on, which happened after the change.
func (l *sending) setEndpoint(e feedrows.Endpoint) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.endpoint = e
}

func (l *sending) to() feedrows.Endpoint {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.endpoint
}

// key names a job of the queue.
func (l *sending) key(what string) string {
	return "endpoint:" + strconv.FormatInt(l.id, 10) + ":" + what
}

func (l *sending) isLoaded() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.loaded
}

// load sets the state and starts reading after the cursor. Deliveries under way continue.
func (l *sending) load(s endpoint.Queue, cursor int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.state, l.loaded, l.read, l.unsent = s, true, cursor, nil
}

// forget drops what was read and counted, so that the queue is loaded again from its stream.
func (l *sending) forget() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.loaded, l.unsent, l.delivered, l.sent = false, nil, 0, nil
}

// readsOn reports whether to read more entries, up to the head, and returns the ordinal to read after.
func (l *sending) readsOn(head int64) (after int64, wanted bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.read, l.read < head && len(l.unsent) < readAhead/2 && !l.state.Full()
}

// add stores the entries that were read up to the ordinal through, except pending ones.
func (l *sending) add(events []feedrows.ClientEvent, through int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, e := range events {
		if !l.state.IsPending(e.Ordinal) {
			l.unsent = append(l.unsent, e)
		}
	}
	l.read = through
}

// due returns the pending entries whose time has come, the new entries that must wait for a pending one of
// their resource, and the new entries that may be sent now: the first one of each resource. It leaves out a
// resource that is busy, because an entry of it is under way.
func (l *sending) due(
	now time.Time, busy func(resource string) bool,
) (pending []int64, deferred []endpoint.Pending, further []feedrows.ClientEvent) {
	l.mu.Lock()
	defer l.mu.Unlock()
	var changed time.Time
	if !l.tried.Equal(l.endpoint.UpdatedAt) {
		l.tried, changed = l.endpoint.UpdatedAt, l.endpoint.UpdatedAt
	}
	for _, p := range l.state.Due(now, changed) {
		if !busy(p.Resource) {
			pending = append(pending, p.Ordinal)
		}
	}
	if l.state.Full() {
		return pending, nil, nil
	}
	room := endpoint.MaxPending - len(l.state.Progress.Pending)
	seen := make(map[string]bool, len(l.unsent))
	for _, e := range l.unsent {
		switch {
		case l.state.Blocks(e.Resource):
			if len(deferred) < room {
				deferred = append(deferred, endpoint.Pending{Ordinal: e.Ordinal, Resource: e.Resource})
			}
		case !seen[e.Resource] && !busy(e.Resource):
			further = append(further, e)
		}
		seen[e.Resource] = true
	}
	return pending, deferred, further
}

// succeeded counts a delivery. It reports whether to record it at once: because it ends a failure, or
// because recordDelivered deliveries have been counted.
func (l *sending) succeeded(e feedrows.ClientEvent, now time.Time) (atOnce bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.delivered == 0 {
		l.countedAt = now
	}
	l.delivered++
	wasPending := l.state.IsPending(e.Ordinal)
	if wasPending {
		l.sent = append(l.sent, e.Ordinal)
	}
	l.unsent = slices.DeleteFunc(l.unsent, func(q feedrows.ClientEvent) bool { return q.Ordinal == e.Ordinal })
	return wasPending || l.state.Progress.Streak > 0 || l.delivered >= recordDelivered
}

// cursor returns the ordinal up to which every entry is sent or pending.
func (l *sending) cursor() int64 {
	cursor := l.read
	if len(l.unsent) > 0 {
		cursor = min(cursor, l.unsent[0].Ordinal-1)
	}
	return cursor
}

// take moves what was counted since the last record to cmd.
func (l *sending) take(cmd *endpoint.RecordCmd) {
	l.mu.Lock()
	defer l.mu.Unlock()
	cmd.Delivered, cmd.Sent = l.delivered, l.sent
	if l.loaded {
		cmd.Cursor = l.cursor()
	}
	l.delivered, l.sent = 0, nil
}

// mayFail reports whether recording cmd may mark the endpoint as failing.
func (l *sending) mayFail(cmd endpoint.RecordCmd) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(cmd.Failures) > 0 && l.state.Progress.BeginsToFail(cmd.At)
}

// recorded stores the state after a record. Entries that became pending are removed from unsent.
func (l *sending) recorded(s endpoint.Queue, now time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.state, l.countedAt = s, now
	l.unsent = slices.DeleteFunc(l.unsent, func(q feedrows.ClientEvent) bool {
		return s.IsPending(q.Ordinal) || q.Ordinal <= s.Progress.Cursor
	})
}

func (l *sending) hasCounted() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.delivered > 0
}

// isRecordDue reports whether it is time to record the counted deliveries, or the entries that were
// skipped.
func (l *sending) isRecordDue(now time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.delivered > 0 {
		return now.Sub(l.countedAt) >= recordEvery
	}
	return l.cursor()-l.state.Progress.Cursor >= recordPassed
}

// lacksResends reports whether people asked to send entries again that the queue in memory does not know of. To record
// what happened then also reads that.
func (l *sending) lacksResends(count int64) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.state.Resends < count
}

// recordAttempt counts a success, and records it at once only if it matters. It records a failure at once.
func (r *Endpoints) recordAttempt(ctx context.Context, l *sending, e feedrows.ClientEvent, result callback.Result) error {
	if result.Delivered() {
		r.o.OnAttempt(callback.StatusDelivered)
		if !l.succeeded(e, r.o.Now()) {
			return nil
		}
		return r.record(ctx, l, endpoint.RecordCmd{})
	}
	r.o.OnAttempt(callback.AttemptFailed)
	return r.record(ctx, l, endpoint.RecordCmd{Failures: []endpoint.Failure{{
		Ordinal: e.Ordinal, Resource: e.Resource, ResponseStatus: result.Status, Error: result.Err,
		DurationMS: result.Duration.Milliseconds(), At: r.o.Now(),
	}}})
}

// record appends what happened in a queue: the failures and the deferred entries of cmd, and the successes that
// were counted. It appends even after the context has ended, because the entries were sent. After an error the
// queue is loaded again from its stream, so deliveries that were not recorded are repeated.
func (r *Endpoints) record(ctx context.Context, l *sending, cmd endpoint.RecordCmd) error {
	ctx, cancel := reactor.AfterStop(ctx)
	defer cancel()
	// It comes first, so that a reader who finds an entry no longer pending also finds its attempt.
	r.keepAttempts(ctx)
	l.recording.Lock() // one append at a time: its outcome is the queue's next state
	defer l.recording.Unlock()
	to := l.to()
	cmd.EndpointID, cmd.ClientID, cmd.Run, cmd.Host = to.ID, to.ClientID, to.Run, endpoint.Host(to.URL)
	cmd.Jitter, cmd.At = r.o.Jitter(), r.o.Now()
	l.take(&cmd)
	if l.mayFail(cmd) {
		owner, _, err := eventstore.Load(ctx, r.Log, account.Aggregate, account.Stream(to.ClientID))
		if err != nil {
			l.forget()
			return err
		}
		cmd.Email = owner.Profile.Email
	}
	out, err := eventstore.Execute(ctx, r.Log, endpoint.Queues, endpoint.QueueStream(to.ID, to.Run),
		func(s endpoint.Queue) ([]domain.Event, error) { return endpoint.Record(s, cmd) })
	if err != nil {
		l.forget()
		return err
	}
	l.recorded(out.State, r.o.Now())
	r.report(out.Events)
	return nil
}

// report logs for operators when an endpoint is failing and when it accepts deliveries again, and counts
// the entries that were given up.
func (r *Endpoints) report(events []domain.Event) {
	for _, event := range events {
		switch e := event.(type) {
		case endpoint.Failing:
			r.Logger.WithFields(logrus.Fields{"endpoint": e.EndpointID, "client_id": e.ClientID, "problem": e.Error, "since": e.Since}).
				Warn("a callback endpoint is failing: it is tried hourly, and its owner is told")
		case endpoint.Recovered:
			r.Logger.WithFields(logrus.Fields{"endpoint": e.EndpointID, "client_id": e.ClientID}).Info("a callback endpoint takes deliveries again")
		case endpoint.Progressed:
			for range e.GivenUp {
				r.o.OnAttempt(callback.StatusExhausted)
			}
		}
	}
}

// recordAll records the successes that the queues have counted in memory.
func (r *Endpoints) recordAll(ctx context.Context) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, l := range r.sending {
		if l.hasCounted() {
			if err := r.record(ctx, l, endpoint.RecordCmd{}); err != nil {
				r.Logger.WithError(err).Warn("deliveries to an endpoint were not recorded; they will be repeated")
			}
		}
	}
}
