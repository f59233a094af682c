package esdb_test

import (
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"gateway/eventstore"
	"gateway/eventstore/esdb"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// uncertain writes the first append but aborts it, and refuses the next ones.
func uncertain(n *node, refusals int64, refusal error) {
	var appends atomic.Int64
	n.answer(func(call grpc.ServerStream, method string, next grpc.StreamHandler) error {
		if method != "Append" {
			return next(nil, call)
		}
		switch i := appends.Add(1); {
		case i == 1:
			if err := next(nil, &muted{ServerStream: call, silent: new(atomic.Int64), began: 1}); err != nil {
				return err
			}
			return status.Error(codes.Aborted, "Operation timed out")
		case i <= 1+refusals:
			receiveAll(call, method)
			return refusal
		}
		return next(nil, call)
	})
}

func TestALaterRefusalDoesNotMakeAnUncertainAppendCertain(t *testing.T) {
	t.Parallel()
	for _, refusal := range []error{
		status.Error(codes.Unauthenticated, "Unauthenticated"),
		status.Error(codes.PermissionDenied, "Access Denied"),
		status.Error(codes.InvalidArgument, "Maximum Append Size of 1 Exceeded."),
		status.Error(codes.Unimplemented, ""),
	} {
		t.Run(status.Code(refusal).String(), func(t *testing.T) {
			t.Parallel()
			n := newNodes(t, 1)[0]
			s := open(t, esdb.Config{URL: n.URL(), RetryFor: 500 * time.Millisecond})
			e := event()
			uncertain(n, 1_000_000, refusal)
			if _, err := s.Append(t.Context(), "s", eventstore.NoStream, e); !errors.Is(err, eventstore.ErrUnavailable) {
				t.Errorf("refused ever after: %v", err)
			}
			n.answer(nil)
			if got, err := s.ReadStream(t.Context(), "s", 0, eventstore.Forwards, 2); err != nil || len(got) != 1 {
				t.Fatalf("the stream holds %v, %v", got, err)
			}
			uncertain(n, 2, refusal) // a node that has no users yet
			if a, err := s.Append(t.Context(), "other", eventstore.NoStream, event()); err != nil || a.Revision != 0 {
				t.Errorf("refused twice: %v, %v", a, err)
			}
		})
	}
}

func TestARefusalAtOnceIsCertain(t *testing.T) {
	t.Parallel()
	n := newNodes(t, 1)[0]
	s := open(t, esdb.Config{URL: n.URL()})
	n.answer(func(call grpc.ServerStream, method string, next grpc.StreamHandler) error {
		receiveAll(call, method)
		return status.Error(codes.InvalidArgument, "Required Metadata Property 'type' is missing")
	})
	began := time.Now()
	_, err := s.Append(t.Context(), "s", eventstore.NoStream, event())
	if err == nil || errors.Is(err, eventstore.ErrUnavailable) || time.Since(began) > 5*time.Second {
		t.Errorf("after %v: %v", time.Since(began), err)
	}
}

// A node without a leader answers this way. The client gives the same code to this answer and to a missing
// stream.
func TestANodeWithoutLeaderDoesNotHideAStream(t *testing.T) {
	t.Parallel()
	n := newNodes(t, 1)[0]
	s := open(t, esdb.Config{URL: n.URL(), RetryFor: 300 * time.Millisecond})
	if _, err := s.Append(t.Context(), "s", eventstore.NoStream, event()); err != nil {
		t.Fatal(err)
	}
	n.answer(func(call grpc.ServerStream, method string, next grpc.StreamHandler) error {
		receiveAll(call, method)
		return status.Error(codes.NotFound, "No leader info available")
	})
	if got, err := s.ReadStream(t.Context(), "s", 0, eventstore.Forwards, 1); !errors.Is(err, eventstore.ErrUnavailable) {
		t.Errorf("without a leader the stream holds %v, %v", got, err)
	}
	if _, err := s.Append(t.Context(), "s", 0, event()); !errors.Is(err, eventstore.ErrUnavailable) {
		t.Errorf("without a leader an append gives %v", err)
	}
	n.answer(nil)
	if got, err := s.ReadStream(t.Context(), "none", 0, eventstore.Forwards, 1); err != nil || len(got) != 0 {
		t.Errorf("a stream that does not exist holds %v, %v", got, err)
	}
}

// The node keeps answering pings and reads.
func TestANodeWhoseWritesHangIsLeft(t *testing.T) {
	t.Parallel()
	for name, hang := range map[string]func(call grpc.ServerStream, method string) error{
		"no answer": func(call grpc.ServerStream, _ string) error {
			<-call.Context().Done()
			return call.Context().Err()
		},
		"aborted": func(call grpc.ServerStream, method string) error {
			receiveAll(call, method)
			return status.Error(codes.Aborted, "Operation timed out")
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			nodes := newNodes(t, 2)
			gossips(nodes[0], nodes...)
			s := open(t, esdb.Config{URL: url(nodes...)})
			nodes[0].answer(func(call grpc.ServerStream, method string, next grpc.StreamHandler) error {
				if method == "Append" {
					return hang(call, method)
				}
				return next(nil, call)
			})
			gossips(nodes[1], nodes[1]) // elected by the others; the old leader does not know
			began := time.Now()
			for i := range eventstore.Revision(5) {
				if _, err := s.Append(t.Context(), "s", i-1, event()); err != nil {
					t.Fatal(err)
				}
				if _, err := s.ReadStream(t.Context(), "s", 0, eventstore.Forwards, 1); err != nil {
					t.Fatal(err)
				}
			}
			if took := time.Since(began); took > 10*time.Second {
				t.Errorf("the node was left after %v", took)
			}
		})
	}
}
