package esdb_test

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"gateway/eventstore"
	"gateway/eventstore/esdb"
	"gateway/eventstore/esdb/esdbtest"
	"gateway/eventstore/postgres/postgrestest"
	"gateway/eventstore/storetest"
	"gateway/eventstore/transfer"
)

// checkEvery is how often a store in these tests checks whether the node of its subscription still leads.
// Leaders change far more often here than in a real cluster.
const checkEvery = 200 * time.Millisecond

// dialCluster opens the log. The caller closes it.
func dialCluster(t testing.TB, url string) *esdb.Store {
	t.Helper()
	s, err := esdb.Open(t.Context(), esdb.Config{URL: url, CheckEvery: checkEvery})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// The whole contract of a store holds on a cluster of three that keeps electing leaders.
func TestContractOnAClusterThatElectsLeaders(t *testing.T) {
	var seed atomic.Int64
	var mu sync.Mutex
	var sum esdbtest.Figure
	t.Run("rules", func(t *testing.T) {
		storetest.Run(t, func(t *testing.T) storetest.Fixture {
			c := esdbtest.StartCluster(t, embedded(t))
			c.Disturb(uint64(seed.Add(1)), 400*time.Millisecond)
			t.Cleanup(func() {
				mu.Lock()
				defer mu.Unlock()
				sum = sum.Plus(c.Figure())
			})
			each := func(do func(*esdbtest.Server)) {
				for i := range c.Addrs() {
					do(c.Node(i))
				}
			}
			return storetest.Fixture{
				Open: func(t testing.TB) transfer.Store { return dialCluster(t, c.URL()) },
				Restored: func(t testing.TB, events []eventstore.Recorded) func(testing.TB) transfer.Store {
					dsn := postgrestest.Database(t)
					postgrestest.Restore(t, dsn, events)
					c := esdbtest.StartCluster(t, postgrestest.Open(t, dsn), esdbtest.DensePositions())
					c.Disturb(uint64(seed.Add(1)), 400*time.Millisecond)
					return func(t testing.TB) transfer.Store { return dialCluster(t, c.URL()) }
				},
				DelayCommits: func(testing.TB) { each(func(s *esdbtest.Server) { s.Delay(10 * time.Millisecond) }) },
				LoseReply:    func(testing.TB) { each(func(s *esdbtest.Server) { s.LoseReplies(1) }) },
				Disconnect:   func(testing.TB) { each((*esdbtest.Server).Disconnect) },
			}
		})
	})
	t.Log(sum)
	if sum.Elections == 0 {
		t.Error("there were no elections")
	}
}
