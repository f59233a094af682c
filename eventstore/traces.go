package eventstore

import (
	"bytes"
	"context"

	"gateway/domain"
	"gateway/eventstore/tracing"
)

// cachedTraces is the number of recent events of which a Log remembers the trace.
const cachedTraces = 8_192

// startAppend begins the span of an append. The span is named after the type of the first event, because the
// stream's name may contain text that a client chose.
func startAppend(ctx context.Context, events []domain.Event) (context.Context, tracing.Span) {
	if !tracing.On() {
		return ctx, tracing.Span{}
	}
	ctx, span := tracing.Start(ctx, tracing.Inside, "append "+events[0].EventType())
	span.Number("events", int64(len(events)))
	return ctx, span
}

var traceMember = []byte(`"traceparent":"`)

// TraceOf returns the span that appended an event (tracing.Parent). It is empty for an event without a span,
// for a foreign event, and while tracing is off.
func (l *Log) TraceOf(r Recorded) string {
	if !tracing.On() || !bytes.Contains(r.Metadata, traceMember) || !IsMarked(r.Metadata) {
		return ""
	}
	return ParseMetadata(r.Metadata).TraceParent
}

// NoteTrace returns the same as TraceOf, and remembers it for TraceAt.
func (l *Log) NoteTrace(r Recorded) string {
	parent := l.TraceOf(r)
	if parent != "" {
		l.traces.Add(r.Position.Commit, parent)
	}
	return parent
}

// TraceAt returns the span that appended the event at the position of a read model's row. It finds the span
// if this process applied the event recently, or if the store can be read. Otherwise, and while tracing is
// off, it returns an empty text.
func (l *Log) TraceAt(ctx context.Context, position int64) string {
	if !tracing.On() || position < 1 {
		return ""
	}
	if parent, ok := l.traces.Get(position); ok {
		return parent
	}
	at := Position{Commit: position, Prepare: position}
	events, err := l.store.ReadAll(ctx, at.JustBefore(), 1)
	if err != nil || len(events) == 0 || events[0].Position.Commit != position {
		return ""
	}
	return l.NoteTrace(events[0])
}

// TraceOfStream returns the span that appended the first event of a stream, under the same conditions as
// TraceOf. It reads the event only while tracing is on.
func (l *Log) TraceOfStream(ctx context.Context, stream string) string {
	if !tracing.On() {
		return ""
	}
	events, err := l.store.ReadStream(ctx, stream, 0, Forwards, 1)
	if err != nil || len(events) == 0 { // the command meets the same error
		return ""
	}
	return l.TraceOf(events[0])
}
