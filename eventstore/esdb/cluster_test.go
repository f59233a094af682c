package esdb_test

import (
	"sync/atomic"
	"testing"
	"time"

	"gateway/eventstore/esdb/esdbtest"
	"gateway/eventstore/storetest"
	"gateway/eventstore/transfer"
)

// The whole contract of a store holds on a cluster of three that keeps electing leaders.
func TestContractOnAClusterThatElectsLeaders(t *testing.T) {
	var elections, operations, seed atomic.Int64
	t.Run("rules", func(t *testing.T) {
		storetest.Run(t, func(t *testing.T) storetest.Fixture {
			c := esdbtest.StartCluster(t, embedded(t))
			c.Disturb(uint64(seed.Add(1)), 200*time.Millisecond)
			t.Cleanup(func() {
				elections.Add(int64(c.Elections()))
				operations.Add(c.Operations())
			})
			each := func(do func(*esdbtest.Server)) {
				for i := range c.Addrs() {
					do(c.Node(i))
				}
			}
			return storetest.Fixture{
				Open:         func(t testing.TB) transfer.Store { return dial(t, c.URL()) },
				DelayCommits: func(testing.TB) { each(func(s *esdbtest.Server) { s.Delay(10 * time.Millisecond) }) },
				LoseReply:    func(testing.TB) { each(func(s *esdbtest.Server) { s.LoseReplies(1) }) },
				Disconnect:   func(testing.TB) { each((*esdbtest.Server).Disconnect) },
			}
		})
	})
	t.Logf("%d elections, %d operations", elections.Load(), operations.Load())
	if elections.Load() == 0 {
		t.Error("there were no elections")
	}
}
