package esdb_test

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"gateway/eventstore/esdb/esdbtest"
	"gateway/test/poll"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"github.com/google/uuid"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
)

// clientCalls are the methods of the client that the store uses.
var clientCalls = map[string]func(context.Context, *client.Client) error{
	"AppendToStream": func(ctx context.Context, c *client.Client) error {
		_, err := c.AppendToStream(ctx, uuid.NewString(), client.AppendToStreamOptions{},
			client.EventData{EventID: uuid.New(), EventType: "tested", ContentType: client.ContentTypeJson, Data: []byte("{}")})
		return err
	},
	"ReadStream": func(ctx context.Context, c *client.Client) error {
		r, err := c.ReadStream(ctx, "gateway-store", client.ReadStreamOptions{}, 1)
		return first(r, err)
	},
	"ReadAll": func(ctx context.Context, c *client.Client) error {
		r, err := c.ReadAll(ctx, client.ReadAllOptions{}, 1)
		return first(r, err)
	},
	"SubscribeToAll": func(ctx context.Context, c *client.Client) error {
		s, err := c.SubscribeToAll(ctx, client.SubscribeToAllOptions{})
		if err == nil {
			_ = s.Close()
		}
		return err
	},
}

func first(r *client.ReadStream, err error) error {
	if err != nil {
		return err
	}
	defer r.Close()
	_, err = r.Recv()
	return err
}

// deadlineSpy is a context that records whether its deadline was read.
type deadlineSpy struct {
	context.Context
	read atomic.Bool
}

func (d *deadlineSpy) Deadline() (time.Time, bool) {
	d.read.Store(true)
	return d.Context.Deadline()
}

// pooledClient relies on this: when the deadline is read, it assumes that the call has its connection. If an
// upgrade of the client breaks this test, pooledClient needs another signal.
func TestTheClientReadsTheDeadlineBetweenConnectingAndCalling(t *testing.T) {
	t.Parallel()
	for name, call := range clientCalls {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx := &deadlineSpy{Context: t.Context()}
			var connecting, calling []bool // whether the deadline had been read at each request
			server := newServer(t, esdbtest.WithGRPC(
				grpc.ChainUnaryInterceptor(func(c context.Context, r any, _ *grpc.UnaryServerInfo, next grpc.UnaryHandler) (any, error) {
					connecting = append(connecting, ctx.read.Load())
					return next(c, r)
				}),
				grpc.ChainStreamInterceptor(func(srv any, s grpc.ServerStream, _ *grpc.StreamServerInfo, next grpc.StreamHandler) error {
					calling = append(calling, ctx.read.Load())
					return next(srv, s)
				}),
			))
			c := connectTo(t, server, client.NoopLogging())
			_ = call(ctx, c) // the log is empty, so some calls fail
			if got, want := fmt.Sprint(connecting, calling), "[false] [true]"; got != want {
				t.Errorf("deadline read, when connecting and when calling: %s, want %s", got, want)
			}
		})
	}
}

// pooledClient relies on this: it recognises a broken connection by these words in the
// client's log, before the client acts on it.
func TestTheClientLogsAnUnavailableServerBeforeItLooksForAnother(t *testing.T) {
	t.Parallel()
	server := newServer(t, esdbtest.WithGRPC(grpc.ChainStreamInterceptor(unavailable)))
	for name, call := range clientCalls {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var mu sync.Mutex
			var logged []string
			searching := make(chan struct{}, 1)
			c := connectTo(t, server, func(_ client.LogLevel, format string, args ...any) {
				mu.Lock()
				defer mu.Unlock()
				switch {
				case len(args) == 1 && status.Code(asError(args[0])) == codes.Unavailable:
					logged = append(logged, format)
				case strings.Contains(format, "new discovery"):
					logged = append(logged, format)
					searching <- struct{}{}
				}
			})
			if err := call(t.Context(), c); err == nil {
				t.Fatal("the call did not fail")
			}
			select {
			case <-searching:
			case <-time.After(5 * time.Second):
				t.Error("the client does not look for another server")
			}
			mu.Lock()
			defer mu.Unlock()
			if len(logged) != 2 || !strings.HasPrefix(logged[0], "unexpected exception") {
				t.Errorf("the client logs %q", logged)
			}
		})
	}
}

// pooledClient relies on this: it ends the client's goroutine at these words, before the client makes a
// connection that it may never close.
func TestTheClientLogsThatItConnectsToALeaderBeforeItDoes(t *testing.T) {
	t.Parallel()
	nodes := newNodes(t, 2)
	follower, leader := nodes[0], nodes[1]
	follower.follow(leader)
	connections := make(chan int, 1)
	c := connectTo(t, follower.Server, func(_ client.LogLevel, format string, _ ...any) {
		if strings.HasPrefix(format, "Connecting to leader node") {
			connections <- leader.Connections()
			runtime.Goexit()
		}
	})
	ctx := metadata.AppendToOutgoingContext(t.Context(), "requires-leader", "true")
	if err := clientCalls["ReadStream"](ctx, c); err == nil {
		t.Fatal("the follower answers")
	}
	select {
	case n := <-connections:
		if n != 0 {
			t.Errorf("there are %d connections to the leader by then", n)
		}
	case <-time.After(poll.Limit):
		t.Error("the client does not say that it connects to the leader")
	}
}

func asError(v any) error { err, _ := v.(error); return err }

func unavailable(_ any, call grpc.ServerStream, info *grpc.StreamServerInfo, _ grpc.StreamHandler) error {
	for strings.HasSuffix(info.FullMethod, "/Append") && call.RecvMsg(&streams.AppendReq{}) == nil {
	}
	return status.Error(codes.Unavailable, "Server Is Not Ready")
}

func connectTo(t *testing.T, server *esdbtest.Server, logging client.LoggingFunc) *client.Client {
	t.Helper()
	config, err := client.ParseConnectionString(server.URL())
	if err != nil {
		t.Fatal(err)
	}
	config.Logger = logging
	c, err := client.NewClient(config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return c
}
