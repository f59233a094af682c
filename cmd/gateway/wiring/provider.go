package wiring

import (
	"context"

	"gateway/cmd/gateway/config"
	"gateway/domain/callback"
	"gateway/http/outbound/providers"
	"gateway/http/server"
	"gateway/http/simulator"
)

// openProviders makes the adapters of the connections to providers, and the companies themselves where no provider is
// configured. local is the URL at which these reach the gateway.
func (a *App) openProviders(ctx context.Context, keys config.Secrets, local string, metrics *server.Metrics) error {
	list := a.config.ProviderConnections(keys)
	if a.config.Simulates() {
		if err := a.openStage(ctx, keys, local, list); err != nil {
			return err
		}
	}
	a.onProviderUp = metrics.ProviderUp
	a.providers = providers.New(list, providers.Options{Timeout: a.config.ProviderTimeout, OnCall: a.observeCall(metrics)})
	return nil
}

// orderOf returns what the gateway knows about a payment, for the simulator's pages.
func (a *App) orderOf(ctx context.Context, transactionID string) (order simulator.Order) {
	p, err := a.core.Queries.PaymentByTransactionID(ctx, transactionID)
	if err != nil {
		return order // the page works without it
	}
	if p.ExternalID != nil {
		order.Reference = *p.ExternalID
	}
	if owner, err := a.core.Queries.Client(ctx, p.ClientID); err == nil {
		order.Merchant = owner.Name
	}
	if status, err := a.core.Queries.PaymentCallbackStatus(ctx, p.ClientID, transactionID); err == nil {
		order.Called = map[string]simulator.Called{
			callback.StatusDelivered: simulator.CallDelivered, callback.StatusPending: simulator.CallPending,
		}[status]
	}
	return order
}
