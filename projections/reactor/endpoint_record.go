package reactor

import (
	"context"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/callback"
	"gateway/domain/endpoint"
	"gateway/eventstore"
	"gateway/projections/readmodel/feedrows"

	"github.com/sirupsen/logrus"
)

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
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), appendAfterStop)
	defer cancel()
	l.recording.Lock() // one append at a time: its outcome is the queue's next state
	defer l.recording.Unlock()
	to := l.to()
	cmd.EndpointID, cmd.ClientID, cmd.Run, cmd.Host = to.ID, to.ClientID, to.Run, endpoint.Host(to.URL)
	cmd.Jitter, cmd.At = r.o.Jitter(), r.o.Now()
	l.take(&cmd)
	if l.mayFail(cmd) {
		owner, _, err := eventstore.Load(ctx, r.log, account.Aggregate, account.Stream(to.ClientID))
		if err != nil {
			l.forget()
			return err
		}
		cmd.Email = owner.Profile.Email
	}
	out, err := eventstore.Execute(ctx, r.log, endpoint.Queues, endpoint.QueueStream(to.ID, to.Run),
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
			r.logger.WithFields(logrus.Fields{"endpoint": e.EndpointID, "client_id": e.ClientID, "problem": e.Error, "since": e.Since}).
				Warn("a callback endpoint is failing: it is tried hourly, and its owner is told")
		case endpoint.Recovered:
			r.logger.WithFields(logrus.Fields{"endpoint": e.EndpointID, "client_id": e.ClientID}).Info("a callback endpoint takes deliveries again")
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
				r.logger.WithError(err).Warn("deliveries to an endpoint were not recorded; they will be repeated")
			}
		}
	}
}
