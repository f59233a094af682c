package eventstore

import (
	"context"
	"testing"

	"gateway/domain"
	"gateway/eventstore/tracing"

	sdktrace "go.opentelemetry.io/otel/sdk/trace"
)

type happened struct{}

func (happened) EventType() string { return "happened.v1" }

func TestMetadataNameTheTraceOnlyWhileTracingIsOn(t *testing.T) {
	l := NewLog(nil, NewCodec(happened{}), Options{})
	propose := func(ctx context.Context) Recorded {
		t.Helper()
		all, err := l.propose(WithMetadata(ctx, Metadata{Actor: "client:7"}), "happened-1", NoStream, []domain.Event{happened{}})
		if err != nil {
			t.Fatal(err)
		}
		return Recorded{Proposed: all[0]}
	}
	if off := string(propose(t.Context()).Metadata); off != `{"actor":"client:7","origin":"gateway"}` {
		t.Errorf("off: %s", off)
	}
	tracing.Use(sdktrace.NewTracerProvider().Tracer("test"))
	defer tracing.Use(nil)
	ctx, span := startAppend(t.Context(), []domain.Event{happened{}})
	defer span.End(nil)
	on := propose(ctx)
	if parent := l.TraceOf(on); parent == "" || parent != tracing.Parent(ctx) {
		t.Errorf("on: %s", on.Metadata)
	}
	foreign := on
	foreign.Metadata = []byte(`{"traceparent":"` + tracing.Parent(ctx) + `"}`)
	if l.TraceOf(foreign) != "" {
		t.Error("the trace of a foreign event counts")
	}
}

func TestAnAppendAllocatesNothingForTracesThatAreOff(t *testing.T) {
	ctx, l, events := context.Background(), NewLog(nil, NewCodec(happened{}), Options{}), []domain.Event{happened{}}
	r := Recorded{Proposed: Proposed{Metadata: []byte(`{"traceparent":"x","origin":"gateway"}`)}}
	n := testing.AllocsPerRun(100, func() {
		below, span := startAppend(ctx, events)
		if tracing.Parent(below)+l.NoteTrace(r)+l.TraceAt(below, 1)+l.TraceOfStream(below, "x") != "" {
			t.Error("there is a trace")
		}
		span.End(nil)
	})
	if n != 0 {
		t.Errorf("%v allocations", n)
	}
}
