package state_test

import (
	"testing"
	"time"

	"gateway/eventstore/postgres/postgrestest"
	"gateway/http/service/state"
)

func TestTheLastUseOfEachKeyIsKept(t *testing.T) {
	t.Parallel()
	db := state.New(open(t, postgrestest.Database(t)))
	use := func(key int64, address string, at time.Time) state.KeyUse {
		return state.KeyUse{KeyID: key, Day: at.Format(time.DateOnly), Address: address, At: at}
	}
	for _, uses := range [][]state.KeyUse{
		{use(1, "192.0.2.1", noon), use(2, "192.0.2.2", noon)},
		{use(1, "2001:db8::1", noon.Add(25*time.Hour))},
		{use(1, "192.0.2.9", noon.Add(time.Hour))}, // from an instance that writes later
	} {
		if err := db.SaveKeyUses(t.Context(), uses); err != nil {
			t.Fatal(err)
		}
	}
	from := func(network string, at time.Time) state.KeyNetwork {
		return state.KeyNetwork{KeyID: 1, Network: network, FirstAt: at}
	}
	for _, networks := range [][]state.KeyNetwork{
		{from("192.0.2.0/24", noon), from("2001:db8::/48", noon.Add(time.Hour))},
		{from("192.0.2.0/24", noon.Add(-time.Hour)), from("2001:db8::/48", noon.Add(2*time.Hour))},
	} {
		if err := db.SaveKeyNetworks(t.Context(), networks); err != nil {
			t.Fatal(err)
		}
	}
	networks, err := db.KeyNetworks(t.Context(), []int64{1, 2}, []string{"2001:db8::/48"})
	if err != nil || len(networks) != 2 || !networks[0].FirstAt.Equal(noon.Add(-time.Hour)) || !networks[1].FirstAt.Equal(noon.Add(time.Hour)) {
		t.Error(networks, err)
	}
	got, err := db.KeyUses(t.Context(), []int64{1, 2, 3})
	if err != nil || len(got) != 2 { // key 3 was never used
		t.Fatal(got, err)
	}
	want := map[int64]state.KeyUse{1: use(1, "2001:db8::1", noon.Add(25*time.Hour)), 2: use(2, "192.0.2.2", noon)}
	for _, g := range got {
		if w := want[g.KeyID]; g.Day != w.Day || g.Address != w.Address || !g.At.Equal(w.At) {
			t.Errorf("key %d: %+v", g.KeyID, g)
		}
	}
}
