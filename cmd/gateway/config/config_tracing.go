package config

import (
	"errors"
	"net/url"
	"strings"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/sdk/resource"
)

// TraceResource names the service in traces. OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES extend and
// override it. It includes neither the command line nor the user.
func (c Config) TraceResource(version string) *resource.Resource {
	own := resource.NewSchemaless(
		attribute.String("service.name", "gateway"), attribute.String("service.version", version),
		attribute.String("deployment.environment.name", c.Environment))
	merged, err := resource.Merge(own, resource.Environment())
	if err != nil {
		return own
	}
	return merged
}

// OtlpHeaders splits OTEL_EXPORTER_OTLP_HEADERS. Config.problems has refused malformed values.
func (c Config) OtlpHeaders() map[string]string {
	headers := map[string]string{}
	for _, pair := range strings.Split(c.OTLPHeaders, ",") {
		name, value, ok := strings.Cut(pair, "=")
		if text, err := url.PathUnescape(strings.TrimSpace(value)); ok && err == nil {
			headers[strings.TrimSpace(name)] = text
		}
	}
	return headers
}

// tracingProblem refuses values that the exporter would silently ignore.
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
	if !(c.TracesRatio >= 0 && c.TracesRatio <= 1) { // also catches NaN
		return errors.New("OTEL_TRACES_SAMPLER_ARG must be from 0 to 1")
	}
	return nil
}

// isToken reports whether a text is valid as a header name.
func isToken(name string) bool {
	for i := range len(name) {
		if c := name[i]; c <= ' ' || c >= 0x7f || strings.IndexByte("\"(),/:;<=>?@[\\]{}", c) >= 0 {
			return false
		}
	}
	return name != ""
}
