package esdb_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"gateway/eventstore"
	"gateway/eventstore/esdb"
	"gateway/eventstore/esdb/esdbtest"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/serverfeatures"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// check returns the problems in the form "part: problem".
func check(t *testing.T, url string) (problems, unchecked []string) {
	t.Helper()
	results, err := esdb.Check(t.Context(), esdb.Config{URL: url, RetryFor: 2 * time.Second}, func(esdb.CheckResult) {})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range results {
		for _, p := range r.Problems {
			problems = append(problems, r.Name+": "+p)
		}
		if r.Unchecked != "" {
			unchecked = append(unchecked, r.Name)
		}
	}
	return problems, unchecked
}

func TestAServerThatKeepsItsPromisesPassesTheCheck(t *testing.T) {
	t.Parallel()
	cluster := esdbtest.StartCluster(t, embedded(t))
	s := open(t, esdb.Config{URL: cluster.URL()})
	if _, err := s.Append(t.Context(), "s", eventstore.NoStream, event()); err != nil {
		t.Fatal(err)
	}
	cluster.SetLag(1, 3)
	cluster.SetLag(2, 10)
	if problems, unchecked := check(t, cluster.URL()); len(problems)+len(unchecked) > 0 {
		t.Errorf("a cluster: %s; not checked: %v", strings.Join(problems, "\n"), unchecked)
	}
	if problems, unchecked := check(t, newServer(t).URL()); len(problems) > 0 || len(unchecked) != 1 {
		t.Errorf("one node: %s; not checked: %v", strings.Join(problems, "\n"), unchecked)
	}
	// A gateway does not see the check's events.
	if page, err := s.ReadAll(t.Context(), eventstore.Position{}, 10); err != nil || len(page) != 1 {
		t.Errorf("the log holds %d events, %v", len(page), err)
	}
}

// deviation changes the answers of a server.
type deviation struct {
	grpc.ServerStream
	read   *streams.ReadReq_Options
	change func(d *deviation, r *streams.ReadResp) (drop bool)
}

func (d *deviation) RecvMsg(m any) error {
	err := d.ServerStream.RecvMsg(m)
	if r, ok := m.(*streams.ReadReq); ok {
		d.read = r.GetOptions()
	}
	return err
}

func (d *deviation) SendMsg(m any) error {
	if r, ok := m.(*streams.ReadResp); ok && d.change(d, r) {
		return nil
	}
	return d.ServerStream.SendMsg(m)
}

func (d *deviation) subscribes() bool {
	_, ok := d.read.GetCountOption().(*streams.ReadReq_Options_Subscription)
	return ok
}

func (d *deviation) readsAll() bool { return d.read.GetAll() != nil && !d.subscribes() }

func (d *deviation) backwards() bool {
	return d.read.GetReadDirection() == streams.ReadReq_Options_Backwards
}

// readDeviations change what reads and subscriptions deliver.
var readDeviations = map[string]struct {
	part   string
	change func(d *deviation, r *streams.ReadResp) (drop bool)
}{
	"other bytes": {"content", func(_ *deviation, r *streams.ReadResp) bool {
		if e := r.GetEvent().GetEvent(); e != nil {
			e.Data = append(e.Data, ' ')
		}
		return false
	}},
	"an end instead of no stream": {"streams that do not exist", func(_ *deviation, r *streams.ReadResp) bool {
		return r.GetStreamNotFound() != nil
	}},
	"other positions": {"positions and the order of $all", func(d *deviation, r *streams.ReadResp) bool {
		if e := r.GetEvent().GetEvent(); e != nil && d.readsAll() && !d.backwards() {
			e.CommitPosition++
			e.PreparePosition++
		}
		return false
	}},
	"a gap in $all": {"positions and the order of $all", func(d *deviation, r *streams.ReadResp) bool {
		return d.readsAll() && strings.HasSuffix(string(r.GetEvent().GetEvent().GetStreamIdentifier().GetStreamName()), "-order-b")
	}},
	"reads that lag": {"reads show what was written", func(d *deviation, r *streams.ReadResp) bool {
		return d.readsAll() && d.backwards() && strings.HasSuffix(string(r.GetEvent().GetEvent().GetStreamIdentifier().GetStreamName()), "-fresh")
	}},
	"a silent subscription": {"subscription", func(d *deviation, r *streams.ReadResp) bool {
		return d.subscribes() && r.GetEvent() != nil
	}},
	"a gap in the subscription": {"subscription", func(d *deviation, r *streams.ReadResp) bool {
		return d.subscribes() && r.GetEvent().GetEvent().GetStreamRevision() == 3
	}},
	"a stream without its beginning": {"no stream lacks its beginning", func(d *deviation, r *streams.ReadResp) bool {
		if e := r.GetEvent().GetEvent(); e != nil && d.readsAll() {
			e.StreamRevision += 7
		}
		return false
	}},
	"a clock that is wrong": {"clock", func(_ *deviation, r *streams.ReadResp) bool {
		if e := r.GetEvent().GetEvent(); e != nil {
			e.Metadata["created"] = "17000000000000000"
		}
		return false
	}},
}

func TestTheCheckNamesWhatAServerReadsWrongly(t *testing.T) {
	t.Parallel()
	for name, c := range readDeviations {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			n := newNodes(t, 1)[0]
			n.answer(func(call grpc.ServerStream, _ string, next grpc.StreamHandler) error {
				return next(nil, &deviation{ServerStream: call, change: c.change})
			})
			wantProblem(t, n.URL(), c.part)
		})
	}
}

func wantProblem(t *testing.T, url, part string) {
	t.Helper()
	problems, _ := check(t, url)
	for _, p := range problems {
		if strings.HasPrefix(p, part+": ") {
			return
		}
	}
	t.Errorf("%q is not among %q", part, problems)
}

// appendAnswer changes the answer of an append; seen says whether the event was appended before.
type appendAnswer struct {
	grpc.ServerStream
	mu     *sync.Mutex
	ids    map[string]bool
	seen   bool
	size   int
	change func(seen bool, r *streams.AppendResp)
}

func (a *appendAnswer) RecvMsg(m any) error {
	err := a.ServerStream.RecvMsg(m)
	if e := m.(*streams.AppendReq).GetProposedMessage(); err == nil && e != nil {
		a.mu.Lock()
		a.seen = a.ids[e.GetId().String()]
		a.ids[e.GetId().String()] = true
		a.mu.Unlock()
		a.size += len(e.GetData())
	}
	if a.size > 100_000 && a.change == nil {
		return status.Error(codes.InvalidArgument, "Maximum Append Size of 100000 Exceeded.")
	}
	return err
}

func (a *appendAnswer) SendMsg(m any) error {
	if r, ok := m.(*streams.AppendResp); ok && a.change != nil {
		a.change(a.seen, r)
	}
	return a.ServerStream.SendMsg(m)
}

func TestTheCheckNamesWhatAServerAppendsWrongly(t *testing.T) {
	t.Parallel()
	const revisions = "expected revisions and repeated appends"
	refused := &streams.AppendResp_WrongExpectedVersion_{WrongExpectedVersion: &streams.AppendResp_WrongExpectedVersion{}}
	for name, c := range map[string]struct {
		part   string
		change func(seen bool, r *streams.AppendResp)
	}{
		"a repeated append is refused": {revisions, func(seen bool, r *streams.AppendResp) {
			if seen {
				r.Result = refused
			}
		}},
		"a repeated append gets another position": {revisions, func(seen bool, r *streams.AppendResp) {
			if p := r.GetSuccess().GetPosition(); seen && p != nil {
				p.CommitPosition += 99
			}
		}},
		"a wrong revision passes": {revisions, func(_ bool, r *streams.AppendResp) {
			if r.GetWrongExpectedVersion() != nil {
				r.Result = &streams.AppendResp_Success_{Success: &streams.AppendResp_Success{
					CurrentRevisionOption: &streams.AppendResp_Success_CurrentRevision{},
					PositionOption:        &streams.AppendResp_Success_Position{Position: &streams.AppendResp_Position{CommitPosition: 1, PreparePosition: 1}},
				}}
			}
		}},
		"a right revision is refused": {revisions, func(_ bool, r *streams.AppendResp) {
			if r.GetSuccess().GetCurrentRevision() == 1 {
				r.Result = refused
			}
		}},
		"small appends only": {"largest append", nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			n := newNodes(t, 1)[0]
			var mu sync.Mutex
			ids := map[string]bool{}
			n.answer(func(call grpc.ServerStream, method string, next grpc.StreamHandler) error {
				if method != "Append" {
					return next(nil, call)
				}
				return next(nil, &appendAnswer{ServerStream: call, mu: &mu, ids: ids, change: c.change})
			})
			wantProblem(t, n.URL(), c.part)
		})
	}
}

func TestTheCheckNamesAServerThatIsTooOldOrDoesNotAnswerAsLeader(t *testing.T) {
	t.Parallel()
	old := newServer(t, esdbtest.WithGRPC(grpc.ChainUnaryInterceptor(
		func(ctx context.Context, req any, info *grpc.UnaryServerInfo, next grpc.UnaryHandler) (any, error) {
			if _, asked := req.(*shared.Empty); asked && strings.Contains(info.FullMethod, "ServerFeatures") {
				return &serverfeatures.SupportedMethods{EventStoreServerVersion: "21.10.2"}, nil
			}
			return next(ctx, req)
		})))
	wantProblem(t, old.URL(), "version")
	nodes := newNodes(t, 2)
	gossips(nodes[0], nodes...) // the second one follows, and does not refuse
	wantProblem(t, url(nodes...), "leader")
}

func TestTheCheckNamesAServerThatIsSlow(t *testing.T) {
	t.Parallel()
	n := newNodes(t, 1)[0]
	n.answer(func(call grpc.ServerStream, _ string, next grpc.StreamHandler) error {
		return next(nil, &slowAppend{call})
	})
	wantProblem(t, n.URL(), "speed")
}

// slowAppend is an append that takes more than a second if the check is measuring speed.
type slowAppend struct{ grpc.ServerStream }

func (s slowAppend) RecvMsg(m any) error {
	err := s.ServerStream.RecvMsg(m)
	if r, ok := m.(*streams.AppendReq); ok && strings.HasSuffix(string(r.GetOptions().GetStreamIdentifier().GetStreamName()), "-speed") {
		select {
		case <-time.After(1100 * time.Millisecond):
		case <-s.Context().Done():
		}
	}
	return err
}

func TestTheCheckNamesMissingRightsAndEndsThere(t *testing.T) {
	t.Parallel()
	s := newSecured(t)
	problems, _ := check(t, s.URL(gateway, s.at))
	if len(problems) != 1 || !strings.Contains(problems[0], `rights: `) || !strings.Contains(problems[0], "read $all") {
		t.Errorf("got %q", problems)
	}
	s.set(enough)
	if problems, _ := check(t, s.URL(gateway, s.at)); len(problems) > 0 {
		t.Errorf("with the rights: %q", problems)
	}
	if _, err := esdb.Check(t.Context(), esdb.Config{URL: "postgres://x"}, nil); err == nil || errors.Is(err, eventstore.ErrUnavailable) {
		t.Errorf("no URL: %v", err)
	}
}
