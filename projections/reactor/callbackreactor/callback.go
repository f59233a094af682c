package callbackreactor

import (
	"context"
	"sync"
	"time"

	"gateway/domain"
	"gateway/domain/callback"
	"gateway/eventstore"
	"gateway/projections/reactor"
	"gateway/projections/readmodel/callbackrows"

	"github.com/sirupsen/logrus"
)

// CallbackQueue lists callbacks whose attempt is due and that do not have to wait for an earlier callback
// of the same subject. *readmodel.Queries implements it.
type CallbackQueue interface {
	DueCallbacks(ctx context.Context, now time.Time, perClient, limit int) ([]callbackrows.Callback, error)
}

// Callbacks delivers callbacks to the URLs that requests carry. Each has its own stream, and callbacks of one
// subject are sent one after the other.
type Callbacks struct {
	deliveries
	queue CallbackQueue

	perClient int // used by startAttempts alone

	mu sync.Mutex
	// recorded holds the positions of outcomes that the read model does not show yet,
	// by callback id.
	recorded map[string]eventstore.Position
}

const (
	callbacksList = 2_000
	// The list holds fewer callbacks of each client when many clients are behind.
	perClientLeast, perClientMost = 4, 64
)

// NewCallbacks makes the reactor.
func NewCallbacks(
	log *eventstore.Log, queue CallbackQueue, sender CallbackSender, secrets CallbackSecrets,
	progress reactor.Progress, logger *logrus.Entry, o CallbackOptions,
) *Callbacks {
	r := &Callbacks{
		deliveries: newDeliveries("callback-sending", log, sender, secrets, progress, logger, o, "a callback was not delivered"),
		queue:      queue, perClient: perClientMost, recorded: make(map[string]eventstore.Position),
	}
	r.StartDue = r.startAttempts
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
			r.start(ctx, r.delivery(c))
		}
	}
	return nil
}

// delivery sends the callback if it is still due according to its stream.
func (r *Callbacks) delivery(c callbackrows.Callback) delivery {
	about := logrus.Fields{"subject": c.Subject}
	return delivery{
		// A second callback of one payment waits for the first.
		key: c.Kind + ":" + c.Subject, to: callback.Receiver{ClientID: c.ClientID}, position: c.Position, about: about,
		content: func(ctx context.Context, now time.Time) (callback.Delivery, bool, error) {
			s, _, err := eventstore.Load(ctx, r.Log, callback.Aggregate, callback.Stream(c.ID))
			about["attempt"] = s.Attempts + 1
			return c.Delivery(), s.IsDue(now), err
		},
		record: func(ctx context.Context, result callback.Result) error { return r.record(ctx, c, result) },
	}
}

func (r *Callbacks) record(ctx context.Context, c callbackrows.Callback, result callback.Result) error {
	cmd := callback.RecordAttemptCmd{
		Kind: c.Kind, CallbackID: c.ID, ClientID: c.ClientID, Result: result, Jitter: r.o.Jitter(), At: r.o.Now(),
	}
	// Append the event even after the context has ended, because the callback was sent.
	ctx, cancel := reactor.AfterStop(ctx)
	defer cancel()
	out, err := eventstore.Execute(ctx, r.Log, callback.Aggregate, callback.Stream(c.ID),
		func(s callback.State) ([]domain.Event, error) { return callback.RecordAttempt(s, cmd) })
	if err != nil {
		return err
	}
	r.mu.Lock()
	r.recorded[c.ID] = out.Position
	r.mu.Unlock()
	r.keepAnswer(ctx, out.Events, result.Answer)
	switch {
	case len(out.Events) == 0: // another instance has already recorded the end of this callback
	case out.State.Pending():
		r.o.OnAttempt(callback.AttemptFailed)
	default:
		r.o.OnAttempt(out.State.Status)
	}
	return nil
}

// keepAnswer keeps what the receiver answered to the attempt that was recorded. A lost answer changes nothing of the
// delivery, so an error is only logged.
func (r *Callbacks) keepAnswer(ctx context.Context, events []domain.Event, answer string) {
	if r.o.KeepAnswer == nil || answer == "" {
		return
	}
	for _, e := range events {
		attempted, ok := e.(callback.Attempted)
		if !ok {
			continue
		}
		if err := r.o.KeepAnswer(ctx, attempted.CallbackID, attempted.Attempt, answer, attempted.At); err != nil {
			r.Logger.WithError(err).WithField("callback", attempted.CallbackID).Warn("what a receiver answered was not kept")
		}
	}
}

func (r *Callbacks) isRecorded(id string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	_, recorded := r.recorded[id]
	return recorded
}

// forgetShown drops the outcomes that the read model now shows.
func (r *Callbacks) forgetShown() {
	at := r.Progress.Position()
	r.mu.Lock()
	defer r.mu.Unlock()
	for id, position := range r.recorded {
		if !at.Before(position) {
			delete(r.recorded, id)
		}
	}
}
