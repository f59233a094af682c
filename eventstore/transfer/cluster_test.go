package transfer_test

import (
	"testing"
	"time"

	"gateway/eventstore/esdb"
	"gateway/eventstore/esdb/esdbtest"
	"gateway/eventstore/postgres/postgrestest"
	"gateway/eventstore/transfer"
)

// electing returns a store on a cluster of three that keeps electing leaders.
func electing(t *testing.T, seed uint64) (transfer.Store, *esdbtest.Cluster) {
	t.Helper()
	c := esdbtest.StartCluster(t, postgrestest.Open(t, newDatabase(t)))
	s, err := esdb.Open(t.Context(), esdb.Config{URL: c.URL()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	c.Disturb(seed, 200*time.Millisecond)
	return s, c
}

func TestALogMovesToAndFromAClusterThatElectsLeaders(t *testing.T) {
	t.Parallel()
	const events = 500
	from, to := postgrestest.Open(t, newDatabase(t)), postgrestest.Open(t, newDatabase(t))
	fill(t, from, events)
	first, firstCluster := electing(t, 1)
	second, secondCluster := electing(t, 2)
	moved := int64(events)
	for _, step := range []struct{ from, to transfer.Store }{{from, first}, {first, second}, {second, to}} {
		moved++ // the event with which the move begins
		mustMove(t, mover(step.from, step.to), moved)
		moved++ // the mark of the move
		if n, err := transfer.Verify(t.Context(), step.from, step.to); err != nil || n != moved {
			t.Errorf("%d events are the same, %v, want %d", n, err, moved)
		}
		if mayStart(t, step.from) || !mayStart(t, step.to) {
			t.Error("a gateway may start on the old store, or not on the new one")
		}
	}
	t.Log(firstCluster.Figure().Plus(secondCluster.Figure()))
}
