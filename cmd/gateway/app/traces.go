package app

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"gateway/eventstore/tracing"

	"github.com/sirupsen/logrus"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
)

const (
	// tracesQueue bounds the spans that wait to be sent. Where it is full, spans are lost, and no
	// request waits.
	tracesQueue = 8_192
	tracesBatch = 512
	tracesEvery = time.Second
	// exportLimit bounds one export.
	exportLimit = 5 * time.Second
)

// startTraces turns tracing on where OTEL_EXPORTER_OTLP_ENDPOINT is set. Stop sends the last spans, for
// at most tracesLimit. The collector need not be there: nothing but spans is lost without it.
func startTraces(c Config, version string, logger *logrus.Entry) (stop func(), err error) {
	if c.OTLPEndpoint == "" {
		return func() {}, nil
	}
	losses := &exportLosses{logger: logger, now: time.Now}
	exporter, err := otlptracehttp.New(context.Background(), // it connects with the first export
		otlptracehttp.WithEndpointURL(strings.TrimSuffix(c.OTLPEndpoint, "/")+"/v1/traces"),
		otlptracehttp.WithHeaders(c.otlpHeaders()), otlptracehttp.WithTimeout(exportLimit),
		otlptracehttp.WithCompression(otlptracehttp.GzipCompression),
		// Spans that a collector did not take are lost: repeating them would fill the queue.
		otlptracehttp.WithRetry(otlptracehttp.RetryConfig{}))
	if err != nil {
		return nil, fmt.Errorf("OTEL_EXPORTER_OTLP_ENDPOINT: %w", err)
	}
	otel.SetErrorHandler(losses) // of the library as a whole
	provider := sdktrace.NewTracerProvider(
		sdktrace.WithResource(c.traceResource(version)),
		sdktrace.WithSampler(sdktrace.ParentBased(sdktrace.TraceIDRatioBased(c.TracesRatio))),
		sdktrace.WithBatcher(lossyExporter{exporter, losses}, sdktrace.WithMaxQueueSize(tracesQueue),
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

// traceResource names the service. OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES add to it, and win.
// Neither the command line nor the user is in it.
func (c Config) traceResource(version string) *resource.Resource {
	own := resource.NewSchemaless(
		attribute.String("service.name", "gateway"), attribute.String("service.version", version),
		attribute.String("deployment.environment.name", c.Environment))
	merged, err := resource.Merge(own, resource.Environment())
	if err != nil {
		return own
	}
	return merged
}

// otlpHeaders splits OTEL_EXPORTER_OTLP_HEADERS. Config.problems has refused another form.
func (c Config) otlpHeaders() map[string]string {
	headers := map[string]string{}
	for _, pair := range strings.Split(c.OTLPHeaders, ",") {
		name, value, ok := strings.Cut(pair, "=")
		if text, err := url.PathUnescape(strings.TrimSpace(value)); ok && err == nil {
			headers[strings.TrimSpace(name)] = text
		}
	}
	return headers
}

// tracingProblem refuses what the exporter would pass over in silence.
func (c Config) tracingProblem() error {
	u, err := url.Parse(c.OTLPEndpoint)
	switch {
	case c.OTLPEndpoint == "":
	case err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.RawQuery != "" || u.Fragment != "":
		return errors.New("OTEL_EXPORTER_OTLP_ENDPOINT must be the base URL of a collector such as http://127.0.0.1:4318")
	case u.User != nil:
		return errors.New("OTEL_EXPORTER_OTLP_ENDPOINT must hold no user: put what the collector asks for into OTEL_EXPORTER_OTLP_HEADERS")
	}
	if c.OTLPHeaders != "" {
		for _, pair := range strings.Split(c.OTLPHeaders, ",") {
			name, value, ok := strings.Cut(pair, "=")
			if _, err := url.PathUnescape(value); !ok || err != nil || strings.TrimSpace(name) == "" || !isToken(strings.TrimSpace(name)) {
				return errors.New("OTEL_EXPORTER_OTLP_HEADERS must be headers such as api-key=secret,tenant=shop")
			}
		}
	}
	if !(c.TracesRatio >= 0 && c.TracesRatio <= 1) { // NaN, too
		return errors.New("OTEL_TRACES_SAMPLER_ARG must be from 0 to 1")
	}
	return nil
}

// isToken reports whether a text can be the name of a header.
func isToken(name string) bool {
	for i := range len(name) {
		if c := name[i]; c <= ' ' || c >= 0x7f || strings.IndexByte("\"(),/:;<=>?@[\\]{}", c) >= 0 {
			return false
		}
	}
	return name != ""
}
