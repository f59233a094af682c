package account

import (
	"slices"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/domaintest"
	"gateway/domain/recovery"
)

func TestEndAccess(t *testing.T) {
	t.Parallel()
	try := func(reason string, byAdmin bool, since time.Time) decision {
		return func(s State) ([]domain.Event, error) {
			return EndAccess(s, EndAccessCmd{
				RecoverCmd: RecoverCmd{Since: since, MasterID: "m2", By: "admin:1", At: noon}, Reason: reason, ByAdmin: byAdmin,
			})
		}
	}
	end := func(reason string, byAdmin bool) decision { return try(reason, byAdmin, noon) }
	nothing := Recovering{Since: noon, To: "toko@example.com"}
	ended := AccessEnded{ClientID: 7, By: "admin:1", Reason: "stolen key", Recovering: nothing, At: noon}
	rotated := WebhookSecretRotated{ClientID: 7, Generation: 1, MasterID: "m2", AtOnce: true, At: noon}
	again := rotated
	again.Generation = 2
	withKey := ended
	withKey.Items = recovery.Items{issued.Recovery().Gains}
	week := nothing
	week.Since = noon.Add(-7 * 24 * time.Hour)
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "of nobody", When: end("", true), Refused: "client_not_found"},
		{Name: "by an administrator, without a reason", Given: approvedClient, When: end("", true), Refused: "invalid_field reason"},
		{Name: "with too long a reason", Given: approvedClient, When: end(tooLong, false), Refused: "invalid_field reason"},
		{Name: "by the client, without a reason", Given: approvedClient, When: end("", false), Then: eventsOf(AccessEnded{ClientID: 7, By: "admin:1", Recovering: nothing, At: noon}, rotated)},
		{Name: "of what is to come", Given: approvedClient, When: try("stolen key", true, noon.Add(1)), Refused: "invalid_field since"},
		{Name: "of no named time", Given: approvedClient, When: try("stolen key", true, time.Time{}), Then: eventsOf(AccessEnded{ClientID: 7, By: "admin:1", Reason: "stolen key", Recovering: week, At: noon}, rotated)},
		{Name: "by an administrator", Given: append(slices.Clip(approvedClient), issued), When: end("stolen key", true), Then: eventsOf(withKey, rotated)},
		{Name: "of a suspended client", Given: suspendedClient, When: end("stolen key", true), Then: eventsOf(ended, rotated)},
		{Name: "again, for what was opened since", Given: append(slices.Clip(approvedClient), ended, rotated), When: end("stolen key", true), Then: eventsOf(ended, again)},
	})
	if s := Aggregate.Fold(State{}, append(slices.Clip(approvedClient), issued, ended)...); s.Key != nil || !s.AccessEndedAt.Equal(noon) || s.People.People[0].Generation != 1 {
		t.Errorf("after it: %+v", s)
	}
}

func TestNetworksOfAKey(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ given, want []string }{
		{nil, nil},
		{[]string{"192.0.2.7", "192.0.2.77/24", "2001:db8::1", "2001:db8::1/32", "0.0.0.0/0"}, []string{"192.0.2.7/32", "192.0.2.0/24", "2001:db8::1/128", "2001:db8::/32", "0.0.0.0/0"}},
	} {
		if got, err := NormalizeNetworks(c.given); err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%v: %v, %v", c.given, got, err)
		}
	}
	for _, bad := range []string{"", "192.0.2", "192.0.2.0/33", "example.com", "fe80::1%eth0", "::ffff:192.0.2.7", "::ffff:192.0.2.0/120", " 192.0.2.7"} {
		if got, err := NormalizeNetworks([]string{bad}); domaintest.Refusal(err) != "invalid_field allow" {
			t.Errorf("%q: %v, %v", bad, got, err)
		}
	}
	if _, err := NormalizeNetworks(slices.Repeat([]string{"192.0.2.7"}, MaxNetworks+1)); domaintest.Refusal(err) != "invalid_field allow" {
		t.Error(err)
	}
	bound := []string{"192.0.2.0/24", "2001:db8::/32"}
	for address, want := range map[string]bool{
		"192.0.2.9": true, "::ffff:192.0.2.9": true, "2001:db8:1::1": true, "198.51.100.1": false, "2001:db9::1": false, "": false, "@": false,
	} {
		if AllowedFrom(bound, address) != want || !AllowedFrom(nil, address) {
			t.Errorf("%q: want %t", address, want)
		}
	}
}
