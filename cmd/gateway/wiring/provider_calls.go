package wiring

import (
	"context"
	"errors"
	"sync"

	"gateway/eventstore"
	"gateway/http/outbound/exchange"
	"gateway/http/server"

	"github.com/sirupsen/logrus"
)

// observeCall counts a call to the provider, and logs a failed one.
func (a *App) observeCall(metrics *server.Metrics) func(context.Context, exchange.Call) {
	return func(ctx context.Context, c exchange.Call) {
		metrics.ProviderCall(c.Connection, c.Operation, c.Outcome(), c.Duration)
		if ctx.Err() != nil && errors.Is(context.Cause(ctx), context.Canceled) { // the gateway's stop interrupted it
			return
		}
		metrics.ProviderUp(c.Connection, c.Up())
		if !c.Failed() {
			return
		}
		a.logger.WithFields(logrus.Fields{
			"connection": c.Connection, "operation": c.Operation, "outcome": c.Outcome(), "reason": c.Reason(), "reference": c.Reference,
			"ms": c.Duration.Milliseconds(), "request_id": eventstore.MetadataFrom(ctx).RequestID,
		}).Warn("a call to the provider failed")
	}
}

// loggedCounters also logs a notification without the callback token. Refused notifications are logged where
// they are recorded.
type loggedCounters struct {
	*server.Metrics
	logger *logrus.Entry
}

// WrongToken implements notificationapi.Counters.
func (c loggedCounters) WrongToken(ctx context.Context, connection string) {
	c.Metrics.WrongToken(ctx, connection)
	c.logger.WithFields(logrus.Fields{"connection": connection, "request_id": eventstore.MetadataFrom(ctx).RequestID}).
		Warn("a notification without the callback token was refused")
}

// checkProviders asks each connection of PROVIDERS_FILE once whether its provider accepts our credentials, all at once. One
// that does not is logged; all others serve. A connection of the PROVIDER_ variables is not asked.
func (a *App) checkProviders(ctx context.Context) {
	if a.config.ProvidersFile == "" {
		return
	}
	var all sync.WaitGroup
	for _, i := range a.providers.Info() {
		all.Go(func() {
			err := a.providers.Check(ctx, i.Name)
			if ctx.Err() != nil {
				return
			}
			a.onProviderUp(i.Name, err == nil)
			if err != nil {
				a.logger.WithError(err).WithField("connection", i.Name).WithField("provider", i.Provider).
					Error("the provider of a connection does not accept our credentials, or does not answer: see gateway provider check")
			}
		})
	}
	all.Wait()
}
