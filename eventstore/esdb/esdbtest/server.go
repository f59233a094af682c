package esdbtest

import (
	"context"
	"fmt"
	"net"
	"sync"
	"testing"
	"time"

	"google.golang.org/grpc"

	"gateway/eventstore"
	"gateway/eventstore/server"
)

// stopLimit bounds how long a stop waits for calls under way.
const stopLimit = 5 * time.Second

// Server is a writable node on a loopback port, with faults on demand. It stops
// with its test. Its methods may be called at any time by any goroutine.
type Server struct {
	tb      testing.TB
	store   eventstore.Store
	options server.Options
	faults  faults

	mu      sync.Mutex
	addr    string
	node    *server.Server // nil while it is down
	network *network
	serving sync.WaitGroup
}

// Option of Start.
type Option func(*server.Options)

// ReadOnly refuses all that would write.
func ReadOnly() Option { return func(o *server.Options) { o.Writable = false } }

// WithGRPC is for TLS and interceptors of a test's own.
func WithGRPC(more ...grpc.ServerOption) Option {
	return func(o *server.Options) { o.GRPC = append(o.GRPC, more...) }
}

// Start serves the store, which stays the caller's to close, after the test's end
// (cleanups run in reverse order: open the store before the server).
func Start(tb testing.TB, store eventstore.Store, options ...Option) *Server {
	tb.Helper()
	s := &Server{tb: tb, store: store, options: server.Options{Writable: true}, addr: "127.0.0.1:0"}
	s.options.GRPC = []grpc.ServerOption{
		grpc.ChainUnaryInterceptor(s.unary), grpc.ChainStreamInterceptor(s.stream),
	}
	for _, o := range options {
		o(&s.options)
	}
	s.Up()
	tb.Cleanup(s.Down)
	return s
}

// Addr is host:port, the same after every restart.
func (s *Server) Addr() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.addr
}

// URL is the connection string.
func (s *Server) URL() string { return fmt.Sprintf("esdb://%s?tls=false", s.Addr()) }

// Up starts a server that is down, on its port.
func (s *Server) Up() {
	s.tb.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.node != nil {
		return
	}
	node, err := server.New(context.Background(), s.store, s.options)
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

// Down stops the server as a shutdown would: calls under way are answered.
func (s *Server) Down() {
	s.mu.Lock()
	node := s.node
	s.node = nil
	s.mu.Unlock()
	if node == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), stopLimit)
	defer cancel()
	node.Stop(ctx)
	s.serving.Wait()
}

// Kill stops the server as a crash would: every connection is cut at once.
func (s *Server) Kill() {
	s.mu.Lock()
	node := s.node
	s.node = nil
	s.mu.Unlock()
	if node == nil {
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	node.Stop(ctx)
	s.serving.Wait()
}

// Restart is Kill and Up.
func (s *Server) Restart() {
	s.tb.Helper()
	s.Kill()
	s.Up()
}
