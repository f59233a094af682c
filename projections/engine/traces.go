package engine

import (
	"time"

	"gateway/eventstore/tracing"
)

// tracesAtOnce bounds the spans of one batch, for a group that is far behind.
const tracesAtOnce = 256

// batchTraces are the spans that appended the events of a batch, with the number of their events.
type batchTraces struct {
	began   time.Time
	parents map[string]int64
}

// tracesOf notes the traces of the batch's events, before the reactors can see the events in a read
// model. It finds none while tracing is off.
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

// record records that the read models show the events. The time is that of the whole batch.
func (t batchTraces) record() {
	if len(t.parents) == 0 {
		return
	}
	ended := time.Now()
	for parent, events := range t.parents {
		tracing.Record("project", parent, events, t.began, ended)
	}
}
