package esdbserver

import (
	"context"
	"errors"
	"fmt"
	"net"
	"sync"
	"time"

	"gateway/eventstore"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/gossip"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/serverfeatures"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"google.golang.org/grpc"
	"google.golang.org/grpc/keepalive"
)

const (
	// maxAppendSize is EventStoreDB's default limit of an append, in bytes.
	maxAppendSize = 1 << 20
	// maxMessage is EventStoreDB's limit of a gRPC message, in bytes.
	maxMessage = 17 << 20
	// maxCalls is how many calls one connection may have under way.
	maxCalls = 100
)

// Options of a Server.
type Options struct {
	// Writable lets clients append, delete and set metadata. Otherwise they are refused
	// with access-denied.
	Writable bool
	// Version is the version of EventStoreDB whose behaviour the server shows.
	Version Version
	// LiveBuffer is how many live events of a subscription to $all may wait for its client before the
	// subscription falls behind; EventStoreDB uses 32. Zero means no limit: the subscription never falls
	// behind, and its first checkpoint is that of an event.
	LiveBuffer int
	// Positions replaces the store's positions; nil keeps them.
	Positions Positions
	// Users holds the users that may use the server, as far as the access lists of the streams allow; nil
	// lets everybody do everything.
	Users *Users
	// Node is the server's part in a cluster; nil if it is alone.
	Node Node
	// Leader carries out the writes of a node of a cluster. It is a separate server on the whole log that
	// serves no clients; nil if the server is alone.
	Leader *Server
	// GRPC adds options such as TLS and interceptors. The interceptors run inside the
	// server's own, which turn errors into EventStoreDB's.
	GRPC []grpc.ServerOption
}

// Server is an EventStoreDB node that serves a store. It is safe for concurrent use.
type Server struct {
	streams.UnimplementedStreamsServer
	serverfeatures.UnimplementedServerFeaturesServer

	store    eventstore.Store
	options  Options
	index    *metadataIndex
	grpc     *grpc.Server
	recent   recent
	quit     chan struct{} // closed by Stop, which ends the subscriptions
	stopOnce sync.Once

	// metadataLock is read-locked by appends to streams without metadata or tombstone,
	// and locked by every other write.
	metadataLock sync.RWMutex

	mu   sync.Mutex
	addr net.Addr
}

// New makes a server for the store. The caller closes the store after Stop.
func New(ctx context.Context, store eventstore.Store, o Options) (*Server, error) {
	index, err := loadIndex(ctx, store)
	if err != nil {
		return nil, fmt.Errorf("read the streams with metadata: %w", err)
	}
	s := &Server{store: store, options: o, index: index, quit: make(chan struct{})}
	s.grpc = grpc.NewServer(append([]grpc.ServerOption{
		grpc.MaxRecvMsgSize(maxMessage),
		grpc.MaxConcurrentStreams(maxCalls),
		grpc.KeepaliveEnforcementPolicy(keepalive.EnforcementPolicy{MinTime: 5 * time.Second, PermitWithoutStream: true}),
		grpc.KeepaliveParams(keepalive.ServerParameters{Time: 10 * time.Second, Timeout: 10 * time.Second}),
		grpc.ChainUnaryInterceptor(statusOfUnary, s.authenticateUnary),
		grpc.ChainStreamInterceptor(statusOfStream, s.authenticateStream),
	}, o.GRPC...)...)
	streams.RegisterStreamsServer(s.grpc, s)
	serverfeatures.RegisterServerFeaturesServer(s.grpc, s)
	gossip.RegisterGossipServer(s.grpc, gossipService{server: s})
	return s, nil
}

// Serve accepts connections on the listener until Stop, and closes the listener.
func (s *Server) Serve(l net.Listener) error {
	s.mu.Lock()
	s.addr = l.Addr()
	s.mu.Unlock()
	if err := s.grpc.Serve(l); err != nil && !errors.Is(err, grpc.ErrServerStopped) {
		return fmt.Errorf("serve EventStoreDB's protocol: %w", err)
	}
	return nil
}

// Stop ends the subscriptions, waits for the other calls as long as ctx allows, and then
// cuts all connections. A second Stop does nothing.
func (s *Server) Stop(ctx context.Context) {
	s.stopOnce.Do(func() { close(s.quit) })
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

// subscriptionContext returns a context that ends with the call or when the server stops.
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
