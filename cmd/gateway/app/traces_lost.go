package app

import (
	"context"
	"sync"
	"time"

	"github.com/sirupsen/logrus"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
)

// lossesEvery is the least time between two lines about lost spans.
const lossesEvery = time.Minute

// lossyExporter counts the spans that the collector did not take.
type lossyExporter struct {
	sdktrace.SpanExporter
	losses *exportLosses
}

// ExportSpans implements sdktrace.SpanExporter.
func (e lossyExporter) ExportSpans(ctx context.Context, spans []sdktrace.ReadOnlySpan) error {
	if err := e.SpanExporter.ExportSpans(ctx, spans); err != nil {
		e.losses.note(err, len(spans))
	}
	return nil
}

// exportLosses logs at most one line a minute about spans that were not sent. It is safe for concurrent use.
type exportLosses struct {
	logger *logrus.Entry
	now    func() time.Time

	mu     sync.Mutex
	logged time.Time
	lost   int
}

// Handle implements otel.ErrorHandler.
func (l *exportLosses) Handle(err error) { l.note(err, 0) }

func (l *exportLosses) note(err error, lost int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lost += lost
	now := l.now()
	if !l.logged.IsZero() && now.Sub(l.logged) < lossesEvery {
		return
	}
	l.logger.WithError(err).WithField("spans_lost", l.lost).
		Warn("the collector of OpenTelemetry does not take the traces; nothing else is affected")
	l.logged, l.lost = now, 0
}
