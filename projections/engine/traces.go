package engine

import (
	"time"

	"gateway/eventstore/tracing"
)

// tracesAtOnce limits the spans recorded per batch when the group is far behind.
const tracesAtOnce = 256

// batchTraces are the spans that appended the events of a batch, each with the number of its events.
type batchTraces struct {
	began   time.Time
	parents map[string]int64
}

// tracesOf collects the traces of the batch's events, before the reactors can see the events in a read model.
// It returns none while tracing is off.
func (e *Engine) tracesOf(b batch) (t batchTraces) {
	if !tracing.On() {
		return t
	}
	t.began, t.parents = time.Now(), make(map[string]int64)
	for _, r := range b.recorded {
		parent := e.log.NoteTrace(r)
		if parent != "" && (t.parents[parent] > 0 || len(t.parents) < tracesAtOnce) {
			t.parents[parent]++
		}
	}
	return t
}

// record records in the traces that the read models now show the events. The time is that of the whole batch.
func (t batchTraces) record() {
	if len(t.parents) == 0 {
		return
	}
	ended := time.Now()
	for parent, events := range t.parents {
		tracing.Record("project", parent, events, t.began, ended)
	}
}
