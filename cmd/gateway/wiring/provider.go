package wiring

import (
	"context"

	"gateway/cmd/gateway/config"
	"gateway/domain/callback"
	"gateway/http/outbound/providers"
	"gateway/http/server"
	"gateway/http/service/connectionservice"
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
		absent, err := a.absentConnections(ctx, list)
		if err != nil {
			return err
		}
		list = append(list, absent...)
	}
	a.onProviderUp = metrics.ProviderUp
	a.providers = providers.New(list, providers.Options{Timeout: a.config.ProviderTimeout, OnCall: a.observeCall(metrics)})
	return nil
}

// absentConnections returns the connections that the log names and a sandbox does not play: a copy of the log, such as
// that of the drill, is looked at away from the providers. They are off, and never asked.
func (a *App) absentConnections(ctx context.Context, played []providers.Connection) (absent []providers.Connection, err error) {
	companies := map[string]string{}
	for _, c := range played {
		companies[c.Name] = c.Provider
	}
	named, err := connectionservice.Named(ctx, a.core.Log, companies)
	if err != nil {
		return nil, err
	}
	for _, f := range named.Faults(companies) {
		if f.Configured == "" {
			a.logger.WithField("connection", f.Connection).Warn("the log names a connection that this sandbox does not play: it is not asked")
			absent = append(absent, providers.Connection{
				Name: f.Connection, Provider: f.Provider, Off: true, Apart: "the sandbox has no such connection",
			})
		}
	}
	return absent, nil
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
