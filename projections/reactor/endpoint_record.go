package reactor

import (
	"context"
	"encoding/json"
	"net/url"
	"time"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/callback"
	"gateway/domain/endpoint"
	"gateway/domain/feed"
	"gateway/eventstore"
	"gateway/projections/readmodel/feedrows"

	"github.com/sirupsen/logrus"
)

// endpointDelivery builds the delivery of an entry. The delivery has the entry's id in the feed.
func endpointDelivery(to feedrows.Endpoint, e feedrows.ClientEvent, secrets []string, at time.Time) (callback.Delivery, error) {
	body, err := json.Marshal(e)
	return callback.Delivery{
		ID: feed.ID(e.EventID), URL: to.URL, Event: e.Type, Resource: e.Resource, Payload: body, Secrets: secrets, At: at,
	}, err
}

// outcome is what record appends in addition to the successes that the queue counted.
type outcome struct {
	failures []endpoint.Failure
	deferred []endpoint.Pending
}

// record appends what happened in a queue. It appends even after the context has ended, because the
// entries were sent. After an error the queue is loaded again from its stream, so deliveries that were not
// recorded are repeated.
func (r *Endpoints) record(ctx context.Context, l *sending, o outcome) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), appendAfterStop)
	defer cancel()
	l.recording.Lock() // one append at a time: its outcome is the queue's next state
	defer l.recording.Unlock()
	to := l.to()
	cmd := l.take()
	cmd.Failures, cmd.Deferred, cmd.Jitter, cmd.At = o.failures, o.deferred, r.o.Jitter(), r.o.Now()
	cmd.Host = hostOf(to.URL)
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
			if err := r.record(ctx, l, outcome{}); err != nil {
				r.logger.WithError(err).Warn("deliveries to an endpoint were not recorded; they will be repeated")
			}
		}
	}
}

// hostOf returns the host of a URL. The rest of the URL may contain secrets.
func hostOf(text string) string {
	u, err := url.Parse(text)
	if err != nil {
		return ""
	}
	return u.Host
}
