package esdbserver_test

import (
	"fmt"
	"testing"

	"gateway/eventstore/esdb/esdbtest"
	"gateway/eventstore/esdbserver"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

func TestPositionsGrowByUnevenStepsAndARepeatedAppendHasTheFirst(t *testing.T) {
	n := newNode(t)
	batch := events(3)
	first := n.append("a", esdb.NoStream{}, batch...)
	n.append("b", esdb.NoStream{}, events(4)...)
	all := n.readAll(esdb.ReadAllOptions{From: esdb.Start{}}, 10)
	steps := map[uint64]bool{}
	for i := 1; i < len(all); i++ {
		step := all[i].Position.Commit - all[i-1].Position.Commit
		if all[i].Position.Commit != all[i].Position.Prepare || step < 2 || step > 1_000 {
			t.Errorf("%v after %v", all[i].Position, all[i-1].Position)
		}
		steps[step] = true
	}
	if len(steps) < 3 {
		t.Errorf("the steps are %v", steps)
	}
	if first.CommitPosition != all[2].Position.Commit || n.append("a", esdb.NoStream{}, batch...).CommitPosition != first.CommitPosition {
		t.Errorf("the append is at %d, its last event at %v", first.CommitPosition, all[2].Position)
	}
	for i, e := range all {
		if got := n.readAll(esdb.ReadAllOptions{From: e.Position}, 10); len(got) != len(all)-i || got[0].EventID != e.EventID {
			t.Errorf("%d events from event %d on", len(got), i)
		}
		if got := n.readAll(esdb.ReadAllOptions{From: e.Position, Direction: esdb.Backwards}, 10); len(got) != i {
			t.Errorf("%d events before event %d", len(got), i)
		}
		if i == len(all)-1 {
			break
		}
		next := n.follow(n.client.SubscribeToAll(n.ctx, esdb.SubscribeToAllOptions{From: e.Position}))
		if got := next(1); fmt.Sprint(got) != fmt.Sprint([]any{all[i+1].EventNumber}) {
			t.Errorf("a subscription after event %d begins with %v", i, got)
		}
	}
}

// allAt returns a read request for $all from a position on.
func allAt(commit, prepare uint64, backwards, subscribes bool) *streams.ReadReq {
	o := &streams.ReadReq_Options{
		CountOption:  &streams.ReadReq_Options_Count{Count: 10},
		FilterOption: &streams.ReadReq_Options_NoFilter{NoFilter: &shared.Empty{}},
		UuidOption:   &streams.ReadReq_Options_UUIDOption{Content: &streams.ReadReq_Options_UUIDOption_String_{String_: &shared.Empty{}}},
		StreamOption: &streams.ReadReq_Options_All{All: &streams.ReadReq_Options_AllOptions{
			AllOption: &streams.ReadReq_Options_AllOptions_Position{
				Position: &streams.ReadReq_Options_Position{CommitPosition: commit, PreparePosition: prepare},
			},
		}},
	}
	if backwards {
		o.ReadDirection = streams.ReadReq_Options_Backwards
	}
	if subscribes {
		o.CountOption = &streams.ReadReq_Options_Subscription{Subscription: &streams.ReadReq_Options_SubscriptionOptions{}}
	}
	return &streams.ReadReq{Options: o}
}

// firstError returns the error with which a read ends, nil if it reaches the end.
func (n *node) firstError(raw streams.StreamsClient, req *streams.ReadReq) error {
	n.Helper()
	call, err := raw.Read(n.ctx, req)
	for err == nil {
		_, err = call.Recv()
	}
	if err.Error() == "EOF" {
		return nil
	}
	return err
}

func TestAPositionInsideOfAnEventIsRefused(t *testing.T) {
	for version, want := range map[esdbserver.Version]struct{ read, subscription error }{
		esdbserver.Version2310: {
			status.Error(codes.Unknown, "Unexpected ReadAllResult: Error"),
			status.Error(codes.Unknown, "Unexpected ReadAllResult: Error"),
		},
		esdbserver.Version2406: {
			status.Error(codes.Unknown, "Unexpected ReadAllResult: InvalidPosition"),
			status.Error(codes.InvalidArgument, "Trying to read from an invalid position."),
		},
	} {
		t.Run(string(version), func(t *testing.T) {
			n := newNode(t, esdbtest.Version(version))
			raw := n.raw()
			n.append("a", esdb.NoStream{}, events(2)...)
			at := n.readAll(esdb.ReadAllOptions{From: esdb.Start{}}, 10)[0].Position.Commit
			last := n.readAll(esdb.ReadAllOptions{From: esdb.Start{}}, 10)[1].Position.Commit
			for _, backwards := range []bool{false, true} {
				for _, inside := range []uint64{1, at - 1, at + 1, last - 1, last + 1} {
					if err := n.firstError(raw, allAt(inside, inside, backwards, false)); err == nil || err.Error() != want.read.Error() {
						t.Errorf("%d: %v", inside, err)
					}
				}
				if err := n.firstError(raw, allAt(last+10_000, last+10_000, backwards, false)); err != nil {
					t.Errorf("after the end: %v", err)
				}
				if err := n.firstError(raw, allAt(at, at+1, backwards, false)); status.Code(err) != codes.Unknown {
					t.Errorf("prepared after it was committed: %v", err)
				}
			}
			if err := n.firstError(raw, allAt(at+1, at+1, false, true)); err == nil || err.Error() != want.subscription.Error() {
				t.Errorf("a subscription: %v", err)
			}
		})
	}
}
