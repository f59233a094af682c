package reactortest

import (
	"context"
	"os"
	"os/exec"
	"testing"
	"time"

	"gateway/eventstore"
	"gateway/eventstore/esdb"
	"gateway/eventstore/esdb/esdbtest"
)

const clusterEnv = "REACTORS_ON_CLUSTER"

// onCluster runs the log of each test through EventStoreDB's protocol, on a cluster of three that keeps
// electing leaders.
var onCluster = os.Getenv(clusterEnv) != ""

// clusterQuiet is the longest time between two elections.
const clusterQuiet = 500 * time.Millisecond

// throughCluster returns the store as seen through a cluster.
func throughCluster(t testing.TB, store eventstore.Store) eventstore.Store {
	t.Helper()
	c := esdbtest.StartCluster(t, store)
	s, err := esdb.Open(context.Background(), esdb.Config{URL: c.URL()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	c.Disturb(1, clusterQuiet)
	t.Cleanup(func() { t.Log(c.Figure()) })
	return s
}

// AgainOnCluster runs all tests of the test binary once more, each with its log on a cluster that keeps electing
// leaders.
func AgainOnCluster(t *testing.T) {
	t.Helper()
	if onCluster || testing.Short() {
		t.Skip("this is the run on a cluster, or a short one")
	}
	again := exec.CommandContext(t.Context(), os.Args[0], "-test.v", "-test.timeout=8m")
	again.Env = append(os.Environ(), clusterEnv+"=1")
	out, err := again.CombinedOutput()
	if err != nil {
		t.Errorf("on a cluster: %v\n%s", err, out)
	}
	if t.Log(esdbtest.FiguresIn(out)); esdbtest.FiguresIn(out).Elections == 0 {
		t.Error("there were no elections")
	}
}
