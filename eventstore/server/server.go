package server

import (
	"context"
	"errors"
	"fmt"
	"net"
	"sync"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/gossip"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/serverfeatures"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"google.golang.org/grpc"
	"google.golang.org/grpc/keepalive"

	"gateway/eventstore"
)

const (
	// maxAppendSize is EventStoreDB's default; maxMessage its limit of a message.
	maxAppendSize = 1 << 20
	maxMessage    = 17 << 20
	// maxStreams is how many calls one connection may have under way.
	maxStreams = 100
)

// Options of a Server.
type Options struct {
	// Writable lets clients append, delete and set metadata. Otherwise all of it is
	// refused as access-denied.
	Writable bool
	// Members are what Gossip tells of; this node alone, as leader, when nil.
	Members func() []*gossip.MemberInfo
	// GRPC is for TLS and interceptors. These come inside of the server's own, so that
	// a Refusal of theirs goes out with its trailers.
	GRPC []grpc.ServerOption
}

// Server is an EventStoreDB node on a store. It is safe for concurrent use.
type Server struct {
	streams.UnimplementedStreamsServer
	serverfeatures.UnimplementedServerFeaturesServer

	store   eventstore.Store
	options Options
	marks   *marks
	grpc    *grpc.Server
	quit    chan struct{} // ends subscriptions, which otherwise never end
	once    sync.Once

	// order is held shared by plain appends, and alone by what changes or minds a
	// stream's metadata or tombstone.
	order sync.RWMutex

	mu   sync.Mutex
	addr net.Addr
}

// New makes a server on the store, which stays the caller's to close, after Stop.
func New(ctx context.Context, store eventstore.Store, o Options) (*Server, error) {
	marks, err := loadMarks(ctx, store)
	if err != nil {
		return nil, fmt.Errorf("read the streams with metadata: %w", err)
	}
	s := &Server{store: store, options: o, marks: marks, quit: make(chan struct{})}
	s.grpc = grpc.NewServer(append([]grpc.ServerOption{
		grpc.MaxRecvMsgSize(maxMessage),
		grpc.MaxConcurrentStreams(maxStreams),
		grpc.KeepaliveEnforcementPolicy(keepalive.EnforcementPolicy{MinTime: 5 * time.Second, PermitWithoutStream: true}),
		grpc.KeepaliveParams(keepalive.ServerParameters{Time: 10 * time.Second, Timeout: 10 * time.Second}),
		grpc.ChainUnaryInterceptor(answerUnary),
		grpc.ChainStreamInterceptor(answerStream),
	}, o.GRPC...)...)
	streams.RegisterStreamsServer(s.grpc, s)
	serverfeatures.RegisterServerFeaturesServer(s.grpc, s)
	gossip.RegisterGossipServer(s.grpc, gossipServer{server: s})
	return s, nil
}

// Serve answers on the listener until Stop. It closes the listener.
func (s *Server) Serve(l net.Listener) error {
	s.mu.Lock()
	s.addr = l.Addr()
	s.mu.Unlock()
	if err := s.grpc.Serve(l); err != nil && !errors.Is(err, grpc.ErrServerStopped) {
		return fmt.Errorf("serve EventStoreDB's protocol: %w", err)
	}
	return nil
}

// Stop ends subscriptions, waits for the other calls as long as ctx allows, and
// then cuts all connections. Stopping again does nothing.
func (s *Server) Stop(ctx context.Context) {
	s.once.Do(func() { close(s.quit) })
	done := make(chan struct{})
	go func() {
		defer close(done)
		s.grpc.GracefulStop()
	}()
	select {
	case <-done:
	case <-ctx.Done():
		s.grpc.Stop()
		<-done
	}
}

// subscriptionContext ends with the call, or when the server stops.
func (s *Server) subscriptionContext(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	stop := make(chan struct{})
	go func() {
		select {
		case <-s.quit:
		case <-stop:
		}
		cancel()
	}()
	return ctx, sync.OnceFunc(func() { close(stop) })
}
