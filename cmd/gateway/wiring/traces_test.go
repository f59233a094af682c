package wiring

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"gateway/cmd/gateway/config"
	"gateway/cmd/gateway/watch"
	"gateway/eventstore/tracing"

	"github.com/sirupsen/logrus"
	logtest "github.com/sirupsen/logrus/hooks/test"
)

func TestLostSpansAreLoggedOnceAMinute(t *testing.T) {
	t.Parallel()
	logger, lines := logtest.NewNullLogger()
	at := time.Unix(0, 0)
	l := &watch.ExportLosses{Logger: logrus.NewEntry(logger), Now: func() time.Time { return at }}
	for range 150 { // one a second
		at = at.Add(time.Second)
		l.Note(errors.New("refused"), 2)
	}
	all := lines.AllEntries()
	if len(all) != 3 || all[1].Data["spans_lost"] != 120 {
		t.Errorf("%d lines", len(all))
	}
}

// TestASlowCollectorDelaysNothing ends more spans than fit in the queue while no export completes.
func TestASlowCollectorDelaysNothing(t *testing.T) {
	asked, answer := make(chan struct{}, 1), make(chan struct{})
	collector := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		select {
		case asked <- struct{}{}:
		default:
		}
		<-answer
	}))
	defer collector.Close()
	defer close(answer)
	logger, _ := logtest.NewNullLogger()
	stop, err := startTraces(config.Config{OTLPEndpoint: collector.URL, TracesRatio: 1}, "test", logrus.NewEntry(logger))
	if err != nil {
		t.Fatal(err)
	}
	for range tracesQueue * 2 {
		_, span := tracing.Start(context.Background(), tracing.Inside, "x")
		span.End(nil)
	}
	<-asked // an export is under way, and has no answer
	began := time.Now()
	stop()
	if took := time.Since(began); took > exportLimit {
		t.Errorf("the stop took %v", took)
	}
	if tracing.On() {
		t.Error("tracing is on after the stop")
	}
}

func TestSettingsOfTracesThatCanNotWorkAreRefused(t *testing.T) {
	t.Parallel()
	for entry, wrong := range map[string]bool{
		"OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:4318":        false,
		"OTEL_EXPORTER_OTLP_ENDPOINT=https://collector/base/":      false,
		"OTEL_EXPORTER_OTLP_ENDPOINT=127.0.0.1:4318":               true,
		"OTEL_EXPORTER_OTLP_ENDPOINT=http://user:pass@collector":   true,
		"OTEL_EXPORTER_OTLP_ENDPOINT=http://collector?key=a":       true,
		"OTEL_EXPORTER_OTLP_HEADERS=api-key=geheim%20x,tenant=one": false,
		"OTEL_EXPORTER_OTLP_HEADERS=geheim":                        true,
		"OTEL_EXPORTER_OTLP_HEADERS=geheim y=a":                    true,
		"OTEL_TRACES_SAMPLER_ARG=0.1":                              false,
		"OTEL_TRACES_SAMPLER_ARG=2":                                true,
		"OTEL_TRACES_SAMPLER_ARG=NaN":                              true,
		"OTEL_TRACES_SAMPLER_ARG=some":                             true,
	} {
		_, err := config.LoadFrom([]string{entry})
		if (err != nil) != wrong {
			t.Errorf("%s: %v", entry, err)
		}
		if err != nil && (strings.Contains(err.Error(), "geheim") || strings.Contains(err.Error(), "pass")) {
			t.Errorf("the error shows a secret: %v", err)
		}
	}
}
