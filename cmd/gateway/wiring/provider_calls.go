package wiring

import (
	"context"
	"errors"

	"gateway/eventstore"
	"gateway/http/outbound/exchange"
	"gateway/http/server"

	"github.com/sirupsen/logrus"
)

// observeCall counts a call to the provider, and logs a failed one.
func (a *App) observeCall(metrics *server.Metrics) func(context.Context, exchange.Call) {
	return func(ctx context.Context, c exchange.Call) {
		metrics.ProviderCall(c.Connection, c.Operation, c.Outcome(), c.Duration)
		if !c.Failed() || ctx.Err() != nil && errors.Is(context.Cause(ctx), context.Canceled) { // the gateway's stop interrupted it
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
func (c loggedCounters) WrongToken(ctx context.Context) {
	c.Metrics.WrongToken(ctx)
	c.logger.WithField("request_id", eventstore.MetadataFrom(ctx).RequestID).Warn("a notification without the callback token was refused")
}
