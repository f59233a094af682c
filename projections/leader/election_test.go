package leader

import (
	"context"
	"database/sql"
	"errors"
	"io"
	"testing"
	"time"

	"gateway/migrations"
	"gateway/test/testdb"

	_ "github.com/lib/pq"
	"github.com/sirupsen/logrus"
	"go.uber.org/goleak"
)

// movesWithin is the maximum time until there is a new leader.
const movesWithin = 5 * time.Second

// The clock goroutine of the filters' expressions ends by itself some seconds after its last use.
func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction("github.com/dlclark/regexp2.runClock"))
}

func open(t *testing.T) *sql.DB {
	t.Helper()
	db, err := sql.Open("postgres", testdb.New(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	if err := migrations.EventStore(t.Context(), db); err != nil {
		t.Fatal(err)
	}
	return db
}

// instance takes part in the election until stopped.
type instance struct {
	*Election
	began, ended chan struct{}
	stop         context.CancelFunc
	result       chan error
}

func start(t *testing.T, db *sql.DB) *instance {
	t.Helper()
	quiet := logrus.New()
	quiet.Out = io.Discard
	ctx, cancel := context.WithCancel(context.Background())
	i := &instance{
		Election: New(db, quiet.WithField("test", t.Name())), stop: cancel, result: make(chan error, 1),
		began: make(chan struct{}, 16), ended: make(chan struct{}, 16),
	}
	go func() {
		i.result <- i.Run(ctx, func(ctx context.Context) error {
			i.began <- struct{}{}
			<-ctx.Done()
			i.ended <- struct{}{}
			return nil
		})
	}()
	t.Cleanup(func() {
		cancel()
		if err := <-i.result; err != nil {
			t.Error(err)
		}
	})
	return i
}

func within(t *testing.T, limit time.Duration, what string, happened <-chan struct{}) {
	t.Helper()
	select {
	case <-happened:
	case <-time.After(limit):
		t.Fatalf("not within %v: %s", limit, what)
	}
}

func TestOneInstanceLeadsAndAnotherOneWhenItStops(t *testing.T) {
	t.Parallel()
	db := open(t)
	first := start(t, db)
	within(t, movesWithin, "the first one leads", first.began)
	second := start(t, db)
	select {
	case <-second.began:
		t.Fatal("two instances lead")
	case <-time.After(maxHeartbeatAge + heartbeatInterval): // longer than a heartbeat may be old
	}
	if !first.Leads() || second.Leads() {
		t.Error("Leads does not name the leader")
	}
	first.stop()
	within(t, movesWithin, "the second one leads", second.began)
}

func TestALostSessionEndsTheWorkAndTheInstanceLeadsAgain(t *testing.T) {
	t.Parallel()
	db := open(t)
	only := start(t, db)
	within(t, movesWithin, "it leads", only.began)
	if _, err := db.Exec(`SELECT pg_terminate_backend(backend) FROM state.lead`); err != nil {
		t.Fatal(err)
	}
	within(t, 2*heartbeatInterval, "the work has ended", only.ended)
	within(t, movesWithin, "it leads again", only.began)
}

func TestASilentLeaderIsEvicted(t *testing.T) {
	t.Parallel()
	db := open(t)
	frozen, err := tryLock(t.Context(), db, "")
	if err != nil || frozen == nil {
		t.Fatalf("%v %v", frozen, err)
	}
	defer frozen.close()
	follower := start(t, db)
	within(t, movesWithin, "the follower leads", follower.began)
	if err := frozen.renewHeartbeat(t.Context()); err == nil {
		t.Error("the evicted leader can renew its heartbeat")
	}
}

func TestTheHeartbeatOfAnotherSessionEndsTheLeadership(t *testing.T) {
	t.Parallel()
	db := open(t)
	s, err := tryLock(t.Context(), db, "")
	if err != nil {
		t.Fatal(err)
	}
	defer s.close()
	if _, err := db.Exec(`UPDATE state.lead SET backend = 0`); err != nil {
		t.Fatal(err)
	}
	if err := s.renewHeartbeat(t.Context()); !errors.Is(err, errTaken) {
		t.Errorf("%v, want %v", err, errTaken)
	}
}

func TestTheHeartbeatOfAnEarlierLeaderEvictsNoInstance(t *testing.T) {
	t.Parallel()
	db := open(t)
	s, err := tryLock(t.Context(), db, "")
	if err != nil {
		t.Fatal(err)
	}
	defer s.close()
	if _, err := db.Exec(`UPDATE state.lead SET backend = 0, beat_at = now() - interval '1 hour'`); err != nil {
		t.Fatal(err)
	}
	if evicted, err := endSilentSession(t.Context(), db); err != nil || evicted {
		t.Errorf("evicted %v, %v", evicted, err)
	}
}

func TestRunReturnsTheErrorOfTheWork(t *testing.T) {
	t.Parallel()
	db := open(t)
	broken := errors.New("broken")
	if err := New(db, logrus.NewEntry(logrus.New())).Run(t.Context(), func(context.Context) error { return broken }); !errors.Is(err, broken) {
		t.Errorf("%v, want %v", err, broken)
	}
	next := start(t, db)
	within(t, movesWithin, "the lock is free", next.began)
}

func TestAnInstanceThatStandsDownLeadsNoMore(t *testing.T) {
	t.Parallel()
	db := open(t)
	first := start(t, db)
	within(t, movesWithin, "the first one leads", first.began)
	first.StandDown()
	within(t, movesWithin, "its work has ended", first.ended)
	second := start(t, db)
	within(t, movesWithin, "the second one leads", second.began)
	second.stop()
	within(t, movesWithin, "its work has ended", second.ended)
	select {
	case <-first.began:
		t.Error("it leads again")
	case <-time.After(maxHeartbeatAge):
	}
}

func TestAnInstanceThatYieldsGivesTheLeadToAnotherAtOnce(t *testing.T) {
	t.Parallel()
	db := open(t)
	first := start(t, db)
	within(t, movesWithin, "the first one leads", first.began)
	second := start(t, db)
	first.Yield()
	within(t, movesWithin, "its work has ended", first.ended)
	within(t, 2*retryInterval, "the second one leads", second.began)
	select {
	case <-first.began:
		t.Error("the first one leads beside the second")
	case <-time.After(2 * yieldedRetryInterval): // it has tried meanwhile
	}
	second.stop()
	within(t, movesWithin, "its work has ended", second.ended)
	within(t, movesWithin, "the first one leads again, for no other instance does", first.began)
	select {
	case <-first.ended:
		t.Error("it yields again, to nobody")
	case <-time.After(2 * yieldedRetryInterval):
	}
}

func TestTheOthersSeeWhatTheLeaderLeadsWith(t *testing.T) {
	t.Parallel()
	db := open(t)
	see := func(want string, wantLed bool) {
		t.Helper()
		if label, led, err := LeadersLabel(t.Context(), db); err != nil || label != want || led != wantLed {
			t.Errorf("%q leads: %v, %v", label, led, err)
		}
	}
	see("", false)
	s, err := tryLock(t.Context(), db, "readmodel_0123456789ab")
	if err != nil || s == nil {
		t.Fatalf("%v %v", s, err)
	}
	see("readmodel_0123456789ab", true)
	s.close()
	former, err := db.Conn(t.Context()) // a version without labels
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = former.Close() }()
	if _, err := former.ExecContext(t.Context(), `SELECT pg_advisory_lock($1)`, lockKey); err != nil {
		t.Fatal(err)
	}
	see("", true)
}

func TestALeaderIsNeverSeenWithoutItsLabel(t *testing.T) {
	t.Parallel()
	db := open(t)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { // leads for moments
		defer close(ended)
		for ctx.Err() == nil {
			if s, err := tryLock(ctx, db, "readmodel_0123456789ab"); err == nil && s != nil {
				s.close()
			}
		}
	}()
	var seen int
	for began := time.Now(); seen < 20 || time.Since(began) < time.Second; {
		label, led, err := LeadersLabel(t.Context(), db)
		if err != nil || (led && label != "readmodel_0123456789ab") {
			t.Fatalf("%q leads: %v, %v", label, led, err)
		}
		if led {
			seen++
		}
	}
	stop()
	<-ended
}

func TestOneThatDoesNotLeadKeepsNoLabel(t *testing.T) {
	t.Parallel()
	db := open(t)
	first, err := tryLock(t.Context(), db, "first")
	if err != nil || first == nil {
		t.Fatalf("%v %v", first, err)
	}
	defer first.close()
	if second, err := tryLock(t.Context(), db, "second"); err != nil || second != nil {
		t.Fatalf("%v %v", second, err)
	}
	var labelled int
	if err := db.QueryRow(`SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1`,
		labelPrefix+"second").Scan(&labelled); err != nil || labelled != 0 {
		t.Errorf("%d sessions have the label: %v", labelled, err)
	}
}
