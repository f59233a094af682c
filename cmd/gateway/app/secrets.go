package app

import (
	"context"

	"gateway/domain/secret"
	"gateway/http/service/state"
)

// secrets are the keys that the gateway signs with, and those that it and the provider
// authenticate each other with.
type secrets struct {
	masters                    secret.Ring
	providerKey, callbackToken string
}

// loadSecrets takes the secrets from the configuration. Those that are not configured,
// which only a sandbox allows, are generated once and kept in the state database.
func loadSecrets(ctx context.Context, c Config, kept *state.DB) (s secrets, err error) {
	s = secrets{providerKey: c.ProviderSecretKey, callbackToken: c.ProviderCallbackToken}
	master := c.MasterSecret
	for name, value := range map[string]*string{
		"master": &master, "provider_secret_key": &s.providerKey, "provider_callback_token": &s.callbackToken,
	} {
		if *value != "" {
			continue
		}
		if *value, err = kept.Secret(ctx, name); err != nil {
			return s, err
		}
	}
	s.masters = secret.NewRing(master, c.MasterSecretsFormer...).WithNext(c.MasterSecretNext)
	return s, nil
}

// callbackTokens are those that the provider's notifications may carry.
func (c Config) callbackTokens(current string) []string {
	if c.ProviderCallbackTokenFormer == "" {
		return []string{current}
	}
	return []string{current, c.ProviderCallbackTokenFormer}
}
