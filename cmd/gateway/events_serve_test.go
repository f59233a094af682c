package main

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"gateway/cmd/gateway/config"
	"gateway/cmd/gateway/wiring"
	"gateway/domain/catalogue"
	"gateway/eventstore"
	"gateway/eventstore/postgres"
	"gateway/eventstore/postgres/postgrestest"
	"gateway/eventstore/storetest"
	"gateway/test/testdb"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/google/uuid"
)

func openLog(t *testing.T, dsn string) *eventstore.Log {
	t.Helper()
	return eventstore.NewLog(storetest.ShortReads(postgrestest.Open(t, dsn)), codec(), eventstore.Options{})
}

func codec() *eventstore.Codec { return eventstore.NewCodec(catalogue.Events()...) }

// serving is a running server with a client for it.
type serving struct {
	*client.Client
	stop  func()
	ended chan error // buffered
}

// start serves until stop is called or the test ends.
func start(t *testing.T, serve func(ctx context.Context, out io.Writer) error) serving {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	s := serving{stop: stop, ended: make(chan error, 1)}
	printed, out := io.Pipe()
	var running sync.WaitGroup
	running.Go(func() {
		err := serve(ctx, out)
		s.ended <- err
		_ = out.CloseWithError(err) // always nil
	})
	t.Cleanup(func() { stop(); running.Wait() })
	line := make([]byte, 200)
	n, err := printed.Read(line)
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
	s.Client = c
	return s
}

func readable(log *eventstore.Log) func(context.Context, io.Writer) error {
	return func(ctx context.Context, out io.Writer) error {
		return serveEvents(ctx, log.Store(), nil, "127.0.0.1:0", out)
	}
}

func writable(dsn string) func(context.Context, io.Writer) error {
	return func(ctx context.Context, out io.Writer) error {
		return serveWritable(ctx, postgres.Config{DSN: dsn}, codec(), "127.0.0.1:0", out)
	}
}

// foreignEvent returns an event of a type that the gateway does not have.
func foreignEvent() client.EventData { return client.EventData{EventType: "theirs"} }

func TestAClientReadsTheLogAndCannotWrite(t *testing.T) {
	t.Parallel()
	log := openLog(t, postgrestest.Database(t))
	data := []byte(`{"amount": 15000.50}`)
	_, err := log.Store().Append(t.Context(), "payment-1", eventstore.NoStream,
		[]eventstore.Proposed{{ID: uuid.New(), Type: "payment.paid.v1", Data: data}})
	if err != nil {
		t.Fatal(err)
	}
	c := start(t, readable(log))
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

func TestALogWithEventsOfTheGatewayIsNotServedWritable(t *testing.T) {
	t.Parallel()
	log := openLog(t, postgrestest.Database(t))
	for i, e := range []string{"theirs", "theirs", "payment.paid.v1"} {
		if err := refuseOwnEvents(t.Context(), log.Store(), codec()); err != nil {
			t.Errorf("with the events of others: %v", err)
		}
		_, err := log.Store().Append(t.Context(), fmt.Sprint("payment-", i), eventstore.NoStream,
			[]eventstore.Proposed{{ID: uuid.New(), Type: e, Data: []byte("{}")}})
		if err != nil {
			t.Fatal(err)
		}
	}
	for range 3 { // the store returns pages of different lengths
		if err := refuseOwnEvents(t.Context(), log.Store(), codec()); err == nil {
			t.Error("with an event of its own it is served writable")
		}
	}
}

func TestOnlyOneServerMayWrite(t *testing.T) {
	t.Parallel()
	dsn := postgrestest.Database(t)
	first := start(t, writable(dsn))
	if _, err := first.AppendToStream(t.Context(), "s", client.AppendToStreamOptions{}, foreignEvent()); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second) // a serving command would end only then
	defer cancel()
	if err := writable(dsn)(ctx, io.Discard); !errors.Is(err, postgres.ErrClaimed) {
		t.Errorf("a second one: %v", err)
	}
	gateway := config.Config{HTTPAddr: "127.0.0.1:0", DatabaseURL: testdb.New(t), EventStoreURL: dsn}
	if err := wiring.Run(ctx, gateway, wiring.Options{}); !errors.Is(err, postgres.ErrClaimed) {
		t.Errorf("a gateway: %v", err)
	}
	// Other servers beside it only read, and immediately see what it deletes.
	reader := start(t, readable(openLog(t, dsn)))
	for gone := range 2 {
		s, err := reader.ReadStream(t.Context(), "s", client.ReadStreamOptions{}, 1)
		if err == nil {
			_, err = s.Recv()
			s.Close()
		}
		if (err != nil) != (gone == 1) {
			t.Errorf("deleted %d times, the reader gets %v", gone, err)
		}
		if _, err := first.DeleteStream(t.Context(), "s", client.DeleteStreamOptions{}); err != nil {
			t.Fatal(err)
		}
	}
	first.stop()
	if err := <-first.ended; err != nil {
		t.Error(err)
	}
	next := start(t, writable(dsn))
	if _, err := next.AppendToStream(t.Context(), "s", client.AppendToStreamOptions{}, foreignEvent()); err != nil {
		t.Error(err)
	}
}

func TestAServerThatLosesItsClaimEnds(t *testing.T) {
	t.Parallel()
	dsn := postgrestest.Database(t)
	s := start(t, writable(dsn))
	db, err := sql.Open("postgres", dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	_, err = db.ExecContext(t.Context(), `SELECT pg_terminate_backend(pid, 10000) FROM pg_locks
		WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.AppendToStream(t.Context(), "s", client.AppendToStreamOptions{}, foreignEvent()); err == nil {
		t.Error("it writes")
	}
	if err := <-s.ended; !errors.Is(err, postgres.ErrClaimLost) {
		t.Errorf("it ended with %v", err)
	}
}

func TestTheLogIsServedOnLoopbackOnly(t *testing.T) {
	t.Parallel()
	err := serveEvents(t.Context(), openLog(t, postgrestest.Database(t)).Store(), nil, "0.0.0.0:0", io.Discard)
	if err == nil || !strings.Contains(err.Error(), "loopback") {
		t.Errorf("got %v", err)
	}
}
