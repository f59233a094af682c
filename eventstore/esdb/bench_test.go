package esdb_test

import (
	"fmt"
	"sync/atomic"
	"testing"

	"gateway/eventstore"
	"gateway/eventstore/esdb"
	"gateway/eventstore/esdb/esdbtest"
	"gateway/eventstore/postgres"
	"gateway/eventstore/postgres/postgrestest"
)

// BenchmarkCommand measures what most commands do: read a short stream, append an event. The client and the
// server run on the same processors.
func BenchmarkCommand(b *testing.B) {
	embedded, err := postgres.Open(b.Context(), postgres.Config{DSN: postgrestest.Database(b)})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = embedded.Close() })
	remote, err := esdb.Open(b.Context(), esdb.Config{URL: esdbtest.Start(b, embedded).URL()})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = remote.Close() })
	for name, s := range map[string]eventstore.Store{"embedded": embedded, "EventStoreDB": remote} {
		b.Run(name, func(b *testing.B) {
			var n atomic.Int64
			b.SetParallelism(32)
			b.RunParallel(func(pb *testing.PB) {
				for pb.Next() {
					stream := fmt.Sprint(name, b.N, "-", n.Add(1))
					if _, err := s.ReadStream(b.Context(), stream, 0, eventstore.Forwards, 1_000); err != nil {
						b.Error(err)
					}
					if _, err := s.Append(b.Context(), stream, eventstore.NoStream, event()); err != nil {
						b.Error(err)
					}
				}
			})
		})
	}
}
