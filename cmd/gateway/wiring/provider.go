package wiring

import (
	"context"
	"fmt"
	"net"

	"gateway/cmd/gateway/config"
	"gateway/domain/callback"
	"gateway/http/outbound/providers"
	"gateway/http/server"
	"gateway/http/simulator"
)

// openProviders makes the adapters of the connections to providers. Where no provider is configured it also makes the
// simulator on its own loopback port, so that the adapter calls it over HTTP like a real provider. local is the URL at
// which the simulator reaches the gateway.
func (a *App) openProviders(ctx context.Context, keys config.Secrets, local string, metrics *server.Metrics) (err error) {
	list := a.config.ProviderConnections(keys)
	if a.config.Simulates() {
		a.simulator, err = simulator.New(ctx, simulator.Options{
			DB: a.databases.State, SecretKey: keys.ProviderKey, CallbackToken: keys.CallbackToken,
			NotifyURL: local + apiPrefix + "/provider/callbacks", PublicURL: a.publicURL,
			PayoutDelay: a.config.SimulatorPayoutDelay, SettlementDelay: a.config.SimulatorSettlementDelay,
			Fees: simulatedFees(a.config), Faults: simulator.Faults{Silent: a.config.SimulatorSilent}, Log: a.logger,
			WithTables: a.databases.CheckOnly, Order: a.orderOf,
		})
		if err != nil {
			return err
		}
		a.simulatorListener, err = (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
		if err != nil {
			return fmt.Errorf("listen for the simulated provider: %w", err)
		}
		list[0].URL = "http://" + a.simulatorListener.Addr().String()
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

func simulatedFees(c config.Config) simulator.Fees {
	if !c.SimulatorFees {
		return nil
	}
	return simulator.UsualFees
}
