package origin_test

import (
	"context"
	"testing"

	"gateway/http/server/origin"
)

func TestAnIPv6AddressCountsAsItsNetwork(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"192.0.2.7":            "192.0.2.7",
		"::ffff:192.0.2.7":     "192.0.2.7",
		"2001:db8:1:2:aaaa::1": "2001:db8:1:2::/64",
		"2001:db8:1:2:bbbb::2": "2001:db8:1:2::/64",
		"2001:db8:1:3::1":      "2001:db8:1:3::/64",
		"fe80::1%eth0":         "fe80::/64",
		"":                     "",
		"@":                    "@",
	} {
		if got := origin.Network(address); got != want {
			t.Errorf("%s: %s, want %s", address, got, want)
		}
	}
}

func TestTheContextCarriesTheAddress(t *testing.T) {
	t.Parallel()
	if got := origin.Address(origin.With(context.Background(), "192.0.2.7")); got != "192.0.2.7" {
		t.Error(got)
	}
	if got := origin.Address(context.Background()); got != "" {
		t.Error(got)
	}
}
