package operating

import (
	"compress/gzip"
	"encoding/hex"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	trace "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"
)

// otlpCollector receives spans by OTLP over HTTP, as OpenTelemetry's collector does.
type otlpCollector struct {
	URL string

	mu     sync.Mutex
	bodies []byte // all bodies, for searching
	spans  []*trace.Span
}

func newCollector(t *testing.T) *otlpCollector {
	t.Helper()
	c := &otlpCollector{}
	server := httptest.NewServer(http.HandlerFunc(c.take))
	t.Cleanup(server.Close)
	c.URL = server.URL
	return c
}

func (c *otlpCollector) take(w http.ResponseWriter, r *http.Request) {
	text, err := gzip.NewReader(r.Body)
	if err != nil || r.Method != http.MethodPost || r.URL.Path != "/v1/traces" {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	body, err := io.ReadAll(text)
	var export collector.ExportTraceServiceRequest
	if err != nil || proto.Unmarshal(body, &export) != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.bodies = append(c.bodies, body...)
	for _, resource := range export.GetResourceSpans() {
		for _, scope := range resource.GetScopeSpans() {
			c.spans = append(c.spans, scope.GetSpans()...)
		}
	}
}

// said is all that the collector received.
func (c *otlpCollector) said() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return string(c.bodies)
}

// tracesOf returns the names of the spans in each trace that begins with a request to the route.
func (c *otlpCollector) tracesOf(request string) (traces []map[string]int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, root := range c.spans {
		if root.GetName() != request || len(root.GetParentSpanId()) > 0 {
			continue
		}
		names := map[string]int{}
		for _, s := range c.spans {
			if hex.EncodeToString(s.GetTraceId()) == hex.EncodeToString(root.GetTraceId()) {
				names[s.GetName()]++
			}
		}
		traces = append(traces, names)
	}
	return traces
}

// orphans are the spans whose parent never arrived.
func (c *otlpCollector) orphans() (names []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	known := map[string]bool{"": true}
	for _, s := range c.spans {
		known[string(s.GetSpanId())] = true
	}
	for _, s := range c.spans {
		if !known[string(s.GetParentSpanId())] {
			names = append(names, s.GetName())
		}
	}
	return names
}
