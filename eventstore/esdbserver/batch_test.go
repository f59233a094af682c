package esdbserver_test

import (
	"errors"
	"fmt"
	"io"
	"testing"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"github.com/google/uuid"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/emptypb"
)

// appendOptions returns the first message of an Append at any revision.
func appendOptions(stream string) *streams.AppendReq {
	return &streams.AppendReq{Content: &streams.AppendReq_Options_{Options: &streams.AppendReq_Options{
		StreamIdentifier:       &shared.StreamIdentifier{StreamName: []byte(stream)},
		ExpectedStreamRevision: &streams.AppendReq_Options_Any{Any: &shared.Empty{}},
	}}}
}

// appendMessage returns the message for one event.
func appendMessage(e esdb.EventData) *streams.AppendReq {
	return &streams.AppendReq{Content: &streams.AppendReq_ProposedMessage_{ProposedMessage: &streams.AppendReq_ProposedMessage{
		Id: &shared.UUID{Value: &shared.UUID_String_{String_: e.EventID.String()}}, Data: e.Data, CustomMetadata: e.Metadata,
		Metadata: map[string]string{"type": e.EventType, "content-type": "application/json"},
	}}}
}

// batchMessages converts the events for BatchAppend.
func batchMessages(all []esdb.EventData) (out []*streams.BatchAppendReq_ProposedMessage) {
	for _, e := range all {
		m := appendMessage(e).GetProposedMessage()
		out = append(out, &streams.BatchAppendReq_ProposedMessage{
			Id: m.Id, Data: m.Data, CustomMetadata: m.CustomMetadata, Metadata: m.Metadata,
		})
	}
	return out
}

func TestBatchesAreWrittenInOrderAndEachGetsAReply(t *testing.T) {
	n := newNode(t)
	call, err := n.raw().BatchAppend(n.ctx)
	if err != nil {
		t.Fatal(err)
	}
	const total = 20
	ids := make(map[string]int)
	for i := range total {
		id := uuid.NewString()
		ids[id] = i
		o := &streams.BatchAppendReq_Options{
			StreamIdentifier:       &shared.StreamIdentifier{StreamName: []byte("s")},
			ExpectedStreamPosition: &streams.BatchAppendReq_Options_StreamPosition{StreamPosition: uint64(2*i - 1)},
			DeadlineOption:         &streams.BatchAppendReq_Options_Deadline{Deadline: durationpb.New(testTimeout)},
		}
		if i == 0 {
			o.ExpectedStreamPosition = &streams.BatchAppendReq_Options_NoStream{NoStream: &emptypb.Empty{}}
		}
		e := batchMessages(events(2))
		correlation := &shared.UUID{Value: &shared.UUID_String_{String_: id}}
		for _, req := range []*streams.BatchAppendReq{ // in two pieces
			{CorrelationId: correlation, Options: o, ProposedMessages: e[:1]},
			{CorrelationId: correlation, ProposedMessages: e[1:], IsFinal: true},
		} {
			if err := call.Send(req); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := call.CloseSend(); err != nil {
		t.Fatal(err)
	}
	for {
		resp, err := call.Recv()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		i, known := ids[resp.CorrelationId.GetString_()]
		delete(ids, resp.CorrelationId.GetString_())
		if !known || resp.GetSuccess().GetCurrentRevision() != uint64(2*i+1) || resp.GetSuccess().GetPosition() == nil {
			t.Errorf("the reply to batch %d is %v", i, resp)
		}
	}
	if len(ids) > 0 || len(n.read("s", esdb.ReadStreamOptions{}, 100)) != 2*total {
		t.Errorf("%d batches got no reply", len(ids))
	}
}

func TestAFailedBatchReportsItsErrorAndTheOthersAreWritten(t *testing.T) {
	n := newNode(t)
	n.append("s", esdb.NoStream{}, events(3)...)
	n.append("ended", esdb.NoStream{}, events(1)...)
	if _, err := n.client.TombstoneStream(n.ctx, "ended", esdb.TombstoneStreamOptions{}); err != nil {
		t.Fatal(err)
	}
	call, err := n.raw().BatchAppend(n.ctx)
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range []struct {
		stream  string
		events  int
		code    codes.Code
		details proto.Message
	}{
		{"s", 1, codes.AlreadyExists, &shared.WrongExpectedVersion{
			CurrentStreamRevisionOption:  &shared.WrongExpectedVersion_CurrentStreamRevision{CurrentStreamRevision: 2},
			ExpectedStreamPositionOption: &shared.WrongExpectedVersion_ExpectedNoStream{ExpectedNoStream: &emptypb.Empty{}},
		}},
		{"ended", 1, codes.NotFound, &shared.StreamDeleted{StreamIdentifier: &shared.StreamIdentifier{StreamName: []byte("ended")}}},
		{"fine", 1, codes.OK, nil},
		{"large", 1_001, codes.InvalidArgument, &shared.MaximumAppendSizeExceeded{MaxAppendSize: 1 << 20}},
	} {
		err := call.Send(&streams.BatchAppendReq{
			CorrelationId: &shared.UUID{Value: &shared.UUID_String_{String_: fmt.Sprintf("00000000-0000-0000-0000-%012d", i)}},
			Options: &streams.BatchAppendReq_Options{
				StreamIdentifier:       &shared.StreamIdentifier{StreamName: []byte(c.stream)},
				ExpectedStreamPosition: &streams.BatchAppendReq_Options_NoStream{NoStream: &emptypb.Empty{}},
			},
			ProposedMessages: batchMessages(events(c.events)), IsFinal: true,
		})
		if err != nil {
			t.Fatal(err)
		}
		resp, err := call.Recv()
		if err != nil {
			t.Fatal(err)
		}
		if c.details == nil {
			if resp.GetSuccess() == nil {
				t.Errorf("%s: %v", c.stream, resp)
			}
			continue
		}
		failed := resp.GetError()
		got, err := failed.GetDetails()[0].UnmarshalNew()
		if err != nil || codes.Code(failed.GetCode()) != c.code || !proto.Equal(got, c.details) {
			t.Errorf("%s: %v, %v", c.stream, resp, err)
		}
	}
	if err := call.CloseSend(); err != nil {
		t.Fatal(err)
	}
}
