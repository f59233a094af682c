package transfer_test

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"gateway/eventstore"
	"gateway/eventstore/esdb"
	"gateway/eventstore/esdb/esdbtest"
	"gateway/eventstore/postgres"
	"gateway/eventstore/postgres/postgrestest"
	"gateway/eventstore/storetest"
	"gateway/eventstore/transfer"

	"github.com/google/uuid"
)

var noon = time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)

// esdbStore returns a store on an EventStoreDB server of the tests, which keeps its log
// in PostgreSQL.
func esdbStore(t *testing.T) transfer.Store {
	t.Helper()
	server := esdbtest.Start(t, postgrestest.Open(t, newDatabase(t)))
	s, err := esdb.Open(t.Context(), esdb.Config{URL: "esdb://" + server.Addr() + "?tls=false"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// newDatabase returns the DSN of an empty log with its own id: the test databases are copies of one template
// and share an id.
func newDatabase(t *testing.T) string {
	t.Helper()
	dsn := postgrestest.Database(t)
	db, err := sql.Open("postgres", dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	r := postgres.NewRestore(db)
	if err := errors.Join(r.Begin(t.Context(), uuid.NewString()), r.Finish(t.Context())); err != nil {
		t.Fatal(err)
	}
	return dsn
}

// shortReads returns the store with reads that are shorter than necessary.
func shortReads(s transfer.Store) transfer.Store {
	return struct {
		eventstore.Store
		transfer.CopyMarker
	}{storetest.ShortReads(s), s}
}

// fill appends n events to five streams, up to four at a time.
func fill(t *testing.T, s eventstore.Store, n int) {
	t.Helper()
	last := map[string]eventstore.Revision{}
	random := rand.New(rand.NewPCG(1, 2))
	for n > 0 {
		stream := fmt.Sprintf("note-%d", random.IntN(5))
		var events []eventstore.Proposed
		for range min(n, 1+random.IntN(4)) {
			events = append(events, eventstore.Proposed{
				ID: uuid.New(), Type: "note.noted.v1", Data: json.RawMessage(fmt.Sprintf(`{ "left": %d }`, n)), Metadata: json.RawMessage(`{"actor":"x"}`),
			})
		}
		revision, ok := last[stream]
		if !ok {
			revision = eventstore.NoStream
		}
		at, err := s.Append(t.Context(), stream, revision, events)
		if err != nil {
			t.Fatal(err)
		}
		last[stream], n = at.Revision, n-len(events)
	}
}

// mover moves a log in which every payment is posted.
func mover(from, to transfer.Store) transfer.Mover {
	return transfer.Mover{
		From: from, To: to, Sink: transfer.ToStore(to), CheckPosted: func(context.Context, eventstore.Store) error { return nil },
		Progress: func(string, eventstore.Position) {}, Now: func() time.Time { return noon },
	}
}

func mustMove(t *testing.T, m transfer.Mover, want int64) {
	t.Helper()
	if events, err := m.Move(t.Context()); err != nil || events != want {
		t.Fatalf("%d events, %v, want %d", events, err, want)
	}
}

// appendOne appends one event to a new stream.
func appendOne(t *testing.T, s eventstore.Store, stream string) {
	t.Helper()
	_, err := s.Append(t.Context(), stream, eventstore.NoStream, []eventstore.Proposed{
		{ID: uuid.New(), Type: "note.noted.v1", Data: json.RawMessage(`{}`)},
	})
	if err != nil {
		t.Error(err)
	}
}

// brokenSink is a sink that fails after some events.
type brokenSink struct {
	transfer.Sink
	left int
}

var errCut = errors.New("cut")

func (b *brokenSink) Add(ctx context.Context, events []eventstore.Recorded) error {
	if b.left < len(events) {
		if err := b.Sink.Add(ctx, events[:b.left]); err != nil {
			return err
		}
		return errCut
	}
	b.left -= len(events)
	return b.Sink.Add(ctx, events)
}

// mayStart reports whether a gateway may start on the store.
func mayStart(t *testing.T, s transfer.Store) bool {
	t.Helper()
	err := transfer.CheckLocation(t.Context(), s)
	var away *transfer.MovedAwayError
	var half *transfer.HalfCopiedError
	if err != nil && !errors.As(err, &away) && !errors.As(err, &half) {
		t.Fatal(err)
	}
	return err == nil
}
