// Package tracing records what happens to a request or an event as OpenTelemetry spans. It is off by default:
// then nothing is recorded, and no function of the package allocates.
//
// Spans contain ids of clients, references, routes, event types and outcomes. They contain no personal data,
// no secret, no query and no error text.
package tracing

import (
	"context"
	"sync/atomic"

	"go.opentelemetry.io/otel/trace"
)

// tracer is nil while tracing is off.
var tracer atomic.Pointer[trace.Tracer]

// Use records spans with the tracer from now on, in the whole process. Nil turns tracing off.
func Use(t trace.Tracer) {
	if t == nil {
		tracer.Store(nil)
		return
	}
	tracer.Store(&t)
}

// On reports whether spans are recorded.
func On() bool { return tracer.Load() != nil }

// Kind says which side of a call a span represents.
type Kind = trace.SpanKind

// The kinds of spans.
const (
	// Inside is a step of the gateway itself.
	Inside Kind = trace.SpanKindInternal
	// Served is a request that the gateway answers.
	Served Kind = trace.SpanKindServer
	// Called is a request that the gateway sends.
	Called Kind = trace.SpanKindClient
	// Caused is the handling of an event that is in the log.
	Caused Kind = trace.SpanKindConsumer
)

// Start begins a span as a child of the span in ctx, or a new trace if ctx has none. The name must come from
// a bounded set. End ends the span.
func Start(ctx context.Context, kind Kind, name string) (context.Context, Span) {
	t := tracer.Load()
	if t == nil {
		return ctx, Span{}
	}
	ctx, span := (*t).Start(ctx, name, trace.WithSpanKind(kind))
	return ctx, Span{span}
}

// Continue begins a span as a child of the one that parent names (Parent), for the handling of an event that
// the parent caused. It links the span in ctx, if there is one. With an empty parent it does the same as
// Start.
func Continue(ctx context.Context, name, parent string) (context.Context, Span) {
	t := tracer.Load()
	if t == nil {
		return ctx, Span{}
	}
	remote := parse(parent)
	if !remote.IsValid() {
		return Start(ctx, Caused, name)
	}
	options := []trace.SpanStartOption{trace.WithSpanKind(Caused)}
	if here := trace.SpanContextFromContext(ctx); here.IsValid() && here.TraceID() != remote.TraceID() {
		options = append(options, trace.WithLinks(trace.Link{SpanContext: here}))
	}
	ctx, span := (*t).Start(trace.ContextWithRemoteSpanContext(ctx, remote), name, options...)
	return ctx, Span{span}
}

// TraceID returns the id of the trace of ctx, or an empty text.
func TraceID(ctx context.Context) string {
	if !On() {
		return ""
	}
	here := trace.SpanContextFromContext(ctx)
	if !here.HasTraceID() {
		return ""
	}
	return here.TraceID().String()
}
