package harness

import (
	"sync"
	"testing"

	"gateway/eventstore"

	"github.com/google/uuid"
)

// poisons are the ids of events that Poison appended, which checkLog passes by.
var poisons sync.Map

// Poison appends an event that this version can't read, as a newer one or a fault would leave it,
// as the first of its stream.
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
