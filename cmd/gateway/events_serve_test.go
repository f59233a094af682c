package main

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/google/uuid"

	"gateway/domain/catalogue"
	"gateway/eventstore"
	"gateway/eventstore/postgres"
	"gateway/eventstore/postgres/postgrestest"
	"gateway/eventstore/storetest"
)

func newLog(t *testing.T) *eventstore.Log {
	t.Helper()
	store, err := postgres.Open(t.Context(), postgres.Config{DSN: postgrestest.Database(t)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	return eventstore.NewLog(storetest.Stingy(store), eventstore.NewCodec(catalogue.Events()...), eventstore.Options{})
}

// serveInTest serves until the test ends, and gives a client of it.
func serveInTest(t *testing.T, log *eventstore.Log, writable bool) *client.Client {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	said, out := io.Pipe()
	go func() { ended <- serveEvents(ctx, log.Store(), "127.0.0.1:0", writable, out) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	line := make([]byte, 200)
	n, err := said.Read(line)
	if err != nil {
		t.Fatal(err)
	}
	config, err := client.ParseConnectionString(strings.TrimSpace(strings.TrimPrefix(string(line[:n]), "Serving the log at ")))
	if err != nil {
		t.Fatal(err)
	}
	config.Logger = client.NoopLogging()
	c, err := client.NewClient(config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return c
}

func TestAnyClientFollowsTheGatewaysLogAndWritesNothing(t *testing.T) {
	t.Parallel()
	log := newLog(t)
	data := []byte(`{"amount": 15000.50}`)
	_, err := log.Store().Append(t.Context(), "payment-1", eventstore.NoStream,
		[]eventstore.Proposed{{ID: uuid.New(), Type: "payment.paid.v1", Data: data}})
	if err != nil {
		t.Fatal(err)
	}
	c := serveInTest(t, log, false)
	s, err := c.SubscribeToAll(t.Context(), client.SubscribeToAllOptions{From: client.Start{}})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	e := s.Recv().EventAppeared
	if e == nil || !bytes.Equal(e.Event.Data, data) || e.Event.StreamID != "payment-1" || e.Event.ContentType != "application/json" {
		t.Errorf("the client sees %+v", e)
	}
	_, err = c.AppendToStream(t.Context(), "payment-1", client.AppendToStreamOptions{}, client.EventData{EventType: "x"})
	if err == nil {
		t.Error("the client could write")
	}
}

func TestALogOfTheGatewaysOwnIsNotServedWritable(t *testing.T) {
	t.Parallel()
	log := newLog(t)
	c := serveInTest(t, log, true)
	_, err := c.AppendToStream(t.Context(), "theirs", client.AppendToStreamOptions{}, client.EventData{EventType: "theirs"})
	if err != nil {
		t.Fatal(err)
	}
	if err := refuseOurs(t.Context(), log); err != nil {
		t.Errorf("with the events of others: %v", err)
	}
	_, err = log.Store().Append(t.Context(), "payment-1", eventstore.NoStream,
		[]eventstore.Proposed{{ID: uuid.New(), Type: "payment.paid.v1", Data: []byte("{}")}})
	if err != nil {
		t.Fatal(err)
	}
	for range 3 { // whatever the store gives at once
		if err := refuseOurs(t.Context(), log); err == nil {
			t.Error("with an event of its own it is served writable")
		}
	}
}

func TestTheLogIsServedOnLoopbackOnly(t *testing.T) {
	t.Parallel()
	err := serveEvents(t.Context(), newLog(t).Store(), "0.0.0.0:0", false, io.Discard)
	if err == nil || !strings.Contains(err.Error(), "loopback") {
		t.Errorf("got %v", err)
	}
}
