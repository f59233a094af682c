package esdb_test

import (
	"context"
	"testing"
	"time"

	"gateway/domain"
	"gateway/eventstore"
	"gateway/eventstore/tracing"

	sdktrace "go.opentelemetry.io/otel/sdk/trace"
)

type traced struct{}

func (traced) EventType() string { return "traced.v1" }

// A reactor asks for the trace of a row whose event another process may have applied. There is no event at
// the position right before that event's position.
func TestTheTraceOfAnEventIsFoundByItsPosition(t *testing.T) {
	tracing.Use(sdktrace.NewTracerProvider().Tracer("test"))
	defer tracing.Use(nil)
	store := dial(t, newServer(t).URL())
	t.Cleanup(func() { _ = store.Close() })
	open := func() *eventstore.Log {
		return eventstore.NewLog(store, eventstore.NewCodec(traced{}), eventstore.Options{})
	}
	aggregate := domain.Aggregate[int]{Category: "traced", Evolve: func(n int, _ domain.Event) int { return n + 1 }}
	for range 3 {
		_, err := eventstore.Execute(t.Context(), open(), aggregate, "traced-1", func(int) ([]domain.Event, error) {
			return []domain.Event{traced{}, traced{}}, nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	events, err := store.ReadAll(ctx, eventstore.Position{}, 100)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range events {
		l := open()
		if got, want := l.TraceAt(ctx, r.Position.Commit), l.TraceOf(r); got != want || r.Type == "traced.v1" && want == "" {
			t.Errorf("the trace of the event at %d is %q, want %q", r.Position.Commit, got, want)
		}
	}
}
