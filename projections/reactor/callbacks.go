package reactor

import (
	"context"
	"math/rand/v2"
	"sync"
	"time"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/callback"
	"gateway/eventstore"
	outgoing "gateway/http/callback"
	"gateway/projections/readmodel"

	"github.com/sirupsen/logrus"
)

// CallbackQueue lists callbacks whose attempt is due and whose turn it is.
// *readmodel.Queries implements it.
type CallbackQueue interface {
	DueCallbacks(ctx context.Context, now time.Time, perClient, limit int) ([]readmodel.Callback, error)
}

// CallbackSender makes one attempt. *callback.Sender of http implements it.
type CallbackSender interface {
	Send(ctx context.Context, d outgoing.Delivery) outgoing.Result
}

// Secrets gives the secret that the client's callbacks are signed with now.
type Secrets func(ctx context.Context, clientID int64) (string, error)

// DerivedSecrets derives them from the master secret and the generation that the
// client's stream says.
func DerivedSecrets(log *eventstore.Log, master []byte) Secrets {
	return func(ctx context.Context, clientID int64) (string, error) {
		s, _, err := eventstore.Load(ctx, log, account.Aggregate, account.Stream(clientID))
		if err != nil {
			return "", err
		}
		return outgoing.DeriveSecret(master, clientID, s.WebhookGeneration), nil
	}
}

// CallbackOptions tune Callbacks. Only Now is needed.
type CallbackOptions struct {
	Now func() time.Time
	// Jitter gives numbers from 0 to 1; random ones when nil.
	Jitter func() float64
	// OnAttempt, when set, is told how each attempt ended: delivered, failed (it
	// will be tried again) or exhausted. It must return at once.
	OnAttempt func(outcome string)
}

// Callbacks delivers callbacks, at least once each: an attempt that was made but
// not written down, because the process ended in between, is made again. Callbacks
// of one subject go one after the other. A receiver that is dead or slow gets little
// at once, so that it delays nobody else.
type Callbacks struct {
	*worker
	queue   CallbackQueue
	sender  CallbackSender
	secrets Secrets
	lanes   *lanes
	o       CallbackOptions

	perClient int // used by pass alone

	mu sync.Mutex
	// recorded holds what the list does not show yet: the positions of outcomes.
	recorded map[string]eventstore.Position
}

const (
	callbacksAtOnce = 256
	callbacksGap    = 50 * time.Millisecond
	callbacksList   = 2_000
	// The list holds the fewer of each client the more clients are behind.
	perClientLeast, perClientMost = 4, 64
)

// NewCallbacks makes the reactor.
func NewCallbacks(
	log *eventstore.Log, queue CallbackQueue, sender CallbackSender, secrets Secrets,
	progress Progress, logger *logrus.Entry, o CallbackOptions,
) *Callbacks {
	if o.Jitter == nil {
		o.Jitter = rand.Float64
	}
	if o.OnAttempt == nil {
		o.OnAttempt = func(string) {}
	}
	return &Callbacks{
		worker: newWorker("callback-sending", log, progress, logger, callbacksAtOnce, callbacksGap),
		queue:  queue, sender: sender, secrets: secrets, lanes: newLanes(), o: o,
		perClient: perClientMost, recorded: make(map[string]eventstore.Position),
	}
}

// Run implements Reactor.
func (r *Callbacks) Run(ctx context.Context) error { return r.run(ctx, r.pass) }

// RunOnce does what is due now, and returns when it is done.
func (r *Callbacks) RunOnce(ctx context.Context) error { return r.runOnce(ctx, r.pass) }

func (r *Callbacks) pass(ctx context.Context) error {
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
			r.begin(ctx, c)
		}
	}
	return nil
}

// begin starts an attempt, if the client and the whole may have one more.
func (r *Callbacks) begin(ctx context.Context, c readmodel.Callback) {
	if !r.lanes.enter(c.ClientID) {
		return
	}
	// The key is the subject: a second callback of one payment waits for the first.
	started := r.start(ctx, c.Kind+":"+c.Subject, func(ctx context.Context) error {
		defer r.lanes.leave(c.ClientID)
		return r.attempt(ctx, c)
	})
	if !started {
		r.lanes.leave(c.ClientID)
	}
}

// attempt sends the callback if its stream says that it is still due.
func (r *Callbacks) attempt(ctx context.Context, c readmodel.Callback) error {
	s, _, err := eventstore.Load(ctx, r.log, callback.Aggregate, callback.Stream(c.ID))
	if err != nil {
		return err
	}
	now := r.o.Now()
	if !s.Pending() || s.NextAttemptAt != nil && s.NextAttemptAt.After(now) {
		return nil
	}
	secret, err := r.secrets(ctx, c.ClientID)
	if err != nil {
		return err
	}
	result := r.sender.Send(ctx, outgoing.Delivery{ID: c.ID, URL: c.URL, Payload: c.Payload, Secret: secret, At: now})
	if ctx.Err() != nil && !result.Delivered() {
		return ctx.Err() // it was we who hung up
	}
	r.lanes.judge(c.ClientID, result)
	return r.record(ctx, c, result)
}

func (r *Callbacks) record(ctx context.Context, c readmodel.Callback, result outgoing.Result) error {
	cmd := callback.AttemptCmd{
		Kind: c.Kind, CallbackID: c.ID, ClientID: c.ClientID, ResponseStatus: result.Status, Error: result.Err,
		Duration: result.Duration, Jitter: r.o.Jitter(), At: r.o.Now(),
	}
	// Also when the context ended: what was sent should not be sent again.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), lastWord)
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
	case len(out.Events) == 0: // another instance had ended it
	case out.State.Pending():
		r.o.OnAttempt("failed")
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

// forgetShown drops what a list read from now on shows by itself.
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
