package tracing_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"gateway/domain"
	"gateway/eventstore/tracing"

	"go.opentelemetry.io/otel/codes"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
)

func record(t *testing.T) *tracetest.SpanRecorder {
	t.Helper()
	spans := tracetest.NewSpanRecorder()
	tracing.Use(sdktrace.NewTracerProvider(sdktrace.WithSpanProcessor(spans)).Tracer("test"))
	t.Cleanup(func() { tracing.Use(nil) })
	return spans
}

func TestNothingIsAllocatedWhileTracingIsOff(t *testing.T) {
	ctx := context.Background()
	const parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
	n := testing.AllocsPerRun(100, func() {
		ctx, span := tracing.Start(ctx, tracing.Served, "GET /x")
		span.Text("a", "b")
		span.Number("c", 1_000_000)
		ctx, inner := tracing.Continue(ctx, "x", parent)
		if tracing.Parent(ctx) != "" || tracing.TraceID(ctx) != "" {
			t.Error("there is a span")
		}
		inner.End(context.Canceled)
		span.Fail("500")
		span.End(nil)
		tracing.Record("project", parent, 1, time.Time{}, time.Time{})
	})
	if n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestASpanGoesOnFromTheOneThatItsParentNames(t *testing.T) {
	spans := record(t)
	ctx, request := tracing.Start(t.Context(), tracing.Served, "POST /payments")
	parent := tracing.Parent(ctx)
	request.End(nil)
	other, notification := tracing.Start(t.Context(), tracing.Served, "POST /notification")
	_, report := tracing.Continue(other, "report", parent)
	report.End(nil)
	notification.End(nil)
	ended := spans.Ended()
	got := ended[1]
	if got.Parent().SpanID() != ended[0].SpanContext().SpanID() || got.SpanContext().TraceID() != ended[0].SpanContext().TraceID() {
		t.Errorf("its parent is %v", got.Parent())
	}
	if links := got.Links(); len(links) != 1 || links[0].SpanContext.TraceID() != ended[2].SpanContext().TraceID() {
		t.Errorf("its links are %v", got.Links())
	}
	for _, malformed := range []string{"", "x", "00-00000000000000000000000000000000-b7ad6b7169203331-01"} {
		_, span := tracing.Continue(t.Context(), "alone", malformed)
		span.End(nil)
		if last := spans.Ended()[len(spans.Ended())-1]; last.Parent().IsValid() {
			t.Errorf("%q: its parent is %v", malformed, last.Parent())
		}
	}
}

func TestASpanHoldsTheTypeOfAnErrorAndNotItsText(t *testing.T) {
	spans := record(t)
	_, failed := tracing.Start(t.Context(), tracing.Inside, "failed")
	failed.End(fmt.Errorf("a name: %w", errors.New("a secret")))
	_, refused := tracing.Start(t.Context(), tracing.Inside, "refused")
	refused.End(fmt.Errorf("a name: %w", domain.Refuse(domain.Invalid, "too_much", "a secret")))
	ended := spans.Ended()
	if s := ended[0].Status(); s.Code != codes.Error || s.Description != "" {
		t.Errorf("%v", s)
	}
	if got := fmt.Sprint(ended[0].Attributes()[0].Value.AsString()); got != "*errors.errorString" {
		t.Errorf("it is of the type %s", got)
	}
	if s := ended[1]; s.Status().Code != codes.Unset || s.Attributes()[0].Value.AsString() != "too_much" {
		t.Errorf("%v %v", s.Status(), s.Attributes())
	}
}
