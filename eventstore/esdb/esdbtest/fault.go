package esdbtest

import (
	"context"
	"errors"
	"math/rand/v2"
	"net"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/peer"
	"google.golang.org/grpc/status"

	"gateway/eventstore/server"
)

// faults are what is to happen to the next writes.
type faults struct {
	loseReplies atomic.Int64
	notLeader   atomic.Int64
	busy        atomic.Int64
	delay       atomic.Int64 // at most, in nanoseconds
}

var errCut = errors.New("the connection was cut")

// LoseReplies lets the next n writes succeed and cuts their connections before the
// answer.
func (s *Server) LoseReplies(n int) { s.faults.loseReplies.Store(int64(n)) }

// RefuseAsFollower answers the next n writes with not-leader, naming this very
// server as the leader.
func (s *Server) RefuseAsFollower(n int) { s.faults.notLeader.Store(int64(n)) }

// RefuseAsBusy answers the next n writes as a server that is overloaded.
func (s *Server) RefuseAsBusy(n int) { s.faults.busy.Store(int64(n)) }

// Delay keeps every call waiting, up to d at random.
func (s *Server) Delay(d time.Duration) { s.faults.delay.Store(int64(d)) }

// Disconnect cuts every connection. New ones are taken at once.
func (s *Server) Disconnect() {
	s.mu.Lock()
	n := s.network
	s.mu.Unlock()
	n.cut(func(net.Conn) bool { return true })
}

// Connections is how many are open.
func (s *Server) Connections() int {
	s.mu.Lock()
	n := s.network
	s.mu.Unlock()
	n.mu.Lock()
	defer n.mu.Unlock()
	return len(n.conns)
}

func take(counter *atomic.Int64) bool {
	for {
		n := counter.Load()
		if n <= 0 {
			return false
		}
		if counter.CompareAndSwap(n, n-1) {
			return true
		}
	}
}

const appendMethod = "/event_store.client.streams.Streams/Append"

func isWrite(method string) bool {
	switch method {
	case appendMethod, "/event_store.client.streams.Streams/BatchAppend",
		"/event_store.client.streams.Streams/Delete", "/event_store.client.streams.Streams/Tombstone":
		return true
	}
	return false
}

// before delays a call, or refuses it.
func (s *Server) before(ctx context.Context, method string) error {
	if d := s.faults.delay.Load(); d > 0 {
		select {
		case <-time.After(time.Duration(rand.Int64N(d))):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	if !isWrite(method) {
		return nil
	}
	switch {
	case take(&s.faults.notLeader):
		host, text, err := net.SplitHostPort(s.Addr())
		if err != nil {
			return err
		}
		port, err := strconv.Atoi(text)
		if err != nil {
			return err
		}
		return server.NotLeader(host, port)
	case take(&s.faults.busy):
		return status.Error(codes.Unavailable, "Server Is Too Busy")
	}
	return nil
}

func (s *Server) unary(ctx context.Context, req any, info *grpc.UnaryServerInfo, next grpc.UnaryHandler) (any, error) {
	if err := s.before(ctx, info.FullMethod); err != nil {
		return nil, err
	}
	resp, err := next(ctx, req)
	if err == nil && isWrite(info.FullMethod) && take(&s.faults.loseReplies) {
		s.cutPeer(ctx)
		return nil, errCut
	}
	return resp, err
}

func (s *Server) stream(srv any, call grpc.ServerStream, info *grpc.StreamServerInfo, next grpc.StreamHandler) error {
	if err := s.before(call.Context(), info.FullMethod); err != nil {
		// The real server refuses when it has heard all. Sooner, the client would be
		// told EOF, and no reason.
		for info.FullMethod == appendMethod && call.RecvMsg(&streams.AppendReq{}) == nil {
		}
		return err
	}
	if isWrite(info.FullMethod) {
		call = &lossy{ServerStream: call, server: s}
	}
	return next(srv, call)
}

// lossy loses the answer of a write when it is told to.
type lossy struct {
	grpc.ServerStream
	server *Server
}

func (l *lossy) SendMsg(m any) error {
	if take(&l.server.faults.loseReplies) {
		l.server.cutPeer(l.Context())
		return errCut
	}
	return l.ServerStream.SendMsg(m)
}

func (s *Server) cutPeer(ctx context.Context) {
	p, ok := peer.FromContext(ctx)
	if !ok {
		return
	}
	s.mu.Lock()
	n := s.network
	s.mu.Unlock()
	n.cut(func(c net.Conn) bool { return c.RemoteAddr().String() == p.Addr.String() })
}

// network is a listener that knows its connections.
type network struct {
	net.Listener
	mu    sync.Mutex
	conns map[net.Conn]struct{}
}

// Accept implements net.Listener.
func (n *network) Accept() (net.Conn, error) {
	c, err := n.Listener.Accept()
	if err != nil {
		return nil, err
	}
	tracked := &conn{Conn: c, network: n}
	n.mu.Lock()
	n.conns[tracked] = struct{}{}
	n.mu.Unlock()
	return tracked, nil
}

func (n *network) cut(which func(net.Conn) bool) {
	n.mu.Lock()
	var cut []net.Conn
	for c := range n.conns {
		if which(c) {
			cut = append(cut, c)
		}
	}
	n.mu.Unlock()
	for _, c := range cut {
		_ = c.Close() // it may have ended by itself
	}
}

type conn struct {
	net.Conn
	network *network
}

// Close implements net.Conn.
func (c *conn) Close() error {
	c.network.mu.Lock()
	delete(c.network.conns, c)
	c.network.mu.Unlock()
	return c.Conn.Close()
}
