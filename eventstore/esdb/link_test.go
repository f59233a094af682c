package esdb_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"github.com/google/uuid"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"gateway/eventstore/esdb/esdbtest"
)

// clientCalls is what the store asks of the client.
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

// asked is a context that knows whether its deadline was looked at.
type asked struct {
	context.Context
	deadline atomic.Bool
}

func (a *asked) Deadline() (time.Time, bool) {
	a.deadline.Store(true)
	return a.Context.Deadline()
}

// link relies on it: what it takes for the moment at which a call has its connection.
// An upgrade of the client that breaks this needs another way to tell.
func TestTheClientLooksAtTheDeadlineOnceItHasItsConnectionAndBeforeItCalls(t *testing.T) {
	t.Parallel()
	for name, call := range clientCalls {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx := &asked{Context: t.Context()}
			var connecting, calling []bool // whether it had looked when the server heard of it
			server := newServer(t, esdbtest.WithGRPC(
				grpc.ChainUnaryInterceptor(func(c context.Context, r any, _ *grpc.UnaryServerInfo, next grpc.UnaryHandler) (any, error) {
					connecting = append(connecting, ctx.deadline.Load())
					return next(c, r)
				}),
				grpc.ChainStreamInterceptor(func(srv any, s grpc.ServerStream, _ *grpc.StreamServerInfo, next grpc.StreamHandler) error {
					calling = append(calling, ctx.deadline.Load())
					return next(srv, s)
				}),
			))
			c := connectTo(t, server, client.NoopLogging())
			_ = call(ctx, c) // the log is empty: some fail
			if got, want := fmt.Sprint(connecting, calling), "[false] [true]"; got != want {
				t.Errorf("it looked, when connecting and when calling: %s, want %s", got, want)
			}
		})
	}
}

// link relies on it: the words by which it learns, before the client acts on it, that
// the connection broke.
func TestTheClientSaysOfACallThatTheServerIsUnavailableBeforeItLooksForAnotherOne(t *testing.T) {
	t.Parallel()
	server := newServer(t, esdbtest.WithGRPC(grpc.ChainStreamInterceptor(unavailable)))
	for name, call := range clientCalls {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var mu sync.Mutex
			var said []string
			told := make(chan struct{}, 1)
			c := connectTo(t, server, func(_ client.LogLevel, format string, args ...any) {
				mu.Lock()
				defer mu.Unlock()
				switch {
				case len(args) == 1 && status.Code(asError(args[0])) == codes.Unavailable:
					said = append(said, format)
				case strings.Contains(format, "new discovery"):
					said = append(said, format)
					told <- struct{}{}
				}
			})
			if err := call(t.Context(), c); err == nil {
				t.Fatal("it did not fail")
			}
			select {
			case <-told:
			case <-time.After(5 * time.Second):
				t.Error("it does not look for another server")
			}
			mu.Lock()
			defer mu.Unlock()
			if len(said) != 2 || !strings.HasPrefix(said[0], "unexpected exception") {
				t.Errorf("it says %q", said)
			}
		})
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
