package postgres_test

import (
	"context"
	"database/sql"
	"fmt"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"gateway/eventstore"
	"gateway/eventstore/postgres"
	"gateway/eventstore/postgres/postgrestest"

	"github.com/google/uuid"
)

const appenders = 64

var payload = []byte(`{"filler":"` + strings.Repeat("x", 487) + `"}`)

// BenchmarkAppend measures 64 callers that append one event at a time, each to its own stream.
func BenchmarkAppend(b *testing.B) {
	var batches atomic.Int64
	s := open(b, postgres.Config{
		DSN:     postgrestest.Database(b),
		OnBatch: func(int, int, time.Duration) { batches.Add(1) },
	})
	b.SetParallelism(appenders / runtime.GOMAXPROCS(0))
	var streams atomic.Int64
	b.RunParallel(func(pb *testing.PB) {
		stream := fmt.Sprintf("bench-%d", streams.Add(1))
		for expected := eventstore.NoStream; pb.Next(); expected++ {
			events := []eventstore.Proposed{{ID: uuid.New(), Type: "bench.v1", Data: payload, Metadata: []byte(`{}`)}}
			if _, err := s.Append(context.Background(), stream, expected, events); err != nil {
				b.Error(err)
				return
			}
		}
	})
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "events/s")
	b.ReportMetric(float64(b.N)/float64(batches.Load()), "events/batch")
}

// BenchmarkReadStream measures 64 callers that read whole streams of five events.
func BenchmarkReadStream(b *testing.B) {
	s := open(b, postgres.Config{DSN: postgrestest.Database(b)})
	const streams = 1_000
	for i := range streams {
		events := make([]eventstore.Proposed, 5)
		for j := range events {
			events[j] = eventstore.Proposed{ID: uuid.New(), Type: "bench.v1", Data: payload, Metadata: []byte(`{}`)}
		}
		if _, err := s.Append(context.Background(), fmt.Sprintf("bench-%d", i), eventstore.NoStream, events); err != nil {
			b.Fatal(err)
		}
	}
	b.SetParallelism(appenders / runtime.GOMAXPROCS(0))
	b.ResetTimer()
	var next atomic.Int64
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			stream := fmt.Sprintf("bench-%d", next.Add(1)%streams)
			events, err := s.ReadStream(context.Background(), stream, 0, eventstore.Forwards, 100)
			if err != nil || len(events) != 5 {
				b.Errorf("%d events, %v", len(events), err)
				return
			}
		}
	})
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "streams/s")
}

// BenchmarkInsertFloor measures 64 callers that insert rows, each on its own connection. It shows the cost of
// the table alone, without an order and without expected revisions.
func BenchmarkInsertFloor(b *testing.B) {
	db, err := sql.Open("postgres", postgrestest.Database(b))
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(appenders)
	db.SetMaxIdleConns(appenders)
	insert, err := db.Prepare(`INSERT INTO events VALUES ($1, $2, $3, $4, $5, $6, $7, now())`)
	if err != nil {
		b.Fatal(err)
	}
	b.SetParallelism(appenders / runtime.GOMAXPROCS(0))
	b.ResetTimer()
	var streams, positions atomic.Int64
	b.RunParallel(func(pb *testing.PB) {
		stream := fmt.Sprintf("bench-%d", streams.Add(1))
		for revision := 0; pb.Next(); revision++ {
			_, err := insert.Exec(positions.Add(1), stream, revision, uuid.New(), "bench.v1", string(payload), "{}")
			if err != nil {
				b.Error(err)
				return
			}
		}
	})
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "events/s")
}
