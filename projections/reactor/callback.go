package reactor

import (
	"context"
	"math/rand/v2"
	"sync"
	"time"

	"gateway/domain"
	"gateway/domain/callback"
	"gateway/eventstore"
	"gateway/projections/readmodel/callbackrows"

	"github.com/sirupsen/logrus"
)

// CallbackQueue lists callbacks whose attempt is due and that do not have to wait for an earlier callback
// of the same subject. *readmodel.Queries implements it.
type CallbackQueue interface {
	DueCallbacks(ctx context.Context, now time.Time, perClient, limit int) ([]callbackrows.Callback, error)
}

// CallbackSender makes one attempt. *callbacksender.Sender implements it.
type CallbackSender interface {
	Send(ctx context.Context, d callback.Delivery) callback.Result
}

// CallbackSecrets returns the secrets that sign the client's callbacks at the given time, newest first.
type CallbackSecrets func(ctx context.Context, clientID int64, at time.Time) ([]string, error)

// CallbackOptions tune Callbacks. Only Now is needed.
type CallbackOptions struct {
	Now func() time.Time
	// Jitter returns numbers from 0 to 1; random ones when nil.
	Jitter func() float64
	// OnAttempt, when set, gets the outcome of each attempt: delivered, failed (another attempt follows)
	// or exhausted. It must return at once.
	OnAttempt func(outcome string)
}

// Callbacks delivers callbacks at least once each: if the process ends between an attempt and the append
// of its event, the attempt is repeated. Callbacks of one subject are sent one after the other. A dead or
// slow receiver gets few deliveries at once, so that it does not delay the callbacks of other clients.
type Callbacks struct {
	*worker
	queue   CallbackQueue
	sender  CallbackSender
	secrets CallbackSecrets
	limits  *receiverLimits
	o       CallbackOptions

	perClient int // used by startAttempts alone

	mu sync.Mutex
	// recorded holds the positions of outcomes that the read model does not show yet,
	// by callback id.
	recorded map[string]eventstore.Position
}

const (
	callbacksAtOnce = 256
	callbacksGap    = 50 * time.Millisecond
	callbacksList   = 2_000
	// The list holds fewer callbacks of each client when many clients are behind.
	perClientLeast, perClientMost = 4, 64
)

// NewCallbacks makes the reactor.
func NewCallbacks(
	log *eventstore.Log, queue CallbackQueue, sender CallbackSender, secrets CallbackSecrets,
	progress Progress, logger *logrus.Entry, o CallbackOptions,
) *Callbacks {
	if o.Jitter == nil {
		o.Jitter = rand.Float64
	}
	if o.OnAttempt == nil {
		o.OnAttempt = func(string) {}
	}
	r := &Callbacks{
		worker: newWorker("callback-sending", log, progress, logger, callbacksAtOnce, callbacksGap),
		queue:  queue, sender: sender, secrets: secrets, limits: newReceiverLimits(), o: o,
		perClient: perClientMost, recorded: make(map[string]eventstore.Position),
	}
	r.startDue = r.startAttempts
	return r
}

func (r *Callbacks) startAttempts(ctx context.Context) error {
	r.forgetShown()
	due, err := r.queue.DueCallbacks(ctx, r.o.Now(), r.perClient, callbacksList)
	if err != nil {
		return err
	}
	switch {
	case len(due) >= callbacksList:
		r.perClient = max(perClientLeast, r.perClient/2)
	case len(due) < callbacksList/2:
		r.perClient = min(perClientMost, r.perClient*2)
	}
	for _, c := range due {
		if !r.isRecorded(c.ID) {
			r.startAttempt(ctx, c)
		}
	}
	return nil
}

// startAttempt starts an attempt if the limits of the client and of the reactor allow
// one more.
func (r *Callbacks) startAttempt(ctx context.Context, c callbackrows.Callback) {
	if !r.limits.acquire(c.ClientID) {
		return
	}
	// The key is the subject: a second callback of one payment waits for the first.
	started := r.startJobFor(ctx, c.Position, c.Kind+":"+c.Subject, func(ctx context.Context) error {
		defer r.limits.release(c.ClientID)
		return r.attempt(ctx, c)
	})
	if !started {
		r.limits.release(c.ClientID)
	}
}

// attempt sends the callback if it is still due according to its stream.
func (r *Callbacks) attempt(ctx context.Context, c callbackrows.Callback) error {
	s, _, err := eventstore.Load(ctx, r.log, callback.Aggregate, callback.Stream(c.ID))
	if err != nil {
		return err
	}
	now := r.o.Now()
	if !s.Pending() || s.NextAttemptAt != nil && s.NextAttemptAt.After(now) {
		return nil
	}
	secrets, err := r.secrets(ctx, c.ClientID, now)
	if err != nil {
		return err
	}
	result := r.sender.Send(ctx, callback.Delivery{
		ID: c.ID, URL: c.URL, Event: c.Event, Resource: c.Resource, Payload: c.Payload,
		ReplacedBy: c.ReplacedBy, Secrets: secrets, At: now,
	})
	if ctx.Err() != nil && !result.Delivered() {
		return ctx.Err() // the gateway is stopping and cancelled the attempt
	}
	r.limits.adjust(c.ClientID, result)
	if !result.Delivered() {
		// Not the URL: it may hold the merchant's secrets, and names of customers.
		r.logger.WithFields(logrus.Fields{
			"callback": c.ID, "client_id": c.ClientID, "subject": c.Subject, "response_status": result.Status, "problem": result.Err,
			"ms": result.Duration.Milliseconds(), "attempt": s.Attempts + 1,
		}).Warn("a callback was not delivered")
	}
	return r.recordAttempt(ctx, c, result)
}

func (r *Callbacks) recordAttempt(ctx context.Context, c callbackrows.Callback, result callback.Result) error {
	cmd := callback.RecordAttemptCmd{
		Kind: c.Kind, CallbackID: c.ID, ClientID: c.ClientID, Result: result, Jitter: r.o.Jitter(), At: r.o.Now(),
	}
	// Append the event even after the context has ended, because the callback was sent.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), appendAfterStop)
	defer cancel()
	out, err := eventstore.Execute(ctx, r.log, callback.Aggregate, callback.Stream(c.ID),
		func(s callback.State) ([]domain.Event, error) { return callback.RecordAttempt(s, cmd) })
	if err != nil {
		return err
	}
	r.mu.Lock()
	r.recorded[c.ID] = out.Position
	r.mu.Unlock()
	switch {
	case len(out.Events) == 0: // another instance has already recorded the end of this callback
	case out.State.Pending():
		r.o.OnAttempt(callback.AttemptFailed)
	default:
		r.o.OnAttempt(out.State.Status)
	}
	return nil
}

func (r *Callbacks) isRecorded(id string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	_, recorded := r.recorded[id]
	return recorded
}

// forgetShown drops the outcomes that the read model now shows.
func (r *Callbacks) forgetShown() {
	at := r.progress.Position()
	r.mu.Lock()
	defer r.mu.Unlock()
	for id, position := range r.recorded {
		if !at.Before(position) {
			delete(r.recorded, id)
		}
	}
}
