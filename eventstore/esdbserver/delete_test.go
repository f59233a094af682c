package esdbserver_test

import (
	"errors"
	"testing"
	"time"

	"gateway/test/poll"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"github.com/google/go-cmp/cmp"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
)

// unwrapOnce removes the official client's outer error, if there is one.
func unwrapOnce(err error) error {
	if inner := errors.Unwrap(err); inner != nil {
		return inner
	}
	return err
}

func (n *node) delete(stream string, expected esdb.ExpectedRevision) {
	n.Helper()
	r, err := n.client.DeleteStream(n.ctx, stream, esdb.DeleteStreamOptions{ExpectedRevision: expected})
	if err != nil || r.Position.Commit == 0 || r.Position.Prepare == 0 {
		n.Fatalf("delete %s: %v, %v", stream, r, err)
	}
}

func TestADeletedStreamIsNotFoundUntilItIsWrittenToAgain(t *testing.T) {
	n := newNode(t)
	for stream, again := range map[string]esdb.ExpectedRevision{
		"any": esdb.Any{}, "none": esdb.NoStream{}, "exact": esdb.Revision(2),
	} {
		n.append(stream, esdb.NoStream{}, events(3)...)
		n.delete(stream, esdb.Revision(2))
		_, err := collect(n.client.ReadStream(n.ctx, stream, esdb.ReadStreamOptions{}, 10))
		n.wantCode(err, esdb.ErrorCodeResourceNotFound)
		_, err = n.client.AppendToStream(n.ctx, stream, esdb.AppendToStreamOptions{ExpectedRevision: esdb.StreamExists{}}, events(1)...)
		n.wantCode(err, esdb.ErrorCodeStreamDeleted)
		_, err = n.client.AppendToStream(n.ctx, stream, esdb.AppendToStreamOptions{ExpectedRevision: esdb.Revision(0)}, events(1)...)
		n.wantCode(err, esdb.ErrorCodeWrongExpectedVersion)

		fresh := events(2)
		if r := n.append(stream, again, fresh...); r.NextExpectedVersion != 4 {
			t.Errorf("%s: written again, it is at %d", stream, r.NextExpectedVersion)
		}
		if diff := cmp.Diff([]uint64{3, 4}, numbers(n.read(stream, esdb.ReadStreamOptions{}, 10))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", stream, diff)
		}
		back := n.read(stream, esdb.ReadStreamOptions{Direction: esdb.Backwards, From: esdb.End{}}, 10)
		if diff := cmp.Diff([]uint64{4, 3}, numbers(back)); diff != "" {
			t.Errorf("%s, backwards (-want +got):\n%s", stream, diff)
		}
		_, err = n.client.AppendToStream(n.ctx, stream, esdb.AppendToStreamOptions{ExpectedRevision: esdb.NoStream{}}, events(1)...)
		n.wantCode(err, esdb.ErrorCodeWrongExpectedVersion)
	}
	n.delete("never there", esdb.Any{})
}

func TestATombstoneEndsAStreamForGood(t *testing.T) {
	n := newNode(t)
	n.append("s", esdb.NoStream{}, events(1)...)
	r, err := n.client.TombstoneStream(n.ctx, "s", esdb.TombstoneStreamOptions{ExpectedRevision: esdb.Revision(0)})
	if err != nil || r.Position.Commit == 0 {
		t.Fatalf("%v, %v", r, err)
	}
	n.server.Restart()
	n.client = n.connect(n.server.URL())
	_, err = collect(n.client.ReadStream(n.ctx, "s", esdb.ReadStreamOptions{}, 10))
	n.wantCode(err, esdb.ErrorCodeStreamDeleted)
	for _, expected := range []esdb.ExpectedRevision{
		esdb.Any{}, esdb.NoStream{}, esdb.StreamExists{}, esdb.Revision(0), esdb.Revision(1),
	} {
		_, err = n.client.AppendToStream(n.ctx, "s", esdb.AppendToStreamOptions{ExpectedRevision: expected}, events(1)...)
		n.wantCode(err, esdb.ErrorCodeStreamDeleted)
	}
	_, err = n.client.DeleteStream(n.ctx, "s", esdb.DeleteStreamOptions{})
	n.wantCode(unwrapOnce(err), esdb.ErrorCodeStreamDeleted)
	var last *esdb.RecordedEvent
	for _, e := range n.readAll(esdb.ReadAllOptions{}, 10) {
		last = e
	}
	if last.EventType != "$streamDeleted" || last.EventNumber != 1<<63-1 || len(last.Data) != 0 {
		t.Errorf("the log ends with %+v", last)
	}
}

func TestADeleteAtAWrongRevisionFailsWithEventStoreDBsTrailers(t *testing.T) {
	n := newNode(t)
	n.append("s", esdb.NoStream{}, events(3)...)
	id := &shared.StreamIdentifier{StreamName: []byte("s")}
	want := metadata.Pairs("exception", "wrong-expected-version", "stream-name", "s", "expected-version", "1", "actual-version", "2")
	var trailers metadata.MD
	_, err := n.raw().Delete(n.ctx, &streams.DeleteReq{Options: &streams.DeleteReq_Options{
		StreamIdentifier: id, ExpectedStreamRevision: &streams.DeleteReq_Options_Revision{Revision: 1},
	}}, grpc.Trailer(&trailers))
	wantRefusal(t, err, trailers, codes.FailedPrecondition, want)
	_, err = n.raw().Tombstone(n.ctx, &streams.TombstoneReq{Options: &streams.TombstoneReq_Options{
		StreamIdentifier: id, ExpectedStreamRevision: &streams.TombstoneReq_Options_Revision{Revision: 1},
	}}, grpc.Trailer(&trailers))
	wantRefusal(t, err, trailers, codes.FailedPrecondition, want)
}

func TestStreamMetadataIsKeptAndObeyed(t *testing.T) {
	n := newNode(t)
	n.append("s", esdb.NoStream{}, events(5)...)
	set := func(change func(*esdb.StreamMetadata)) {
		t.Helper()
		meta := esdb.StreamMetadata{}
		change(&meta)
		if _, err := n.client.SetStreamMetadata(n.ctx, "s", esdb.AppendToStreamOptions{}, meta); err != nil {
			t.Fatal(err)
		}
		got, err := n.client.GetStreamMetadata(n.ctx, "s", esdb.ReadStreamOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(meta, *got, cmp.AllowUnexported(esdb.StreamMetadata{}, esdb.Acl{})); diff != "" {
			t.Errorf("metadata (-set +got):\n%s", diff)
		}
	}
	shows := func(want ...uint64) {
		t.Helper()
		if diff := cmp.Diff(want, numbers(n.read("s", esdb.ReadStreamOptions{}, 10))); diff != "" {
			t.Errorf("events (-want +got):\n%s", diff)
		}
	}
	set(func(m *esdb.StreamMetadata) {
		acl := esdb.Acl{}
		acl.AddReadRoles("admin")
		m.SetMaxAge(time.Hour)
		m.SetCacheControl(time.Minute)
		m.AddCustomProperty("owner", "treasury")
		m.SetAcl(acl)
	})
	shows(0, 1, 2, 3, 4)
	set(func(m *esdb.StreamMetadata) { m.SetMaxCount(2) })
	shows(3, 4)
	n.append("s", esdb.Revision(4), events(1)...)
	shows(4, 5)
	set(func(m *esdb.StreamMetadata) { m.SetTruncateBefore(1) })
	shows(1, 2, 3, 4, 5)
	if got := n.read("$$s", esdb.ReadStreamOptions{}, 10); len(got) != 1 || got[0].EventNumber != 2 {
		t.Errorf("of the metadata %d are shown", len(got))
	}
	set(func(m *esdb.StreamMetadata) { m.SetMaxAge(time.Second) })
	poll.Until(t, "events older than their maximum age are not shown", func() bool {
		return len(n.read("s", esdb.ReadStreamOptions{}, 10)) == 0
	})
	if got := n.readAll(esdb.ReadAllOptions{}, 100); len(got) < 6 {
		t.Errorf("$all lost events: %d are left", len(got))
	}
}
