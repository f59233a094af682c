package esdbtest_test

import (
	"context"
	"errors"
	"io"
	"testing"
	"time"

	"gateway/eventstore/esdb/esdbtest"
	"gateway/eventstore/storetest"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/google/uuid"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
)

const testTimeout = 30 * time.Second

// cluster is a cluster of three on a log in memory, with official clients.
type cluster struct {
	*testing.T
	*esdbtest.Cluster
	ctx context.Context // of calls that any node may answer
}

func newCluster(t *testing.T, options ...esdbtest.Option) *cluster {
	t.Helper()
	t.Parallel()
	ctx, cancel := context.WithTimeout(context.Background(), testTimeout)
	t.Cleanup(cancel)
	store := storetest.NewMemory().Open()
	t.Cleanup(func() { _ = store.Close() })
	return &cluster{T: t, Cluster: esdbtest.StartCluster(t, store, options...), ctx: ctx}
}

// leaderOnly returns the context of a call that only the leader may answer.
func (c *cluster) leaderOnly() context.Context {
	return metadata.AppendToOutgoingContext(c.ctx, "requires-leader", "true")
}

// connect returns an official client.
func (c *cluster) connect(url string) *client.Client {
	c.Helper()
	config, err := client.ParseConnectionString(url)
	if err != nil {
		c.Fatal(err)
	}
	config.Logger = client.NoopLogging()
	cl, err := client.NewClient(config)
	if err != nil {
		c.Fatal(err)
	}
	c.Cleanup(func() { _ = cl.Close() })
	return cl
}

// at returns a client of one node.
func (c *cluster) at(i int) *client.Client {
	c.Helper()
	return c.connect(c.Node(i).URL())
}

func event() client.EventData {
	return client.EventData{EventID: uuid.New(), EventType: "tested", ContentType: client.ContentTypeJson, Data: []byte(`{}`)}
}

// appendAt appends one event after the revision.
func appendAt(ctx context.Context, cl *client.Client, expected client.ExpectedRevision, e client.EventData) error {
	_, err := cl.AppendToStream(ctx, "s", client.AppendToStreamOptions{ExpectedRevision: expected}, e)
	return err
}

func (c *cluster) mustAppend(cl *client.Client, n int) {
	c.Helper()
	for range n {
		if err := appendAt(c.ctx, cl, client.Any{}, event()); err != nil {
			c.Fatal(err)
		}
	}
}

// count returns how many events of the stream s a node shows.
func count(ctx context.Context, cl *client.Client, dir client.Direction) (n int, err error) {
	o := client.ReadStreamOptions{Direction: dir, From: client.Start{}}
	if dir == client.Backwards {
		o.From = client.End{}
	}
	r, err := cl.ReadStream(ctx, "s", o, 1_000)
	if err != nil {
		return 0, err
	}
	defer r.Close()
	for ; ; n++ {
		if _, err := r.Recv(); errors.Is(err, io.EOF) {
			return n, nil
		} else if err != nil {
			return n, err
		}
	}
}

func (c *cluster) wantCount(cl *client.Client, want int) {
	c.Helper()
	for _, dir := range []client.Direction{client.Forwards, client.Backwards} {
		if n, err := count(c.ctx, cl, dir); err != nil || n != want {
			c.Errorf("%d events in direction %v, %v; want %d", n, dir, err, want)
		}
	}
}

func wantCode(t *testing.T, err error, want codes.Code) {
	t.Helper()
	if cause, ok := errors.AsType[*client.Error](err); ok {
		err = cause.Unwrap()
	}
	if status.Code(err) != want {
		t.Errorf("%v, want %v", err, want)
	}
}

func TestAFollowerRefusesWhoAsksForTheLeaderAndAnswersOthersWithWhatItHas(t *testing.T) {
	c := newCluster(t)
	leader, follower := c.at(0), c.at(1)
	c.mustAppend(leader, 5)
	c.SetLag(1, 3)
	c.wantCount(follower, 5) // it keeps what it has shown
	c.mustAppend(leader, 4)
	c.wantCount(leader, 9)
	c.wantCount(follower, 6)
	_, err := count(c.leaderOnly(), c.at(1), client.Forwards)
	if e, ok := errors.AsType[*client.Error](err); !ok || e.Code() != client.ErrorCodeNotLeader {
		t.Errorf("a read that asks for the leader: %v", err)
	}
	if n, err := count(c.leaderOnly(), leader, client.Forwards); err != nil || n != 9 {
		t.Errorf("the leader: %d, %v", n, err)
	}
}

// A node that leads when a read arrives has every write that was acknowledged before. It still has them if
// another node is elected while it answers.
func TestANodeKeepsWhatItHadAsTheLeader(t *testing.T) {
	for name, depose := range map[string]func(*cluster){
		"replaced":     func(c *cluster) { c.Elect(1, 0) },
		"steps down":   func(c *cluster) { c.StepDown(0) },
		"is cut off":   func(c *cluster) { c.Isolate(0); c.Elect(1, 0) },
		"lags anew":    func(c *cluster) { c.SetLag(0, 9); c.Elect(1, 0) },
		"comes back":   func(c *cluster) { c.Isolate(0); c.Elect(1, 0); c.Rejoin(0) },
		"leads anew":   func(c *cluster) { c.Elect(1, 0); c.Elect(0, 0); c.Elect(2, 0) },
		"is cut later": func(c *cluster) { c.Elect(1, 0); c.Isolate(0) },
	} {
		t.Run(name, func(t *testing.T) {
			c := newCluster(t)
			leader := c.at(0)
			c.SetLag(0, 5)
			c.mustAppend(leader, 3)
			depose(c)
			c.wantCount(leader, 3)
		})
	}
}

func TestAFollowerForwardsWrites(t *testing.T) {
	c := newCluster(t)
	c.mustAppend(c.at(2), 2)
	c.wantCount(c.at(0), 2)
	err := appendAt(c.leaderOnly(), c.at(1), client.Any{}, event())
	if e, ok := errors.AsType[*client.Error](err); !ok || e.Code() != client.ErrorCodeNotLeader {
		t.Errorf("an append that asks for the leader: %v", err)
	}
}

func TestAClientOfAllNodesFindsTheLeader(t *testing.T) {
	c := newCluster(t)
	for want := range 3 {
		c.Elect(want, 0)
		if err := appendAt(c.leaderOnly(), c.connect(c.URL()), client.Any{}, event()); err != nil {
			t.Errorf("node %d leads: %v", want, err)
		}
	}
	if c.Elections() != 3 {
		t.Errorf("%d elections", c.Elections())
	}
}

func TestWithoutALeaderWritesAreRefusedAndReadsAnswered(t *testing.T) {
	c := newCluster(t)
	node := c.at(0)
	c.mustAppend(node, 1)
	c.StepDown(0)
	c.wantCount(node, 1)
	_, err := count(c.leaderOnly(), c.at(0), client.Forwards)
	wantCode(t, err, codes.Unavailable)
	wantCode(t, appendAt(c.ctx, c.at(0), client.Any{}, event()), codes.Unavailable)
}

func TestAWriteThatTimesOutIsWrittenOrNot(t *testing.T) {
	c := newCluster(t)
	node := c.at(0)
	c.AbortBefore(1)
	wantCode(t, appendAt(c.ctx, node, client.NoStream{}, event()), codes.Aborted)
	c.AbortAfter(1)
	e := event()
	wantCode(t, appendAt(c.ctx, node, client.NoStream{}, e), codes.Aborted)
	c.wantCount(node, 1)
	if err := appendAt(c.ctx, node, client.NoStream{}, e); err != nil {
		t.Errorf("the repeat: %v", err)
	}
}

func TestALeaderThatIsCutOffShowsWhatItHadAndConfirmsNothing(t *testing.T) {
	c := newCluster(t)
	old := c.at(0)
	c.mustAppend(old, 2)
	c.Isolate(0)
	c.Elect(1, 0)
	c.mustAppend(c.at(1), 3)
	if n, err := count(c.leaderOnly(), old, client.Forwards); err != nil || n != 2 {
		t.Errorf("the old leader, which has not noticed, shows %d, %v", n, err)
	}
	wantCode(t, appendAt(c.ctx, c.at(0), client.Any{}, event()), codes.Aborted)
	c.StepDown(0)
	_, err := count(c.leaderOnly(), c.at(0), client.Forwards)
	wantCode(t, err, codes.Unavailable)
	c.Rejoin(0)
	c.wantCount(c.at(0), 5)
}

func TestWritesThatNoMajorityHasAreKeptOrGone(t *testing.T) {
	for _, kept := range []bool{true, false} {
		t.Run(map[bool]string{true: "kept", false: "gone"}[kept], func(t *testing.T) {
			c := newCluster(t)
			node, e := c.at(0), event()
			c.mustAppend(node, 1)
			c.Stall()
			wantCode(t, appendAt(c.ctx, node, client.Revision(0), e), codes.Aborted)
			c.wantCount(node, 1)
			began := time.Now()
			wantCode(t, appendAt(c.ctx, node, client.Revision(0), e), codes.Aborted) // dropped, until it times out
			if time.Since(began) < 100*time.Millisecond {
				t.Error("a repeat was answered at once")
			}
			err := appendAt(c.ctx, node, client.Revision(0), event())
			if failed, ok := errors.AsType[*client.Error](err); !ok || failed.Code() != client.ErrorCodeWrongExpectedVersion {
				t.Errorf("another append at the same revision: %v", err)
			}
			c.wantCount(node, 1)
			c.Resume(kept)
			c.wantCount(node, map[bool]int{true: 2, false: 1}[kept])
			if err := appendAt(c.ctx, node, client.Revision(0), e); err != nil {
				t.Errorf("the repeat: %v", err)
			}
			c.wantCount(node, 2)
		})
	}
}

func TestWritesHangWhileReadsAndPingsAreAnswered(t *testing.T) {
	c := newCluster(t)
	node := c.at(0)
	c.mustAppend(node, 1)
	c.Node(0).HangWrites(true)
	short, cancel := context.WithTimeout(c.ctx, 200*time.Millisecond)
	defer cancel()
	wantCode(t, appendAt(short, node, client.Any{}, event()), codes.DeadlineExceeded)
	c.wantCount(node, 1)
	c.Node(0).HangWrites(false)
	c.mustAppend(node, 1)
	c.wantCount(node, 2)
}

func TestTheLogHoldsEventsOfTheServerAndOfOthers(t *testing.T) {
	c := newCluster(t)
	node := c.at(0)
	c.mustAppend(node, 1)
	c.WriteForeign(t)
	c.Elect(1, 0)
	r, err := c.at(1).ReadAll(c.ctx, client.ReadAllOptions{}, 100)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	held := map[string]string{}
	for {
		e, err := r.Recv()
		if err != nil {
			break
		}
		held[e.OriginalEvent().EventType] = e.OriginalEvent().ContentType
	}
	for eventType, contentType := range map[string]string{
		"$statsCollected": "application/json", "SubscriptionCheckpoint": "application/json", "update-default-acl": "application/json",
		"OrderShipped": "application/octet-stream", "$>": "application/octet-stream", "$epoch-information": "application/json",
		"payment.paid.v1": "application/json",
	} {
		if held[eventType] != contentType {
			t.Errorf("%s is held as %q", eventType, held[eventType])
		}
	}
}
