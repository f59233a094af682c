package tracing

import (
	"context"
	"time"

	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"
)

// header is the name of the W3C Trace Context header that identifies a span.
const header = "traceparent"

// Parent names the span of ctx in the form of W3C Trace Context, so that Continue can continue from it in
// another process. It is empty without a span, and while tracing is off.
func Parent(ctx context.Context) string {
	if !On() {
		return ""
	}
	carrier := propagation.MapCarrier{}
	propagation.TraceContext{}.Inject(ctx, carrier)
	return carrier[header]
}

// parse returns the span that parent names, or an invalid one.
func parse(parent string) trace.SpanContext {
	if parent == "" {
		return trace.SpanContext{}
	}
	ctx := propagation.TraceContext{}.Extract(context.Background(), propagation.MapCarrier{header: parent})
	return trace.SpanContextFromContext(ctx)
}

// Record records a finished step as a child of the span that parent names. It records nothing if parent names
// none. events is how many events the step handled.
func Record(name, parent string, events int64, began, ended time.Time) {
	t := tracer.Load()
	if t == nil {
		return
	}
	remote := parse(parent)
	if !remote.IsValid() {
		return
	}
	ctx := trace.ContextWithRemoteSpanContext(context.Background(), remote)
	_, span := (*t).Start(ctx, name, trace.WithSpanKind(Caused), trace.WithTimestamp(began))
	Span{span}.Number("events", events)
	span.End(trace.WithTimestamp(ended))
}
