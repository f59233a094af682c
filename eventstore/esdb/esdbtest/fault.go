package esdbtest

import (
	"context"
	"errors"
	"math/rand/v2"
	"net"
	"strings"
	"sync/atomic"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
)

// faults says how many of the next writes fail in each way, and how slow calls are.
type faults struct {
	loseReplies atomic.Int64
	notLeader   atomic.Int64
	busy        atomic.Int64
	delay       atomic.Int64 // the longest delay, in nanoseconds
	unknownUser atomic.Int64
	writes      gate
	reads       gate
}

var errCut = errors.New("the connection was cut")

// LoseReplies lets the next n writes succeed and cuts their connections before the
// reply.
func (s *Server) LoseReplies(n int) { s.faults.loseReplies.Store(int64(n)) }

// RefuseAsFollower answers the next n writes with not-leader. It names this same server as the leader.
func (s *Server) RefuseAsFollower(n int) { s.faults.notLeader.Store(int64(n)) }

// RefuseAsBusy answers the next n writes as an overloaded server does.
func (s *Server) RefuseAsBusy(n int) { s.faults.busy.Store(int64(n)) }

// RefuseAsUnauthenticated answers the next n calls like a node that has not loaded the users yet.
func (s *Server) RefuseAsUnauthenticated(n int) { s.faults.unknownUser.Store(int64(n)) }

// HangWrites blocks writes, without an answer, until it is called with false. Pings are still answered.
func (s *Server) HangWrites(hang bool) { s.faults.writes.set(hang) }

// HangReads blocks reads and subscriptions, as HangWrites blocks writes.
func (s *Server) HangReads(hang bool) { s.faults.reads.set(hang) }

// Delay makes every call wait for a random time below d. Zero ends it.
func (s *Server) Delay(d time.Duration) { s.faults.delay.Store(int64(d)) }

// consume takes one from the counter, and reports whether the counter had one left.
func consume(counter *atomic.Int64) bool {
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

const (
	streamsService = "/event_store.client.streams.Streams/"
	appendMethod   = streamsService + "Append"
	readMethod     = streamsService + "Read"
)

func isWrite(method string) bool {
	switch method {
	case appendMethod, streamsService + "BatchAppend", streamsService + "Delete", streamsService + "Tombstone":
		return true
	}
	return false
}

// delayOrRefuse applies the faults that come before a call.
func (s *Server) delayOrRefuse(ctx context.Context, method string) error {
	if d := s.faults.delay.Load(); d > 0 {
		select {
		case <-time.After(time.Duration(rand.Int64N(d))):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	if consume(&s.faults.unknownUser) {
		return status.Error(codes.Unauthenticated, "Unauthenticated")
	}
	if !isWrite(method) {
		if method == readMethod {
			return s.faults.reads.pass(ctx)
		}
		return nil
	}
	if err := s.faults.writes.pass(ctx); err != nil {
		return err
	}
	switch {
	case consume(&s.faults.notLeader):
		return s.notLeader(ctx)
	case consume(&s.faults.busy):
		return status.Error(codes.Unavailable, "Server Is Too Busy")
	}
	return nil
}

// notLeader returns a follower's refusal and sets the trailers that name the leader.
func (s *Server) notLeader(ctx context.Context) error {
	host, port, err := net.SplitHostPort(s.Addr())
	if err != nil {
		return err
	}
	leader := metadata.Pairs("exception", "not-leader", "leader-endpoint-host", host, "leader-endpoint-port", port)
	if err := grpc.SetTrailer(ctx, leader); err != nil {
		return err
	}
	return status.Error(codes.NotFound, "Leader info available")
}

func (s *Server) interceptUnary(ctx context.Context, req any, info *grpc.UnaryServerInfo, next grpc.UnaryHandler) (any, error) {
	if err := s.delayOrRefuse(ctx, info.FullMethod); err != nil {
		return nil, err
	}
	resp, err := next(ctx, req)
	if strings.HasPrefix(info.FullMethod, streamsService) {
		s.answered.Add(1)
	}
	if err == nil && isWrite(info.FullMethod) && consume(&s.faults.loseReplies) {
		s.cutPeer(ctx)
		return nil, errCut
	}
	return resp, err
}

func (s *Server) interceptStream(
	srv any, call grpc.ServerStream, info *grpc.StreamServerInfo, next grpc.StreamHandler,
) error {
	if err := s.delayOrRefuse(call.Context(), info.FullMethod); err != nil {
		// The real server refuses after it has received the whole append. If it did so
		// earlier, the client would get EOF without the reason.
		for info.FullMethod == appendMethod && call.RecvMsg(&streams.AppendReq{}) == nil {
		}
		return err
	}
	s.answered.Add(1)
	if isWrite(info.FullMethod) {
		call = &writeStream{ServerStream: call, server: s}
	}
	err := next(srv, call)
	s.count(info.FullMethod, err)
	return err
}

// count counts the outcome of a call.
func (s *Server) count(method string, err error) {
	switch {
	case err == nil:
		s.succeeded.Add(1)
		if isWrite(method) {
			s.succeededWrites.Add(1)
		}
	case isWrite(method):
		s.refusedWrites.Add(1)
	}
}

// writeStream is the stream of a write, whose reply may get lost.
type writeStream struct {
	grpc.ServerStream
	server *Server
}

// SendMsg implements grpc.ServerStream.
func (w *writeStream) SendMsg(m any) error {
	if consume(&w.server.faults.loseReplies) {
		w.server.cutPeer(w.Context())
		return errCut
	}
	return w.ServerStream.SendMsg(m)
}
