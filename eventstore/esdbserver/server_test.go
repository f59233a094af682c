package esdbserver_test

import (
	"context"
	"errors"
	"io"
	"testing"
	"time"

	"gateway/eventstore"
	"gateway/eventstore/esdb/esdbtest"
	"gateway/eventstore/postgres"
	"gateway/eventstore/postgres/postgrestest"
	"gateway/eventstore/storetest"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"github.com/google/uuid"
	"go.uber.org/goleak"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
)

// The timer of the filters' regular expressions ends by itself, some seconds after its last use.
func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction("github.com/dlclark/regexp2.runClock"))
}

const testTimeout = 30 * time.Second

// node is a server on its own log, with an official client.
type node struct {
	*testing.T
	ctx    context.Context
	store  eventstore.Store
	server *esdbtest.Server
	client *esdb.Client
}

func newNode(t *testing.T, options ...esdbtest.Option) *node {
	t.Helper()
	t.Parallel()
	ctx, cancel := context.WithTimeout(context.Background(), testTimeout)
	t.Cleanup(cancel)
	store, err := postgres.Open(ctx, postgres.Config{DSN: postgrestest.Database(t)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	n := &node{T: t, ctx: ctx, store: store, server: esdbtest.Start(t, storetest.ShortReads(store), options...)}
	n.client = n.connect(n.server.URL())
	return n
}

func (n *node) connect(url string) *esdb.Client {
	n.Helper()
	config, err := esdb.ParseConnectionString(url)
	if err != nil {
		n.Fatal(err)
	}
	config.Logger = esdb.NoopLogging()
	client, err := esdb.NewClient(config)
	if err != nil {
		n.Fatal(err)
	}
	n.Cleanup(func() { _ = client.Close() })
	return client
}

// raw returns a client generated from the protocol buffers, for requests that the
// official client can't send.
func (n *node) raw() streams.StreamsClient {
	n.Helper()
	conn, err := grpc.NewClient(n.server.Addr(), grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		n.Fatal(err)
	}
	n.Cleanup(func() { _ = conn.Close() })
	return streams.NewStreamsClient(conn)
}

// events returns n events with new ids.
func events(n int) []esdb.EventData {
	all := make([]esdb.EventData, n)
	for i := range all {
		all[i] = esdb.EventData{
			EventID: uuid.New(), EventType: "tested", ContentType: esdb.ContentTypeJson,
			Data: []byte(`{"a": 1.50}`), Metadata: []byte(`{"by": "test"}`),
		}
	}
	return all
}

// append appends with the official client and fails the test on an error.
func (n *node) append(stream string, expected esdb.ExpectedRevision, e ...esdb.EventData) *esdb.WriteResult {
	n.Helper()
	r, err := n.client.AppendToStream(n.ctx, stream, esdb.AppendToStreamOptions{ExpectedRevision: expected}, e...)
	if err != nil {
		n.Fatalf("append to %s: %v", stream, err)
	}
	return r
}

// wantCode expects an error of the official client with this code.
func (n *node) wantCode(err error, code esdb.ErrorCode) {
	n.Helper()
	if failed, ok := errors.AsType[*esdb.Error](err); !ok || failed.Code() != code {
		n.Errorf("got error %v, want code %d", err, code)
	}
}

// collect receives all events of a read.
func collect(s *esdb.ReadStream, err error) (got []*esdb.RecordedEvent, _ error) {
	if err != nil {
		return nil, err
	}
	defer s.Close()
	for {
		e, err := s.Recv()
		if errors.Is(err, io.EOF) {
			return got, nil
		}
		if err != nil {
			return got, err
		}
		got = append(got, e.OriginalEvent())
	}
}

func (n *node) read(stream string, o esdb.ReadStreamOptions, count uint64) []*esdb.RecordedEvent {
	n.Helper()
	got, err := collect(n.client.ReadStream(n.ctx, stream, o, count))
	if err != nil {
		n.Fatalf("read %s: %v", stream, err)
	}
	return got
}

func (n *node) readAll(o esdb.ReadAllOptions, count uint64) []*esdb.RecordedEvent {
	n.Helper()
	got, err := collect(n.client.ReadAll(n.ctx, o, count))
	if err != nil {
		n.Fatalf("read $all: %v", err)
	}
	return got
}

// numbers returns the revisions of the events.
func numbers(all []*esdb.RecordedEvent) []uint64 {
	got := make([]uint64, len(all))
	for i, e := range all {
		got[i] = e.EventNumber
	}
	return got
}

// follow returns a function that receives count messages of a subscription: events as their numbers,
// checkpoints as their positions, others as their names.
func (n *node) follow(s *esdb.Subscription, err error) func(count int) []any {
	n.Helper()
	if err != nil {
		n.Fatal(err)
	}
	n.Cleanup(func() { _ = s.Close() })
	return func(count int) (got []any) {
		n.Helper()
		for range count {
			switch e := s.Recv(); {
			case e.EventAppeared != nil:
				got = append(got, e.EventAppeared.OriginalEvent().EventNumber)
			case e.CaughtUp != nil:
				got = append(got, "caught up")
			case e.CheckPointReached != nil:
				got = append(got, *e.CheckPointReached)
			case e.SubscriptionDropped != nil:
				return append(got, "dropped")
			}
		}
		return got
	}
}

// followEvents is follow without checkpoints.
func (n *node) followEvents(s *esdb.Subscription, err error) func(count int) []any {
	n.Helper()
	next := n.follow(s, err)
	return func(count int) (got []any) {
		n.Helper()
		for len(got) < count {
			if m := next(1)[0]; !isCheckpoint(m) {
				got = append(got, m)
			}
		}
		return got
	}
}

func isCheckpoint(m any) bool {
	_, is := m.(esdb.Position)
	return is
}
