package main

import (
	"encoding/json"
	"os"
	"testing"
	"time"

	"gateway/eventstore"
	"gateway/eventstore/esdb"
	"gateway/eventstore/esdb/esdbtest"
	"gateway/eventstore/postgres/postgrestest"
	"gateway/eventstore/transfer"

	"github.com/google/uuid"
)

// beginMove leaves the marks of an incomplete move: the new store is half a copy, and the old one is marked
// as left.
func beginMove(t *testing.T, from, to transfer.Store) {
	t.Helper()
	if err := to.MarkCopySource(t.Context(), from.ID()); err != nil {
		t.Fatal(err)
	}
	move := eventstore.StoreMoved{From: from.ID(), To: to.ID(), At: time.Now()}
	data, err := json.Marshal(move)
	if err != nil {
		t.Fatal(err)
	}
	_, err = from.Append(t.Context(), "store-moves", eventstore.NoStream, []eventstore.Proposed{
		{ID: uuid.New(), Type: move.EventType(), Data: data, Metadata: eventstore.Metadata{Actor: "system:move"}.JSON()},
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestAMoveThatDidNotEndIsTakenBack(t *testing.T) {
	i := install(t)
	i.addMerchant()
	i.stop()
	old := os.Getenv("EVENTSTORE_URL")
	url := esdbtest.Start(t, postgrestest.Open(t, postgrestest.Database(t))).URL()
	i.prints("events", "copy", "--take-back", "--to", url) // nothing to do
	from := postgrestest.Open(t, old)
	to, err := esdb.Open(t.Context(), esdb.Config{URL: url})
	if err != nil {
		t.Fatal(err)
	}
	beginMove(t, from, to)
	if err := to.Close(); err != nil {
		t.Error(err)
	}
	if err := from.Close(); err != nil {
		t.Error(err)
	}
	i.wontStart("was moved to event store")
	i.prints("events", "copy", "--take-back", "--to", url)
	if err := i.start(); err != nil {
		t.Fatal(err)
	}
	i.payCustomer(20_000)
	i.verifies()
	i.stop()
	i.prints("events", "copy", "--to", url)
	i.wontStart("was moved to event store")
	i.refuses("the move has ended", "events", "copy", "--take-back", "--to", url)
}
