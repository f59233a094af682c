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

// es is a store of EventStoreDB's protocol; its server keeps it in PostgreSQL.
func es(t *testing.T) transfer.Store {
	t.Helper()
	server := esdbtest.Start(t, postgrestest.Open(t, distinct(t)))
	s, err := esdb.Open(t.Context(), esdb.Config{URL: "esdb://" + server.Addr() + "?tls=false"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// distinct is a log of its own: clones of one template have the same store's id.
func distinct(t *testing.T) string {
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

// shortReads returns the store with reads that are shorter than they could be.
func shortReads(s transfer.Store) transfer.Store {
	return struct {
		eventstore.Store
		transfer.CopyMarker
	}{storetest.ShortReads(s), s}
}

// fill appends n events to a few streams, a few at a time.
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

// mover moves a log in which everything is booked.
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

// fillNew appends one event to a new stream.
func fillNew(t *testing.T, s eventstore.Store, stream string) {
	t.Helper()
	_, err := s.Append(t.Context(), stream, eventstore.NoStream, []eventstore.Proposed{
		{ID: uuid.New(), Type: "note.noted.v1", Data: json.RawMessage(`{}`)},
	})
	if err != nil {
		t.Error(err)
	}
}

func TestALogMovesInEitherDirection(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ from, to transfer.Store }{
		"PostgreSQL to EventStoreDB": {postgrestest.Open(t, distinct(t)), es(t)},
		"EventStoreDB to PostgreSQL": {es(t), postgrestest.Open(t, distinct(t))},
		"PostgreSQL to PostgreSQL":   {postgrestest.Open(t, distinct(t)), postgrestest.Open(t, distinct(t))},
		"from one that gives less":   {shortReads(postgrestest.Open(t, distinct(t))), postgrestest.Open(t, distinct(t))},
		"to one that gives less":     {postgrestest.Open(t, distinct(t)), shortReads(postgrestest.Open(t, distinct(t)))},
	} {
		fill(t, c.from, 300)
		mustMove(t, mover(c.from, c.to), 300)
		if n, err := transfer.Verify(t.Context(), c.from, c.to, nil); err != nil || n != 301 {
			t.Errorf("%s: %d events are the same, %v", name, n, err)
		}
		var away *transfer.MovedAwayError
		if _, _, err := transfer.LastMove(t.Context(), c.from); !errors.As(err, &away) || away.To != c.to.ID() {
			t.Errorf("%s: the old store says %v", name, err)
		}
		head, _ := c.to.Head(t.Context())
		if m, at, err := transfer.LastMove(t.Context(), c.to); err != nil || m.From != c.from.ID() || m.Events != 300 || at != head {
			t.Errorf("%s: the new store says %+v at %v, %v", name, m, at, err)
		}
		mustMove(t, mover(c.from, c.to), 0) // again
	}
}

// broken is a sink whose connection breaks after some events.
type broken struct {
	transfer.Sink
	left int
}

var errCut = errors.New("cut")

func (b *broken) Add(ctx context.Context, events []eventstore.Recorded) error {
	if b.left < len(events) {
		if err := b.Sink.Add(ctx, events[:b.left]); err != nil {
			return err
		}
		return errCut
	}
	b.left -= len(events)
	return b.Sink.Add(ctx, events)
}

func TestABrokenCopyGoesOnWhereItWas(t *testing.T) {
	t.Parallel()
	from, to := postgrestest.Open(t, distinct(t)), es(t)
	fill(t, from, 200)
	for _, left := range []int{0, 1, 77, 60} {
		if _, err := transfer.Copy(t.Context(), from, &broken{Sink: transfer.ToStore(to), left: left}, nil); !errors.Is(err, errCut) {
			t.Fatalf("after %d events: %v", left, err)
		}
	}
	given, err := transfer.Copy(t.Context(), from, transfer.ToStore(to), nil)
	if err != nil || given != 200-138 {
		t.Errorf("the last copy gave %d events, want what was missing; %v", given, err)
	}
	if n, err := transfer.Verify(t.Context(), from, to, nil); err != nil || n != 200 {
		t.Errorf("%d events are the same, %v", n, err)
	}
}

func TestAStoreWithEventsOfAnotherLogIsRefused(t *testing.T) {
	t.Parallel()
	from, to := postgrestest.Open(t, distinct(t)), postgrestest.Open(t, distinct(t))
	fill(t, from, 10)
	if _, err := transfer.Verify(t.Context(), from, to, nil); !errors.Is(err, transfer.ErrDiffers) {
		t.Errorf("an empty log is the same: %v", err)
	}
	if _, err := transfer.Verify(t.Context(), to, from, nil); !errors.Is(err, transfer.ErrDiffers) {
		t.Errorf("to an empty log it is the same: %v", err)
	}
	fill(t, to, 1)
	if _, err := transfer.Copy(t.Context(), from, transfer.ToStore(to), nil); !errors.Is(err, transfer.ErrForeignEvents) {
		t.Errorf("got %v", err)
	}
	if _, err := transfer.Verify(t.Context(), from, to, nil); !errors.Is(err, transfer.ErrDiffers) {
		t.Errorf("got %v", err)
	}
	if _, err := mover(from, from).Move(t.Context()); err == nil {
		t.Error("a log was moved onto itself")
	}
	if _, err := mover(from, to).Move(t.Context()); !errors.Is(err, transfer.ErrForeignEvents) {
		t.Errorf("got %v", err)
	}
	if _, _, err := transfer.LastMove(t.Context(), to); err != nil {
		t.Errorf("a store in use was spoilt: %v", err)
	}
}
