package app

import (
	"context"

	"gateway/http/service/state"
)

// secrets are the keys that the gateway signs with, and those that it and the provider
// authenticate each other with.
type secrets struct {
	master, providerKey, callbackToken string
}

// loadSecrets takes the secrets from the configuration. Those that are not configured,
// which only a sandbox allows, are generated once and kept in the state database.
func loadSecrets(ctx context.Context, c Config, kept *state.DB) (s secrets, err error) {
	s = secrets{c.MasterSecret, c.ProviderSecretKey, c.ProviderCallbackToken}
	for name, value := range map[string]*string{
		"master": &s.master, "provider_secret_key": &s.providerKey, "provider_callback_token": &s.callbackToken,
	} {
		if *value != "" {
			continue
		}
		if *value, err = kept.Secret(ctx, name); err != nil {
			return s, err
		}
	}
	return s, nil
}
