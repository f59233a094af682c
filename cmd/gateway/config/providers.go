package config

import (
	"fmt"
	"slices"

	"gateway/domain/connection"
	"gateway/http/outbound/providers"
)

// ProviderConnections returns the connections to payment providers: those of PROVIDERS_FILE in its order, or else one named
// xendit of the PROVIDER_ variables. The URL of the latter is empty where the simulator takes its place; beside it there
// are then those that SIMULATED_PROVIDERS adds, without keys.
func (c Config) ProviderConnections(s Secrets) []providers.Connection {
	if c.ProvidersFile != "" {
		return slices.Clone(c.connections)
	}
	list := []providers.Connection{{
		Name: connection.Xendit, Provider: providers.Xendit, URL: c.ProviderURL, Payouts: &providers.Payouts{API: c.ProviderPayoutAPI},
		Key: providers.Key{SecretKey: s.ProviderKey, CallbackTokens: c.CallbackTokens(s.CallbackToken)},
	}}
	if c.Simulates() {
		list = append(list, c.simulatedConnections()...)
	}
	return list
}

// Simulates reports whether no provider is configured, so that the simulator takes its place.
func (c Config) Simulates() bool { return c.ProvidersFile == "" && c.ProviderURL == "" }

// ofOneConnection are the variables that say what PROVIDERS_FILE says of each connection.
var ofOneConnection = []string{"PROVIDER_URL", "PROVIDER_SECRET_KEY", "PROVIDER_CALLBACK_TOKEN", "PROVIDER_CALLBACK_TOKEN_FORMER"}

// readConnections reads PROVIDERS_FILE, if it is set. values is the environment. used are the names of the variables
// that the file refers to.
func (c *Config) readConnections(values map[string]string) (used []string, problems []error) {
	if c.ProvidersFile == "" {
		return nil, nil
	}
	for _, name := range ofOneConnection {
		if values[name] != "" {
			problems = append(problems, fmt.Errorf("PROVIDERS_FILE and %s are both set: the file has all connections", name))
		}
	}
	list, used, wrong := readProviders(c.ProvidersFile, values, c.Environment == Production)
	c.connections = list
	return used, append(problems, wrong...)
}
