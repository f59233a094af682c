package esdb_test

import (
	"errors"
	"strings"
	"sync/atomic"
	"testing"

	"gateway/eventstore"
	"gateway/eventstore/esdb"
	"gateway/eventstore/esdb/esdbtest"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// The first four texts are those of EventStoreDB 24 and KurrentDB 25 (RpcExceptions.cs).
func TestAnInvalidArgumentIsTooLargeOnlyWhenTheServerSaysSo(t *testing.T) {
	t.Parallel()
	var text atomic.Value // of the refusal of the next appends
	refuse := func(srv any, call grpc.ServerStream, info *grpc.StreamServerInfo, next grpc.StreamHandler) error {
		says, _ := text.Load().(string)
		if says == "" || !strings.HasSuffix(info.FullMethod, "/Append") {
			return next(srv, call)
		}
		for call.RecvMsg(&streams.AppendReq{}) == nil { // the refusal comes after the whole append
		}
		return status.Error(codes.InvalidArgument, says)
	}
	s := open(t, esdb.Config{URL: newServer(t, esdbtest.WithGRPC(grpc.ChainStreamInterceptor(refuse))).URL()})
	for says, tooLarge := range map[string]bool{
		"Maximum Append Size of 1048576 Exceeded.":                                                               true,
		"Event with Id: 3f1c, Size: 2000000, exceeds Maximum Append Event Size of 1048576.":                      true,
		"Required Metadata Property 'type' is missing":                                                           false,
		"'5' is not a valid EventStore.Client.Streams.AppendReq+Types+Options+ExpectedStreamRevisionOneofCase":   false,
		"Value of Maximum Append Size is unknown, as anything that a later server may say (Parameter 'options')": false,
	} {
		text.Store(says)
		_, err := s.Append(t.Context(), "s", eventstore.NoStream, event())
		if err == nil || errors.Is(err, eventstore.ErrTooLarge) != tooLarge || !strings.Contains(err.Error(), says) {
			t.Errorf("%q is %v", says, err)
		}
		if errors.Is(err, eventstore.ErrUnavailable) {
			t.Errorf("%q was retried", says)
		}
	}
}
