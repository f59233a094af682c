package esdbtest_test

import (
	"context"
	"testing"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"github.com/google/uuid"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/emptypb"
)

// appendBatch appends one event by BatchAppend at a node.
func (c *cluster) appendBatch(ctx context.Context, node int) (*streams.BatchAppendResp, error) {
	c.Helper()
	conn, err := grpc.NewClient(c.Node(node).Addr(), grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		c.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	call, err := streams.NewStreamsClient(conn).BatchAppend(ctx)
	if err != nil {
		c.Fatal(err)
	}
	id := func() *shared.UUID { return &shared.UUID{Value: &shared.UUID_String_{String_: uuid.NewString()}} }
	err = call.Send(&streams.BatchAppendReq{
		CorrelationId: id(), IsFinal: true,
		Options: &streams.BatchAppendReq_Options{
			StreamIdentifier:       &shared.StreamIdentifier{StreamName: []byte("s")},
			ExpectedStreamPosition: &streams.BatchAppendReq_Options_Any{Any: &emptypb.Empty{}},
		},
		ProposedMessages: []*streams.BatchAppendReq_ProposedMessage{{
			Id: id(), Data: []byte("{}"), Metadata: map[string]string{"type": "tested", "content-type": "application/json"},
		}},
	})
	if err != nil {
		c.Fatal(err)
	}
	return call.Recv()
}

func TestABatchIsForwardedOrSentToTheLeader(t *testing.T) {
	c := newCluster(t)
	if resp, err := c.appendBatch(c.ctx, 1); err != nil || resp.GetSuccess() == nil {
		t.Errorf("forwarded: %v, %v", resp, err)
	}
	if _, err := c.appendBatch(c.leaderOnly(), 1); status.Code(err) != codes.NotFound {
		t.Errorf("at a follower, asking for the leader: %v", err)
	}
	c.AbortBefore(1)
	if resp, err := c.appendBatch(c.ctx, 0); err != nil || !resp.GetError().GetDetails()[0].MessageIs(&shared.Timeout{}) {
		t.Errorf("without a majority: %v, %v", resp, err)
	}
	c.StepDown(0)
	resp, err := c.appendBatch(c.ctx, 0)
	if err != nil || resp.GetError().GetMessage() != "Server Is Not Ready" || !resp.GetError().GetDetails()[0].MessageIs(&emptypb.Empty{}) {
		t.Errorf("without a leader: %v, %v", resp, err)
	}
	c.wantCount(c.at(1), 1)
}
