package harness

import (
	"sync"
	"testing"

	"gateway/eventstore"

	"github.com/google/uuid"
)

// poisons are the ids of events that Poison appended, which checkLog skips.
var poisons sync.Map

// Poison appends, as the first of its stream, an event that this version can't read, such as one of a newer
// version or of a fault.
func (g *Gateway) Poison(tb testing.TB, stream, eventType, data string) {
	tb.Helper()
	id := uuid.New()
	poisons.Store(id, true)
	_, err := g.App.Log().Store().Append(tb.Context(), stream, eventstore.NoStream, []eventstore.Proposed{
		{ID: id, Type: eventType, Data: []byte(data), Metadata: eventstore.Metadata{}.JSON()},
	})
	if err != nil {
		tb.Fatal(err)
	}
}
