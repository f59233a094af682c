package harness

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"testing"
	"time"

	"gateway/eventstore/esdb"
	"gateway/eventstore/esdb/esdbtest"
	"gateway/eventstore/postgres"
	"gateway/eventstore/transfer"
	"gateway/migrations"
)

// RunOnEventStoreDB runs tests of this package again, with the log behind EventStoreDB's protocol, on a cluster
// of three that keeps electing leaders and breaks something every now and then: those whose names match the
// regular expression, "" for all. They are the tests that read the log itself, or append to it at once or after
// a crash. The others see the store only through eventstore.Execute, whose contract each store keeps
// (eventstore/storetest). E2E_STORE=esdb runs any of them there.
func RunOnEventStoreDB(t *testing.T, only string) {
	t.Helper()
	t.Parallel()
	if onEventStoreDB {
		t.Skip("this is the run on EventStoreDB")
	}
	if testing.Short() {
		t.Skip("not under -short: it may take as long as all other tests together")
	}
	limit := 10 * time.Minute
	if end, limited := t.Deadline(); limited {
		limit = time.Until(end) - 10*time.Second // so that it reports itself what hangs
	}
	again := exec.CommandContext(t.Context(), os.Args[0], "-test.timeout="+limit.String(), "-test.run="+only)
	again.Env = append(os.Environ(), storeEnv+"=esdb")
	out, err := again.CombinedOutput()
	if err != nil {
		t.Errorf("on EventStoreDB: %v\n%s", err, out)
	}
	if t.Log(esdbtest.FiguresIn(out)); esdbtest.FiguresIn(out).Elections == 0 {
		t.Error("there were no elections")
	}
}

const storeEnv = "E2E_STORE"

// onEventStoreDB: E2E_STORE=esdb keeps all logs behind EventStoreDB's protocol, which a server in this process
// serves on the same databases.
var onEventStoreDB = os.Getenv(storeEnv) == "esdb"

// logs returns the settings for a log in the database, or behind a server of EventStoreDB's protocol on the database.
func logs(tb testing.TB, eventsDSN string) Settings {
	tb.Helper()
	if !onEventStoreDB {
		return Settings{"EVENTSTORE_URL": eventsDSN}
	}
	return Settings{"EVENTSTORE_URL": ServeLog(tb, eventsDSN).URL(), "STATE_URL": eventsDSN}
}

// OpenLog opens the log of the gateways that were started on the database. The caller must close the store.
func OpenLog(tb testing.TB, eventsDSN string) transfer.Store {
	tb.Helper()
	var s transfer.Store
	var err error
	if url := logs(tb, eventsDSN)["EVENTSTORE_URL"]; esdb.IsURL(url) {
		s, err = esdb.Open(tb.Context(), esdb.Config{URL: url})
	} else {
		s, err = postgres.Open(tb.Context(), postgres.Config{DSN: url})
	}
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

// clusterQuiet is the longest time between two elections.
const clusterQuiet = 3 * time.Second

var servers struct {
	sync.Mutex
	by map[string]*esdbtest.Cluster
}

// ServeLog starts a cluster of EventStoreDB's protocol on a database. There is one cluster per database, for
// all gateways on it.
func ServeLog(tb testing.TB, dsn string) *esdbtest.Cluster {
	tb.Helper()
	servers.Lock()
	defer servers.Unlock()
	if s := servers.by[dsn]; s != nil {
		return s
	}
	db, err := sql.Open("postgres", dsn)
	if err != nil {
		tb.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	if err := migrations.EventStore(context.Background(), db); err != nil {
		tb.Fatal(err)
	}
	store, err := postgres.Open(context.Background(), postgres.Config{DSN: dsn})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := store.Close(); err != nil {
			tb.Errorf("close: %v", err)
		}
	})
	s := esdbtest.StartCluster(tb, store)
	s.Disturb(1, clusterQuiet)
	// Not by tb.Logf, which the process of the shared gateway does not have.
	tb.Cleanup(func() {
		fmt.Fprintln(os.Stderr, s.Figure())
	})
	disturb(tb, s)
	if servers.by == nil {
		servers.by = make(map[string]*esdbtest.Cluster)
	}
	servers.by[dsn] = s
	return s
}

// disturb breaks connections and refuses calls now and then, which clients must tolerate.
func disturb(tb testing.TB, c *esdbtest.Cluster) {
	tb.Helper()
	quit, ended := make(chan struct{}), make(chan struct{})
	tb.Cleanup(func() {
		close(quit)
		<-ended
	})
	go func() {
		defer close(ended)
		faults := []func(*esdbtest.Server){
			(*esdbtest.Server).Disconnect, func(s *esdbtest.Server) { s.LoseReplies(1) },
			func(s *esdbtest.Server) { s.RefuseAsFollower(1) }, func(s *esdbtest.Server) { s.RefuseAsBusy(1) },
		}
		for n := 0; ; n++ {
			select {
			case <-time.After(700 * time.Millisecond):
				faults[n%len(faults)](c.Node(max(0, c.LeaderIndex())))
			case <-quit:
				return
			}
		}
	}()
}
