package callbackreactor

import (
	"context"
	"sync"
	"time"

	"gateway/domain/endpoint"
	"gateway/projections/reactor"
)

const (
	// keepEvery is how long attempts wait in memory before they are kept. A crash loses those of the last moment.
	keepEvery = time.Second
	// keepAtOnce is the number of attempts that are kept without waiting.
	keepAtOnce = 500
)

// attempts collects attempts to deliver to endpoints, which are then kept by one statement: so a delivery costs a part of
// a statement. It is safe for concurrent use.
type attempts struct {
	mu    sync.Mutex
	all   []endpoint.Attempt
	first time.Time
}

func (l *attempts) add(a endpoint.Attempt) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.all) == 0 {
		l.first = a.At
	}
	l.all = append(l.all, a)
}

func (l *attempts) isDue(now time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.all) > 0 && (len(l.all) >= keepAtOnce || now.Sub(l.first) >= keepEvery)
}

func (l *attempts) take() (all []endpoint.Attempt) {
	l.mu.Lock()
	defer l.mu.Unlock()
	all, l.all = l.all, nil
	return all
}

// keepAttempts keeps the attempts so far. Lost ones change nothing of the deliveries, so an error is only logged.
func (r *Endpoints) keepAttempts(ctx context.Context) {
	made := r.made.take()
	if r.o.KeepAttempts == nil || len(made) == 0 {
		return
	}
	ctx, cancel := reactor.AfterStop(ctx)
	defer cancel()
	if err := r.o.KeepAttempts(ctx, made); err != nil {
		r.Logger.WithError(err).WithField("attempts", len(made)).Warn("attempts to deliver to endpoints were not kept")
	}
}
