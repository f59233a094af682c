package callbackreactor

import (
	"context"
	"math/rand/v2"
	"time"

	"gateway/domain/callback"
	"gateway/domain/endpoint"
	"gateway/eventstore"
	"gateway/projections/reactor"

	"github.com/sirupsen/logrus"
)

// CallbackSender makes one attempt. *callbacksender.Sender implements it.
type CallbackSender interface {
	Send(ctx context.Context, d callback.Delivery) callback.Result
}

// CallbackSecrets returns the secrets that sign what a receiver gets at the given time, newest first
// (callbacksender.Secrets). Without a secret the sender fails the attempt.
type CallbackSecrets func(ctx context.Context, to callback.Receiver, at time.Time) ([]string, error)

// CallbackOptions tune Callbacks and Endpoints. Only Now is needed.
type CallbackOptions struct {
	Now func() time.Time
	// Jitter returns numbers from 0 to 1; random ones when nil.
	Jitter func() float64
	// OnAttempt, when set, gets the outcome of each attempt: delivered, failed (another attempt follows)
	// or exhausted. It must return at once.
	OnAttempt func(outcome string)
	// KeepAnswer, when set, keeps the beginning of what the receiver answered to an attempt of a callback.
	KeepAnswer func(ctx context.Context, callbackID string, attempt int, answer string, at time.Time) error
	// KeepAttempts, when set, keeps attempts to deliver to endpoints, for people to look at.
	KeepAttempts func(ctx context.Context, attempts []endpoint.Attempt) error
}

const (
	deliveriesAtOnce = 256
	deliveriesGap    = 50 * time.Millisecond
)

// deliveries makes attempts to deliver, each at least once: if the process ends between an attempt and the
// append of its event, the attempt is repeated. Callbacks and Endpoints give it what their to-do lists call
// due, and record the outcomes. A dead or slow receiver gets few deliveries at once, so that it does not delay
// the others.
type deliveries struct {
	*reactor.Worker
	sender  CallbackSender
	secrets CallbackSecrets
	limits  *receiverLimits
	o       CallbackOptions
	// failed is the log line for operators about an attempt that failed.
	failed string
}

func newDeliveries(
	name string, log *eventstore.Log, sender CallbackSender, secrets CallbackSecrets,
	progress reactor.Progress, logger *logrus.Entry, o CallbackOptions, failed string,
) deliveries {
	if o.Jitter == nil {
		o.Jitter = rand.Float64
	}
	if o.OnAttempt == nil {
		o.OnAttempt = func(string) {}
	}
	return deliveries{
		Worker: reactor.NewWorker(name, log, progress, logger, deliveriesAtOnce, deliveriesGap),
		sender: sender, secrets: secrets, limits: newReceiverLimits(), o: o, failed: failed,
	}
}

// delivery is what a to-do list calls due.
type delivery struct {
	// key is the same for what is sent one after the other. It names the job.
	key string
	to  callback.Receiver
	// position is the position of the event that caused it, or 0.
	position int64
	// about is for the log line about a failure.
	about logrus.Fields
	// content returns what to send, or false if it is not due any more.
	content func(ctx context.Context, now time.Time) (d callback.Delivery, due bool, err error)
	// record records the outcome of the attempt, even after the context has ended.
	record func(ctx context.Context, result callback.Result) error
}

// start starts an attempt if the limits of the receiver and of the reactor allow one more, and none with
// this key is under way.
func (r *deliveries) start(ctx context.Context, d delivery) bool {
	if !r.limits.acquire(d.to) {
		return false
	}
	started := r.StartJobFor(ctx, d.position, d.key, func(ctx context.Context) error {
		defer r.limits.release(d.to)
		return r.attempt(ctx, d)
	})
	if !started {
		r.limits.release(d.to)
	}
	return started
}

func (r *deliveries) attempt(ctx context.Context, d delivery) error {
	now := r.o.Now()
	content, due, err := d.content(ctx, now)
	if err != nil || !due {
		return err
	}
	content.At = now
	if content.Secrets, err = r.secrets(ctx, d.to, now); err != nil {
		return err
	}
	result := r.sender.Send(ctx, content)
	if ctx.Err() != nil && !result.Delivered() {
		return ctx.Err() // the gateway is stopping and cancelled the attempt
	}
	r.limits.adjust(d.to, result)
	if !result.Delivered() {
		// Not the URL: it may hold the merchant's secrets, and names of customers.
		r.Logger.WithFields(d.about).WithFields(logrus.Fields{
			"callback": content.ID, "client_id": d.to.ClientID, "response_status": result.Status, "problem": result.Err,
			"ms": result.Duration.Milliseconds(),
		}).Warn(r.failed)
	}
	return d.record(ctx, result)
}
