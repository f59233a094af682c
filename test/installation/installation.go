package installation

import (
	"os"
	"strconv"
	"testing"
	"time"

	"gateway/eventstore/esdb/esdbtest"
	"gateway/eventstore/localpg"
	"gateway/test/poll"
	"gateway/test/testdb"
)

const (
	// ReadyWithin is how long a start may take, including PostgreSQL's recovery.
	ReadyWithin = 60 * time.Second
	// InvariantsWithin is how long it may take after a fault until all invariants hold. Some of them only say
	// that something happens eventually.
	InvariantsWithin = 60 * time.Second

	adminEmail    = "admin@example.com"
	adminPassword = "installation-admin-password"
)

// Options configure New. The zero value is one instance with the log in PostgreSQL.
type Options struct {
	Store     Store
	Instances int
	// Settings are further environment variables, as NAME=value.
	Settings []string
}

// Installation is one or more instances of the gateway on the same log and databases.
type Installation struct {
	Instances []*Instance
	// Cluster is the cluster of a log in EventStoreDBCluster, otherwise nil.
	Cluster *esdbtest.Cluster

	pg       *localpg.Cluster
	balancer *balancer
}

// New starts an installation and waits until it is ready. It stops with the test, which fails if an instance
// ended by itself or found a data race.
func New(t *testing.T, o Options) *Installation {
	t.Helper()
	in := &Installation{pg: testdb.Private(t), balancer: &balancer{}}
	keepPostgresRunning(t, in.pg)
	settings := append(os.Environ(),
		"DATABASE_URL="+in.pg.DSN(ReadModels), "EVENTSTORE_URL=", "STATE_URL=", "SIMULATOR_PAYOUT_DELAY=100ms",
		"ADMIN_EMAIL="+adminEmail, "ADMIN_PASSWORD="+adminPassword, "LOG_LEVEL=warning")
	settings = append(settings, o.Settings...)
	switch o.Store {
	case EventStoreDB:
		settings = append(settings, "EVENTSTORE_URL="+serveLog(t, in.pg).URL(), "STATE_URL="+in.pg.DSN(Log))
	case EventStoreDBCluster:
		in.Cluster = serveCluster(t, in.pg)
		settings = append(settings, "EVENTSTORE_URL="+in.Cluster.URL(), "STATE_URL="+in.pg.DSN(Log))
	}
	for range max(1, o.Instances) {
		i := newInstance(t, settings)
		in.Instances = append(in.Instances, i)
		in.balancer.add(i.Addr)
		i.Start(t)
	}
	return in
}

// Rounds is how often a test causes its fault: the number in the environment variable, or else the default,
// which suits `make test`.
func Rounds(t *testing.T, name string, everyDay int) int {
	t.Helper()
	text := os.Getenv(name)
	if text == "" {
		return everyDay
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		t.Fatalf("%s is %q", name, text)
	}
	return n
}

// Leader waits until an instance leads, and returns it and the others.
func (in *Installation) Leader(t *testing.T) (leader *Instance, others []*Instance) {
	t.Helper()
	poll.Within(t, ReadyWithin, "an instance leads", func() (bool, any) {
		leader, others = nil, nil
		for _, i := range in.Instances {
			if leads, _ := i.Leads(); leads {
				leader = i
			} else {
				others = append(others, i)
			}
		}
		return leader != nil, nil
	})
	return leader, others
}

// Verify waits until `gateway audit verify` finds nothing wrong. An invariant that is broken for good fails the
// test at the time limit.
func (in *Installation) Verify(t *testing.T) {
	t.Helper()
	poll.Within(t, InvariantsWithin, "all invariants hold", func() (bool, any) {
		out, err := in.Instances[0].Command(t.Context(), "audit", "verify").CombinedOutput()
		return err == nil, string(out)
	})
}
