package wiring

import (
	"context"
	"fmt"
	"strings"
	"time"

	"gateway/cmd/gateway/config"
	"gateway/cmd/gateway/watch"
	"gateway/eventstore/tracing"

	"github.com/sirupsen/logrus"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
)

const (
	// tracesQueue limits the spans that wait to be sent. When it is full, spans are lost, but no request
	// waits.
	tracesQueue = 8_192
	tracesBatch = 512
	tracesEvery = time.Second
	// exportLimit limits the time for one export.
	exportLimit = 5 * time.Second
)

// startTraces turns tracing on if OTEL_EXPORTER_OTLP_ENDPOINT is set. stop sends the last spans, for at most
// tracesLimit. The collector need not be reachable: without it, only spans are lost.
func startTraces(c config.Config, version string, logger *logrus.Entry) (stop func(), err error) {
	if c.OTLPEndpoint == "" {
		return func() {}, nil
	}
	losses := &watch.ExportLosses{Logger: logger, Now: time.Now}
	exporter, err := otlptracehttp.New(context.Background(), // it connects at the first export
		otlptracehttp.WithEndpointURL(strings.TrimSuffix(c.OTLPEndpoint, "/")+"/v1/traces"),
		otlptracehttp.WithHeaders(c.OtlpHeaders()), otlptracehttp.WithTimeout(exportLimit),
		otlptracehttp.WithCompression(otlptracehttp.GzipCompression),
		// Spans that a collector did not accept are lost, because repeating them would fill the queue.
		otlptracehttp.WithRetry(otlptracehttp.RetryConfig{}))
	if err != nil {
		return nil, fmt.Errorf("OTEL_EXPORTER_OTLP_ENDPOINT: %w", err)
	}
	otel.SetErrorHandler(losses) // applies to the library as a whole
	provider := sdktrace.NewTracerProvider(
		sdktrace.WithResource(c.TraceResource(version)),
		sdktrace.WithSampler(sdktrace.ParentBased(sdktrace.TraceIDRatioBased(c.TracesRatio))),
		sdktrace.WithBatcher(watch.LossyExporter{SpanExporter: exporter, Losses: losses}, sdktrace.WithMaxQueueSize(tracesQueue),
			sdktrace.WithMaxExportBatchSize(tracesBatch), sdktrace.WithBatchTimeout(tracesEvery), sdktrace.WithExportTimeout(exportLimit)))
	tracing.Use(provider.Tracer("gateway"))
	logger.WithField("ratio", c.TracesRatio).Info("requests are traced")
	return func() {
		tracing.Use(nil)
		limited, cancel := context.WithTimeout(context.Background(), tracesLimit)
		defer cancel()
		if err := provider.Shutdown(limited); err != nil {
			losses.Handle(err)
		}
	}, nil
}
