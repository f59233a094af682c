package esdbserver_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"gateway/eventstore/esdb/esdbtest"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"github.com/google/go-cmp/cmp"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
)

func TestExpectedRevisionsAreCheckedAsInEventStoreDB(t *testing.T) {
	n := newNode(t)
	for i, c := range []struct {
		before   int // events in the stream
		expected esdb.ExpectedRevision
		revision uint64 // of the last event
		holds    bool
	}{
		{0, esdb.Any{}, 1, true},
		{3, esdb.Any{}, 4, true},
		{0, esdb.NoStream{}, 1, true},
		{3, esdb.NoStream{}, 0, false},
		{0, esdb.StreamExists{}, 0, false},
		{3, esdb.StreamExists{}, 4, true},
		{0, esdb.Revision(0), 0, false},
		{3, esdb.Revision(1), 0, false},
		{3, esdb.Revision(2), 4, true},
		{3, esdb.Revision(3), 0, false},
	} {
		stream := fmt.Sprintf("s-%d", i)
		if c.before > 0 {
			n.append(stream, esdb.NoStream{}, events(c.before)...)
		}
		r, err := n.client.AppendToStream(n.ctx, stream, esdb.AppendToStreamOptions{ExpectedRevision: c.expected}, events(2)...)
		if !c.holds {
			n.wantCode(err, esdb.ErrorCodeWrongExpectedVersion)
			continue
		}
		if err != nil || r.NextExpectedVersion != c.revision {
			t.Errorf("%T %v on %d events: %v, %v; want revision %d", c.expected, c.expected, c.before, r, err, c.revision)
		}
	}
}

func TestARepeatedAppendGetsTheFirstAnswer(t *testing.T) {
	n := newNode(t)
	for i, expected := range []esdb.ExpectedRevision{esdb.NoStream{}, esdb.Any{}} {
		stream, e := fmt.Sprintf("s-%d", i), events(3)
		first := n.append(stream, expected, e...)
		if diff := cmp.Diff(first, n.append(stream, expected, e...)); diff != "" {
			t.Errorf("answer (-first +repeated):\n%s", diff)
		}
		_, err := n.client.AppendToStream(n.ctx, stream,
			esdb.AppendToStreamOptions{ExpectedRevision: esdb.NoStream{}}, append(e[:2:2], events(1)...)...)
		n.wantCode(err, esdb.ErrorCodeWrongExpectedVersion)
		if got := n.read(stream, esdb.ReadStreamOptions{}, 10); len(got) != 3 {
			t.Errorf("%d events", len(got))
		}
	}
}

func TestTwoStreamsMayHoldTheSameEventID(t *testing.T) {
	n := newNode(t)
	e := events(1)
	for _, stream := range []string{"a", "b"} {
		n.append(stream, esdb.NoStream{}, e...)
		if got := n.read(stream, esdb.ReadStreamOptions{}, 10); len(got) != 1 || got[0].EventID != e[0].EventID {
			t.Errorf("%s holds %d events", stream, len(got))
		}
	}
}

func TestAnEventIsReadBackByteForByte(t *testing.T) {
	n := newNode(t)
	for i, c := range []struct {
		contentType    esdb.ContentType
		data, metadata []byte
	}{
		{esdb.ContentTypeJson, []byte(` {"n": 1.00}`), []byte(`{"x":1}`)},
		{esdb.ContentTypeJson, []byte(`{}`), nil},
		{esdb.ContentTypeJson, []byte(`not JSON at all`), []byte(`{}`)},
		{esdb.ContentTypeJson, []byte(`{"$parcel":{"data":"aGE="}}`), nil},
		{esdb.ContentTypeBinary, []byte{0xb, 0xe, 0xe, 0xf, 0}, []byte{0xd, 0xe, 0xa, 0xd}},
		{esdb.ContentTypeBinary, []byte(`{"json": "after all"}`), nil},
		{esdb.ContentTypeBinary, nil, nil},
	} {
		stream, e := fmt.Sprintf("s-%d", i), events(1)[0]
		e.ContentType, e.Data, e.Metadata = c.contentType, c.data, c.metadata
		at := n.append(stream, esdb.NoStream{}, e)
		got := n.read(stream, esdb.ReadStreamOptions{}, 1)[0]
		if age := time.Since(got.CreatedDate); age < -testTimeout || age > testTimeout {
			t.Errorf("case %d was created at %v", i, got.CreatedDate)
		}
		want := "application/octet-stream"
		if c.contentType == esdb.ContentTypeJson {
			want = "application/json"
		}
		if !bytes.Equal(got.Data, c.data) || !bytes.Equal(got.UserMetadata, c.metadata) || got.ContentType != want ||
			got.EventID != e.EventID || got.EventType != e.EventType || got.StreamID != stream ||
			got.Position != (esdb.Position{Commit: at.CommitPosition, Prepare: at.PreparePosition}) {
			t.Errorf("case %d came back as %+v", i, got)
		}
	}
}

func TestAnAppendBeyondTheLimitIsRefused(t *testing.T) {
	n := newNode(t)
	e := events(1)[0]
	e.Data = []byte(`"` + strings.Repeat("x", 1<<20) + `"`)
	call, err := n.raw().Append(n.ctx)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range []*streams.AppendReq{appendOptions("s"), appendMessage(e)} {
		if err := call.Send(m); err != nil {
			t.Fatal(err)
		}
	}
	_, err = call.CloseAndRecv()
	wantRefusal(t, err, call.Trailer(), codes.InvalidArgument, metadata.Pairs(
		"exception", "maximum-append-size-exceeded", "maximum-append-size", "1048576"))
}

func TestAReadOnlyServerRefusesAllWrites(t *testing.T) {
	n := newNode(t, esdbtest.ReadOnly())
	_, err := n.client.AppendToStream(n.ctx, "s", esdb.AppendToStreamOptions{}, events(1)...)
	n.wantCode(err, esdb.ErrorCodeAccessDenied)
	_, err = n.client.SetStreamMetadata(n.ctx, "s", esdb.AppendToStreamOptions{}, esdb.StreamMetadata{})
	n.wantCode(err, esdb.ErrorCodeAccessDenied)
	_, err = n.client.DeleteStream(n.ctx, "s", esdb.DeleteStreamOptions{})
	n.wantCode(err, esdb.ErrorCodeAccessDenied)
	_, err = n.client.TombstoneStream(n.ctx, "s", esdb.TombstoneStreamOptions{})
	n.wantCode(err, esdb.ErrorCodeAccessDenied)
	if got := n.readAll(esdb.ReadAllOptions{}, 10); len(got) != 0 {
		t.Errorf("%d events were written", len(got))
	}
}

func TestTheClientFindsTheLeaderThatAFollowerNames(t *testing.T) {
	n := newNode(t)
	n.append("s", esdb.NoStream{}, events(1)...)
	n.server.RefuseAsFollower(1)
	_, err := n.client.AppendToStream(n.ctx, "s", esdb.AppendToStreamOptions{}, events(1)...)
	n.wantCode(err, esdb.ErrorCodeNotLeader)
	n.append("s", esdb.Revision(0), events(1)...)
}

func TestAClusterConnectionStringFindsTheServer(t *testing.T) {
	n := newNode(t)
	addr := n.server.Addr()
	n.client = n.connect("esdb://" + addr + "," + addr + "?tls=false")
	n.append("s", esdb.NoStream{}, events(1)...)
	version, err := n.client.GetServerVersion()
	if err != nil || *version != (esdb.ServerVersion{Major: 24, Minor: 6}) {
		t.Errorf("version %v, %v", version, err)
	}
}

// wantRefusal compares a status and its trailers.
func wantRefusal(t *testing.T, err error, trailers metadata.MD, code codes.Code, want metadata.MD) {
	t.Helper()
	if status.Code(err) != code {
		t.Errorf("got %v, want %v", err, code)
	}
	delete(trailers, "content-type")
	if diff := cmp.Diff(want, trailers); diff != "" {
		t.Errorf("trailers (-want +got):\n%s", diff)
	}
}
