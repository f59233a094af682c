package esdb_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"gateway/eventstore"
	"gateway/eventstore/esdb/esdbtest"
	"gateway/eventstore/esdbserver"

	"github.com/google/uuid"
)

func TestAReadFromInsideOfAnEventIsRefusedAtOnce(t *testing.T) {
	for _, version := range []esdbserver.Version{esdbserver.Version2310, esdbserver.Version2406, esdbserver.Version2410} {
		t.Run(string(version), func(t *testing.T) {
			s := dial(t, newServer(t, esdbtest.Version(version)).URL())
			defer s.Close()
			ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
			defer cancel()
			events := make([]eventstore.Proposed, 3)
			for i := range events {
				events[i] = eventstore.Proposed{ID: uuid.New(), Type: "a.v1", Data: []byte(`{}`)}
			}
			at, err := s.Append(ctx, "a-1", eventstore.NoStream, events)
			if err != nil {
				t.Fatal(err)
			}
			between := eventstore.Position{Commit: at.Position.Commit - 1, Prepare: at.Position.Commit - 1}
			if _, err := s.ReadAllBackwards(ctx, between, 10); !errors.Is(err, eventstore.ErrNoPosition) || errors.Is(err, eventstore.ErrUnavailable) {
				t.Errorf("from inside of an event: %v", err)
			}
			if before, err := s.ReadAllBackwards(ctx, at.Position, 10); err != nil || len(before) != 2 {
				t.Errorf("before the last event: %d events, %v", len(before), err)
			}
		})
	}
}
