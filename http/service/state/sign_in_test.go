package state_test

import (
	"testing"
	"time"

	"gateway/eventstore/postgres/postgrestest"
	"gateway/http/service/state"
)

func TestASignInIsRememberedByAccountAndNetworkForAWhile(t *testing.T) {
	t.Parallel()
	db := state.New(open(t, postgrestest.Database(t)))
	remember := func(account string, at time.Time) {
		t.Helper()
		if err := db.RememberSignIn(t.Context(), account, "192.0.2.7", at, at.Add(-time.Hour)); err != nil {
			t.Fatal(err)
		}
	}
	remember("client:a", noon)
	remember("client:a", noon.Add(time.Minute))
	for _, c := range []struct {
		account, network string
		since            time.Time
		want             bool
	}{
		{"client:a", "192.0.2.7", noon.Add(time.Minute), true},
		{"client:a", "192.0.2.7", noon.Add(2 * time.Minute), false},
		{"client:a", "192.0.2.8", noon, false},
		{"client:b", "192.0.2.7", noon, false},
		{"admin:a", "192.0.2.7", noon, false},
	} {
		got, err := db.SignedIn(t.Context(), c.account, c.network, c.since)
		if err != nil || got != c.want {
			t.Errorf("%s from %s since %s: %t, %v", c.account, c.network, c.since, got, err)
		}
	}
	remember("client:b", noon.Add(2*time.Hour))
	if got, err := db.SignedIn(t.Context(), "client:a", "192.0.2.7", noon); err != nil || got {
		t.Errorf("a sign-in before the last hour is not forgotten: %t, %v", got, err)
	}
}
