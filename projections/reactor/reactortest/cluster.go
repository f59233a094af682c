package reactortest

import (
	"bytes"
	"context"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
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

// AgainOnCluster runs some tests of the test binary once more, each with its log on a cluster that keeps electing
// leaders. These are the tests whose result depends on the protocol of the store: a subscription that changes its
// node, an append without an answer, a read after a write, a position. tests has their names, each with what
// depends on the protocol. What a reactor decides does not; the end-to-end tests and the simulation run all reactors
// on clusters, too.
func AgainOnCluster(t *testing.T, tests map[string]string) {
	t.Helper()
	if onCluster || testing.Short() {
		t.Skip("this is the run on a cluster, or a short one")
	}
	names := slices.Sorted(maps.Keys(tests))
	again := exec.CommandContext(t.Context(), os.Args[0], "-test.v", "-test.timeout=8m", "-test.run", "^("+strings.Join(names, "|")+")$")
	again.Env = append(os.Environ(), clusterEnv+"=1")
	out, err := again.CombinedOutput()
	if err != nil {
		t.Errorf("on a cluster: %v\n%s", err, out)
	}
	for _, name := range names {
		if !bytes.Contains(out, []byte("--- PASS: "+name+" ")) {
			t.Errorf("%s did not pass on a cluster", name)
		}
	}
	if t.Log(esdbtest.FiguresIn(out)); esdbtest.FiguresIn(out).Elections == 0 {
		t.Error("there were no elections")
	}
}
