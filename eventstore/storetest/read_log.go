package storetest

import (
	"context"
	"testing"

	"gateway/eventstore"
)

// ReadLog returns all events of a log, in order.
func ReadLog(tb testing.TB, s eventstore.Store) (events []eventstore.Recorded) {
	tb.Helper()
	for after := (eventstore.Position{}); ; after = events[len(events)-1].Position {
		page, err := s.ReadAll(context.Background(), after, 1_000)
		if err != nil {
			tb.Fatalf("read the log: %v", err)
		}
		if len(page) == 0 {
			return events
		}
		events = append(events, page...)
	}
}
