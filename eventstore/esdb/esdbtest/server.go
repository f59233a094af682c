package esdbtest

import (
	"context"
	"fmt"
	"net"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"gateway/eventstore"
	"gateway/eventstore/esdbserver"

	"google.golang.org/grpc"
)

// liveBuffer is how many live events EventStoreDB keeps for a client.
const liveBuffer = 32

// stopLimit is how long Down waits for calls under way.
const stopLimit = 5 * time.Second

// Server is an EventStoreDB server on a loopback port, writable unless an option of Start says otherwise,
// with faults on demand. It stops with its test. It is safe for concurrent use.
type Server struct {
	tb      testing.TB
	store   eventstore.Store
	options esdbserver.Options
	faults  faults
	// answered counts calls of the service Streams, succeeded the successful ones.
	answered, succeeded            atomic.Int64
	succeededWrites, refusedWrites atomic.Int64

	mu      sync.Mutex
	addr    string
	node    *esdbserver.Server // nil while it is down
	network *network
	serving sync.WaitGroup
}

// Option changes how Start configures the server.
type Option func(*esdbserver.Options)

// ReadOnly makes the server refuse appends, deletes and changes of metadata.
func ReadOnly() Option { return func(o *esdbserver.Options) { o.Writable = false } }

// DensePositions gives events the numbers of the store as positions. Otherwise positions grow by uneven
// steps, as byte offsets do.
func DensePositions() Option { return func(o *esdbserver.Options) { o.Positions = nil } }

// NeverBehind makes subscriptions wait for slow clients, as gateway events serve does.
func NeverBehind() Option { return func(o *esdbserver.Options) { o.LiveBuffer = 0 } }

// Version makes the server behave like a version of EventStoreDB.
func Version(v esdbserver.Version) Option { return func(o *esdbserver.Options) { o.Version = v } }

// WithGRPC adds gRPC options, such as TLS and interceptors.
func WithGRPC(more ...grpc.ServerOption) Option {
	return func(o *esdbserver.Options) { o.GRPC = append(o.GRPC, more...) }
}

// Start serves the store until the test ends. The caller closes the store after that:
// cleanups run in reverse order, so open the store before the server.
func Start(tb testing.TB, store eventstore.Store, options ...Option) *Server {
	tb.Helper()
	s := &Server{tb: tb, store: store, options: esdbserver.Options{Writable: true, Positions: byteOffsets{}, LiveBuffer: liveBuffer}, addr: "127.0.0.1:0"}
	s.options.GRPC = []grpc.ServerOption{
		grpc.ChainUnaryInterceptor(s.interceptUnary), grpc.ChainStreamInterceptor(s.interceptStream),
	}
	for _, o := range options {
		o(&s.options)
	}
	s.Up()
	tb.Cleanup(s.Down)
	return s
}

// Addr returns host:port, which stays the same after a restart.
func (s *Server) Addr() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.addr
}

// URL returns the connection string.
func (s *Server) URL() string { return fmt.Sprintf("esdb://%s?tls=false", s.Addr()) }

// running reports whether the server is up.
func (s *Server) running() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.node != nil
}

// Up starts the server again, on the same port. It does nothing if the server runs.
func (s *Server) Up() {
	s.tb.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.node != nil {
		return
	}
	node, err := esdbserver.New(context.Background(), s.store, s.options)
	if err != nil {
		s.tb.Fatalf("start an EventStoreDB server: %v", err)
	}
	l, err := net.Listen("tcp", s.addr)
	if err != nil {
		s.tb.Fatalf("start an EventStoreDB server: %v", err)
	}
	s.addr, s.node, s.network = l.Addr().String(), node, &network{Listener: l, conns: make(map[net.Conn]struct{})}
	network := s.network
	s.serving.Go(func() {
		if err := node.Serve(network); err != nil {
			s.tb.Errorf("EventStoreDB server: %v", err)
		}
	})
}

// Down stops the server as a shutdown does: calls under way are answered.
func (s *Server) Down() {
	s.HangWrites(false)
	s.HangReads(false)
	ctx, cancel := context.WithTimeout(context.Background(), stopLimit)
	defer cancel()
	s.stop(ctx)
}

// Kill stops the server as a crash does: all connections are cut at once.
func (s *Server) Kill() {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	s.stop(ctx)
}

// stop does nothing if the server is down. It cuts calls that are still running when ctx ends.
func (s *Server) stop(ctx context.Context) {
	s.mu.Lock()
	node := s.node
	s.node = nil
	s.mu.Unlock()
	if node == nil {
		return
	}
	node.Stop(ctx)
	s.serving.Wait()
}

// Restart kills the server and starts it again.
func (s *Server) Restart() {
	s.tb.Helper()
	s.Kill()
	s.Up()
}
