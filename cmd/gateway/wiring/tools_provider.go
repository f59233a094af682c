package wiring

import (
	"context"
	"fmt"
	"net"

	"gateway/cmd/gateway/config"
	"gateway/http/outbound/providers"
	"gateway/http/server"
	"gateway/http/service/state"
	"gateway/http/simulator"
)

// Providers returns the installation's connections to providers. Where none is configured there is a simulator of the
// command itself, on a loopback port: the gateway's simulator may not be running and its port is unknown, but
// the tables hold all of its state. The simulated connections beside it are known by name, but can't be asked.
// closeIt closes the connections and the simulator.
func (t *Tools) Providers(ctx context.Context) (set *providers.Set, closeIt func() error, err error) {
	keys, err := config.LoadSecrets(ctx, t.Config, state.New(t.Databases.State))
	if err != nil {
		return nil, nil, err
	}
	list, stop := t.Config.ProviderConnections(keys), func() error { return nil }
	if t.Config.Simulates() {
		if list[0].URL, stop, err = t.serveSimulator(ctx, keys); err != nil {
			return nil, nil, err
		}
		for i := range list[1:] {
			list[1+i].Apart = "it is simulated, in the memory of the gateway's own process"
		}
	}
	set = providers.New(list, providers.Options{Timeout: t.Config.ProviderTimeout})
	return set, func() error { set.Close(); return stop() }, nil
}

func (t *Tools) serveSimulator(ctx context.Context, keys config.Secrets) (base string, stop func() error, err error) {
	simulated, err := simulator.New(ctx, simulator.Options{
		DB: t.Databases.State, SecretKey: keys.ProviderKey, CallbackToken: keys.CallbackToken, QueriesOnly: true,
		Fees: simulatedFees(t.Config), Log: t.Logger, WithTables: t.Databases.CheckOnly,
	})
	if err != nil {
		return "", nil, err
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, fmt.Errorf("listen for the simulated provider: %w", err)
	}
	serving, cancel := context.WithCancel(context.WithoutCancel(ctx))
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(serving, listener, simulated) }()
	return "http://" + listener.Addr().String(), func() error {
		cancel()
		return <-ended
	}, nil
}
