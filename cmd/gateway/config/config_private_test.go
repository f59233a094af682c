package config

import "testing"

func TestOnlyASandboxWithASimulatedProviderCallsPrivateAddresses(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		environment, provider string
		allowed               bool
	}{
		{Sandbox, "", true},
		{Sandbox, "http://127.0.0.1:8081", true},
		{Sandbox, "https://api.provider.example", false},
		{Production, "https://api.provider.example", false},
		{Production, "http://127.0.0.1:8081", false},
	} {
		if got := (Config{Environment: c.environment, ProviderURL: c.provider}).AllowsPrivateReceivers(); got != c.allowed {
			t.Errorf("%s with the provider at %q: %t", c.environment, c.provider, got)
		}
	}
}

func TestTheProviderIsCalledOverTLSOffTheMachine(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]bool{
		"https://api.provider.example": true, "http://api.provider.example": false, "HTTP://api.provider.example": false,
		"http://127.0.0.1:8081": true, "http://localhost:8081": true, "http://[::1]:8081": true, "http://10.0.0.7": false,
	} {
		if isEncryptedOrLocal(raw) != want {
			t.Errorf("%s: want %t", raw, want)
		}
	}
}
