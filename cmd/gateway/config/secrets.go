package config

import (
	"context"

	"gateway/domain/secret"
	"gateway/http/service/state"
)

// Secrets are the keys that the gateway signs with, and those with which it and the provider authenticate
// each other.
type Secrets struct {
	Masters                    secret.Ring
	ProviderKey, CallbackToken string
}

// LoadSecrets takes the secrets from the configuration. Secrets that are not configured, which is allowed
// only in a sandbox, are generated once and stored in the state database. With PROVIDERS_FILE the provider's are empty:
// the connections of the file have their own.
func LoadSecrets(ctx context.Context, c Config, kept *state.DB) (s Secrets, err error) {
	s = Secrets{ProviderKey: c.ProviderSecretKey, CallbackToken: c.ProviderCallbackToken}
	master := c.MasterSecret
	for name, value := range map[string]*string{
		"master": &master, "provider_secret_key": &s.ProviderKey, "provider_callback_token": &s.CallbackToken,
	} {
		if *value != "" || c.ProvidersFile != "" && name != "master" {
			continue
		}
		if *value, err = kept.Secret(ctx, name); err != nil {
			return s, err
		}
	}
	s.Masters = secret.NewRing(master, c.MasterSecretsFormer...).WithNext(c.MasterSecretNext)
	return s, nil
}

// CallbackTokens returns the tokens that the provider's notifications may carry.
func (c Config) CallbackTokens(current string) []string {
	if c.ProviderCallbackTokenFormer == "" {
		return []string{current}
	}
	return []string{current, c.ProviderCallbackTokenFormer}
}
