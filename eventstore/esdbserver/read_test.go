package esdbserver_test

import (
	"context"
	"errors"
	"io"
	"slices"
	"testing"

	"gateway/eventstore"
	"gateway/eventstore/esdb/esdbtest"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/google/go-cmp/cmp"
)

func TestAStreamIsReadInBothDirectionsFromAnyRevision(t *testing.T) {
	n := newNode(t)
	n.append("s", esdb.NoStream{}, events(5)...)
	for _, c := range []struct {
		dir   esdb.Direction
		from  esdb.StreamPosition
		count uint64
		want  []uint64
	}{
		{esdb.Forwards, esdb.Start{}, 100, []uint64{0, 1, 2, 3, 4}},
		{esdb.Forwards, esdb.Start{}, 2, []uint64{0, 1}},
		{esdb.Forwards, esdb.Revision(3), 100, []uint64{3, 4}},
		{esdb.Forwards, esdb.Revision(5), 100, []uint64{}},
		{esdb.Backwards, esdb.End{}, 2, []uint64{4, 3}},
		{esdb.Backwards, esdb.Revision(1), 100, []uint64{1, 0}},
		{esdb.Backwards, esdb.Revision(99), 1, []uint64{4}},
		{esdb.Backwards, esdb.Start{}, 100, []uint64{0}},
	} {
		got := numbers(n.read("s", esdb.ReadStreamOptions{Direction: c.dir, From: c.from, ResolveLinkTos: true}, c.count))
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("direction %d from %v, %d events (-want +got):\n%s", c.dir, c.from, c.count, diff)
		}
	}
	_, err := collect(n.client.ReadStream(n.ctx, "none", esdb.ReadStreamOptions{}, 1))
	n.wantCode(err, esdb.ErrorCodeResourceNotFound)
}

func TestReceivingAfterTheEndOfAReadReturnsEOFAgain(t *testing.T) {
	n := newNode(t)
	n.append("s", esdb.NoStream{}, events(2)...)
	s, err := n.client.ReadStream(n.ctx, "s", esdb.ReadStreamOptions{}, 1_024)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for i := range 4 {
		if _, err := s.Recv(); (i < 2) != (err == nil) || i >= 2 && !errors.Is(err, io.EOF) {
			t.Errorf("receive %d: %v", i, err)
		}
	}
}

// A node of EventStoreDB that runs with --insecure does the same.
func TestCredentialsAreNotChecked(t *testing.T) {
	n := newNode(t)
	credentials := &esdb.Credentials{Login: "nobody", Password: "wrong"}
	_, err := n.client.AppendToStream(n.ctx, "s", esdb.AppendToStreamOptions{Authenticated: credentials}, events(1)...)
	if err != nil {
		t.Fatal(err)
	}
	if got := n.readAll(esdb.ReadAllOptions{Authenticated: credentials}, 10); len(got) != 1 {
		t.Errorf("%d events", len(got))
	}
	next := n.follow(n.client.SubscribeToAll(n.ctx, esdb.SubscribeToAllOptions{Authenticated: credentials, From: esdb.Start{}}))
	n.wantReceived([]any{uint64(0), sendCaughtUp}, next(2))
}

func TestAStreamLongerThanAPageIsReadCompletely(t *testing.T) {
	n := newNode(t)
	n.append("s", esdb.NoStream{}, events(1_000)...)
	n.append("s", esdb.Revision(999), events(300)...)
	for _, dir := range []esdb.Direction{esdb.Forwards, esdb.Backwards} {
		o := esdb.ReadStreamOptions{Direction: dir}
		if dir == esdb.Backwards {
			o.From = esdb.End{}
		}
		if got := n.read("s", o, 1<<63); len(got) != 1_300 {
			t.Errorf("direction %d: %d events", dir, len(got))
		}
	}
}

// As in EventStoreDB, a forwards read includes the position where it begins, and a backwards read does not.
func TestTheWholeLogIsReadInBothDirectionsFromAnyPosition(t *testing.T) {
	n := newNode(t)
	n.append("a", esdb.NoStream{}, events(1_000)...)
	n.append("b", esdb.NoStream{}, events(200)...)
	all := n.readAll(esdb.ReadAllOptions{}, 1<<63)
	if len(all) != 1_200 {
		t.Fatalf("%d events", len(all))
	}
	back := n.readAll(esdb.ReadAllOptions{Direction: esdb.Backwards, From: esdb.End{}}, 1<<63)
	for i, e := range back {
		if e.EventID != all[len(all)-1-i].EventID {
			t.Fatalf("backwards, event %d is another", i)
		}
	}
	for _, i := range []int{0, 1, 499, 500, 501, 700, 1_199} {
		at := all[i].Position
		if got := n.readAll(esdb.ReadAllOptions{From: at}, 3); len(got) == 0 || got[0].EventID != all[i].EventID {
			t.Errorf("forwards from event %d: it does not begin with it", i)
		}
		got := n.readAll(esdb.ReadAllOptions{Direction: esdb.Backwards, From: at}, 3)
		if want := min(3, i); len(got) != want || want > 0 && got[0].EventID != all[i-1].EventID {
			t.Errorf("backwards from event %d: %d events", i, len(got))
		}
	}
	if got := n.readAll(esdb.ReadAllOptions{From: esdb.End{}}, 3); len(got) != 0 {
		t.Errorf("%d events after the end", len(got))
	}
	if got := n.readAll(esdb.ReadAllOptions{Direction: esdb.Backwards}, 3); len(got) != 0 {
		t.Errorf("%d events before the start", len(got))
	}
}

// sparse is a store whose positions have gaps, as EventStoreDB's do because they are byte offsets.
type sparse struct{ eventstore.Store }

const gap = 1_000

func spread(p eventstore.Position) eventstore.Position {
	return eventstore.Position{Commit: gap * p.Commit, Prepare: gap * p.Prepare}
}

func (s sparse) ReadAll(ctx context.Context, after eventstore.Position, limit int) ([]eventstore.Recorded, error) {
	at := eventstore.Position{Commit: after.Commit / gap, Prepare: after.Commit / gap}
	dense, err := s.Store.ReadAll(ctx, at, limit)
	events := slices.Clone(dense) // the store may share them with other readers
	for i := range events {
		events[i].Position = spread(events[i].Position)
	}
	return events, err
}

func (s sparse) ReadAllBackwards(ctx context.Context, before eventstore.Position, limit int) ([]eventstore.Recorded, error) {
	if before != eventstore.EndOfLog {
		before = eventstore.Position{Commit: (before.Commit + gap - 1) / gap, Prepare: (before.Commit + gap - 1) / gap}
	}
	dense, err := s.Store.ReadAllBackwards(ctx, before, limit)
	events := slices.Clone(dense)
	for i := range events {
		events[i].Position = spread(events[i].Position)
	}
	return events, err
}

func (s sparse) Head(ctx context.Context) (eventstore.Position, error) {
	head, err := s.Store.Head(ctx)
	return spread(head), err
}

func TestALogWhosePositionsHaveGapsIsReadInBothDirections(t *testing.T) {
	n := newNode(t)
	n.append("s", esdb.NoStream{}, events(600)...)
	n.client = n.connect(esdbtest.Start(t, sparse{n.store}, esdbtest.DensePositions()).URL())
	all := n.readAll(esdb.ReadAllOptions{}, 1<<63)
	back := n.readAll(esdb.ReadAllOptions{Direction: esdb.Backwards, From: esdb.End{}}, 1<<63)
	slices.Reverse(back)
	if diff := cmp.Diff(numbers(all), numbers(back)); len(all) != 600 || diff != "" {
		t.Errorf("%d forwards; backwards (-want +got):\n%s", len(all), diff)
	}
	if last := all[599].Position; last != (esdb.Position{Commit: 600 * gap, Prepare: 600 * gap}) {
		t.Fatalf("the last one is at %v", last)
	}
	for _, i := range []int{1, 2, 300, 599} {
		at := all[i].Position
		if got := numbers(n.readAll(esdb.ReadAllOptions{From: at}, 1)); !slices.Equal(got, []uint64{uint64(i)}) {
			t.Errorf("forwards from event %d: %v", i, got)
		}
		got := numbers(n.readAll(esdb.ReadAllOptions{Direction: esdb.Backwards, From: at}, 1))
		if !slices.Equal(got, []uint64{uint64(i - 1)}) {
			t.Errorf("backwards from event %d: %v", i, got)
		}
	}
}
