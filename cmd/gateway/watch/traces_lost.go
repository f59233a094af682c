package watch

import (
	"context"
	"sync"
	"time"

	"github.com/sirupsen/logrus"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
)

// lossesEvery is the minimum time between two log lines about lost spans.
const lossesEvery = time.Minute

// LossyExporter counts the spans that the collector did not accept.
type LossyExporter struct {
	sdktrace.SpanExporter
	Losses *ExportLosses
}

// ExportSpans implements sdktrace.SpanExporter.
func (e LossyExporter) ExportSpans(ctx context.Context, spans []sdktrace.ReadOnlySpan) error {
	if err := e.SpanExporter.ExportSpans(ctx, spans); err != nil {
		e.Losses.Note(err, len(spans))
	}
	return nil
}

// ExportLosses logs at most one line a minute about spans that were not sent. It is safe for concurrent use.
type ExportLosses struct {
	Logger *logrus.Entry
	Now    func() time.Time

	mu     sync.Mutex
	logged time.Time
	lost   int
}

// Handle implements otel.ErrorHandler.
func (l *ExportLosses) Handle(err error) { l.Note(err, 0) }

// Note counts lost spans, and logs them at most once a minute.
func (l *ExportLosses) Note(err error, lost int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lost += lost
	now := l.Now()
	if !l.logged.IsZero() && now.Sub(l.logged) < lossesEvery {
		return
	}
	l.Logger.WithError(err).WithField("spans_lost", l.lost).
		Warn("the collector of OpenTelemetry does not take the traces; nothing else is affected")
	l.logged, l.lost = now, 0
}
