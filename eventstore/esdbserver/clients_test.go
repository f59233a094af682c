package esdbserver_test

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

func TestARepetitionWithoutAnExactRevisionIsRecognisedAmongLaterEvents(t *testing.T) {
	n := newNode(t)
	for i, expected := range []esdb.ExpectedRevision{esdb.Any{}, esdb.StreamExists{}} {
		stream, e := fmt.Sprintf("s-%d", i), events(3)
		n.append(stream, esdb.NoStream{}, events(1)...)
		first := n.append(stream, expected, e...)
		n.append(stream, esdb.Any{}, events(2)...)
		if got := n.append(stream, expected, e...); got.NextExpectedVersion != 3 || got.CommitPosition != first.CommitPosition {
			t.Errorf("%T: repeated: %+v, first: %+v", expected, got, first)
		}
		if got := n.append(stream, expected, e[0]); got.NextExpectedVersion != 1 {
			t.Errorf("%T: the first event alone: %+v", expected, got)
		}
		_, err := n.client.AppendToStream(n.ctx, stream, esdb.AppendToStreamOptions{ExpectedRevision: expected}, e[0], events(1)[0])
		n.wantCode(err, esdb.ErrorCodeWrongExpectedVersion)
		if got := n.append(stream, expected, events(1)[0], e[1]); got.NextExpectedVersion != 7 {
			t.Errorf("%T: a new event before a known one: %+v", expected, got)
		}
	}
}

func TestAnAppendOfNothingHasAPosition(t *testing.T) {
	n := newNode(t)
	last := n.append("s", esdb.NoStream{}, events(2)...)
	for _, expected := range []esdb.ExpectedRevision{esdb.Any{}, esdb.StreamExists{}, esdb.Revision(1)} {
		got := n.append("s", expected)
		if got.NextExpectedVersion != 1 || got.CommitPosition < last.CommitPosition || got.CommitPosition == math.MaxUint64 {
			t.Errorf("%T: %+v", expected, got)
		}
	}
	for _, expected := range []esdb.ExpectedRevision{esdb.NoStream{}, esdb.Revision(0), esdb.Revision(2)} {
		_, err := n.client.AppendToStream(n.ctx, "s", esdb.AppendToStreamOptions{ExpectedRevision: expected})
		n.wantCode(err, esdb.ErrorCodeWrongExpectedVersion)
	}
}

// appendRaw sends an append of one event with the given content type.
func (n *node) appendRaw(raw streams.StreamsClient, stream, contentType string) *streams.AppendResp {
	n.Helper()
	call, err := raw.Append(n.ctx)
	if err != nil {
		n.Fatal(err)
	}
	e := events(1)[0]
	for _, req := range []*streams.AppendReq{
		{Content: &streams.AppendReq_Options_{Options: &streams.AppendReq_Options{
			StreamIdentifier:       &shared.StreamIdentifier{StreamName: []byte(stream)},
			ExpectedStreamRevision: &streams.AppendReq_Options_NoStream{NoStream: &shared.Empty{}},
		}}},
		{Content: &streams.AppendReq_ProposedMessage_{ProposedMessage: &streams.AppendReq_ProposedMessage{
			Id: &shared.UUID{Value: &shared.UUID_String_{String_: e.EventID.String()}}, Data: e.Data,
			Metadata: map[string]string{"type": "tested", "content-type": contentType},
		}}},
	} {
		if err := call.Send(req); err != nil {
			n.Fatal(err)
		}
	}
	resp, err := call.CloseAndRecv()
	if err != nil {
		n.Fatal(err)
	}
	return resp
}

func TestAContentTypeIsJSONOrBytes(t *testing.T) {
	n := newNode(t)
	raw := n.raw()
	for sent, kept := range map[string]string{
		"application/json": "application/json", "application/octet-stream": "application/octet-stream",
		"text/plain": "application/octet-stream", "application/vnd.a+json": "application/octet-stream", "": "application/octet-stream",
	} {
		stream := "s " + sent
		n.appendRaw(raw, stream, sent)
		if got := n.read(stream, esdb.ReadStreamOptions{}, 1); got[0].ContentType != kept || string(got[0].Data) != `{"a": 1.50}` {
			t.Errorf("%q is kept as %q: %s", sent, got[0].ContentType, got[0].Data)
		}
	}
}

func TestAConflictAfterNoStreamTellsOlderClientsTheLargestNumber(t *testing.T) {
	n := newNode(t)
	raw := n.raw()
	n.appendRaw(raw, "s", "application/json")
	got := n.appendRaw(raw, "s", "application/json").GetWrongExpectedVersion()
	if got.GetExpectedRevision_20_6_0() != math.MaxUint64 || got.GetCurrentRevision_20_6_0() != 0 || got.GetExpectedNoStream() == nil {
		t.Errorf("%+v", got)
	}
}

// streamAt returns a read request for a stream.
func streamAt(count uint64, change func(*streams.ReadReq_Options)) *streams.ReadReq {
	req := allAt(0, 0, false, false)
	req.Options.CountOption = &streams.ReadReq_Options_Count{Count: count}
	req.Options.StreamOption = &streams.ReadReq_Options_Stream{Stream: &streams.ReadReq_Options_StreamOptions{
		StreamIdentifier: &shared.StreamIdentifier{StreamName: []byte("s")},
		RevisionOption:   &streams.ReadReq_Options_StreamOptions_Start{Start: &shared.Empty{}},
	}}
	if change != nil {
		change(req.Options)
	}
	return req
}

func fromEnd(o *streams.ReadReq_Options) {
	o.GetStream().RevisionOption = &streams.ReadReq_Options_StreamOptions_End{End: &shared.Empty{}}
}

func TestReadsThatAreImpossibleFailAsInEventStoreDB(t *testing.T) {
	n := newNode(t)
	n.append("s", esdb.NoStream{}, events(2)...)
	raw := n.raw()
	impossible := status.Error(codes.Unknown, "Unexpected ReadStreamResult: Error")
	for what, c := range map[string]struct {
		req  *streams.ReadReq
		want error
	}{
		"count 0":               {streamAt(0, nil), impossible},
		"count 0, backwards":    {streamAt(0, func(o *streams.ReadReq_Options) { o.ReadDirection = streams.ReadReq_Options_Backwards; fromEnd(o) }), impossible},
		"forwards from the end": {streamAt(1, fromEnd), impossible},
		"without a form of ids": {
			streamAt(1, func(o *streams.ReadReq_Options) { o.UuidOption = nil }),
			status.Error(codes.InvalidArgument, "`uuidOption` is a required argument"),
		},
		"without a word on filters": {
			streamAt(1, func(o *streams.ReadReq_Options) { o.FilterOption = nil }),
			status.Error(codes.InvalidArgument, "The combination of the options is invalid."),
		},
	} {
		if err := n.firstError(raw, c.req); err == nil || err.Error() != c.want.Error() {
			t.Errorf("%s: %v, want %v", what, err, c.want)
		}
	}
	all := allAt(0, 0, false, false)
	all.Options.GetAll().AllOption = &streams.ReadReq_Options_AllOptions_End{End: &shared.Empty{}}
	if err := n.firstError(raw, all); err != nil {
		t.Errorf("the log forwards from its end: %v", err)
	}
}

func TestFiltersAreThoseOfDotNet(t *testing.T) {
	n := newNode(t)
	for _, stream := range []string{"order-1", "user-1", "order-order", "$x"} {
		n.append(stream, esdb.NoStream{}, events(1)...)
	}
	for regex, want := range map[string]int{`^(?!order|\$)`: 1, `^(\w+)-\1$`: 1, `(?<=user-)1`: 1, `^[^\$].*`: 3} {
		if got := n.matched(&streams.ReadReq_Options_FilterOptions_Expression{Regex: regex}); got != want {
			t.Errorf("%s matches %d streams, want %d", regex, got, want)
		}
	}
	if got := n.matched(&streams.ReadReq_Options_FilterOptions_Expression{}); got != 0 {
		t.Errorf("no prefixes match %d streams", got)
	}
	for what, o := range map[string]*streams.ReadReq_Options_FilterOptions{
		"an expression that is none": filtering(&streams.ReadReq_Options_FilterOptions_Expression{Regex: "("}, 1),
		"no interval of checkpoints": filtering(&streams.ReadReq_Options_FilterOptions_Expression{Regex: "a"}, 0),
	} {
		req := allAt(0, 0, false, true)
		req.Options.FilterOption = &streams.ReadReq_Options_Filter{Filter: o}
		if err := n.firstError(n.raw(), req); err == nil || err.Error() != status.Error(codes.Unknown, "Exception was thrown by handler.").Error() {
			t.Errorf("%s: %v", what, err)
		}
	}
}

func filtering(e *streams.ReadReq_Options_FilterOptions_Expression, interval uint32) *streams.ReadReq_Options_FilterOptions {
	return &streams.ReadReq_Options_FilterOptions{
		Filter:                       &streams.ReadReq_Options_FilterOptions_StreamIdentifier{StreamIdentifier: e},
		Window:                       &streams.ReadReq_Options_FilterOptions_Max{Max: 32},
		CheckpointIntervalMultiplier: interval,
	}
}

// matched returns how many events of the log pass a stream filter. A read needs no checkpoint interval.
func (n *node) matched(e *streams.ReadReq_Options_FilterOptions_Expression) (count int) {
	n.Helper()
	req := allAt(0, 0, false, false)
	req.Options.FilterOption = &streams.ReadReq_Options_Filter{Filter: filtering(e, 0)}
	ctx, cancel := context.WithCancel(n.ctx)
	defer cancel()
	call, err := n.raw().Read(ctx, req)
	for err == nil {
		var resp *streams.ReadResp
		if resp, err = call.Recv(); err == nil && resp.GetEvent() != nil {
			count++
		}
	}
	if err.Error() != "EOF" {
		n.Error(err)
	}
	return count
}
