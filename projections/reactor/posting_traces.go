package reactor

import (
	"context"

	"gateway/eventstore/tracing"
)

// postingSpans are the spans of one append, which may post the events of several traces.
type postingSpans []tracing.Span

// continueEntries begins a span in the trace of each entry. The append belongs to the first of these
// spans. The spans in the other traces link to the first one, so that each trace leads to the append.
func continueEntries(ctx context.Context, entries []entry) (context.Context, postingSpans) {
	if !tracing.On() {
		return ctx, nil
	}
	var spans postingSpans
	seen := make(map[string]bool)
	for _, e := range entries {
		if e.trace == "" || seen[e.trace] {
			continue
		}
		seen[e.trace] = true
		below, span := tracing.Continue(ctx, postingName, e.trace)
		if len(spans) == 0 {
			ctx = below
		}
		span.Number("client_id", e.cmd.ClientID)
		spans = append(spans, span)
	}
	return ctx, spans
}

func (s postingSpans) end(err error) {
	for _, span := range s {
		span.End(err)
	}
}
