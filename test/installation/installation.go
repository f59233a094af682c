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
	// ReadyWithin is how long a start may take, PostgreSQL's recovery included.
	ReadyWithin = 60 * time.Second
	// CalmWithin is how long it may take after a fault until every invariant holds,
	// those that say that something happens in the end included.
	CalmWithin = 60 * time.Second

	adminEmail    = "admin@example.com"
	adminPassword = "installation-admin-password"
)

// Options of New. Their zero value is one instance with the log in PostgreSQL.
type Options struct {
	Store     Store
	Instances int
}

// Installation is instances of the gateway on one log and one set of databases.
type Installation struct {
	Instances []*Instance
	// EventStoreDB is the log's server when it has one, to be restarted and cut off.
	EventStoreDB *esdbtest.Server

	pg       *localpg.Cluster
	balancer *balancer
}

// New starts an installation and waits until it is ready. It ends with the test,
// which fails when an instance ended by itself or found a data race.
func New(t *testing.T, o Options) *Installation {
	t.Helper()
	in := &Installation{pg: testdb.Private(t), balancer: &balancer{}}
	watch(t, in.pg)
	settings := append(os.Environ(),
		"DATABASE_URL="+in.pg.DSN(ReadModels), "EVENTSTORE_URL=", "STATE_URL=", "SIMULATOR_PAYOUT_DELAY=100ms",
		"ADMIN_EMAIL="+adminEmail, "ADMIN_PASSWORD="+adminPassword, "LOG_LEVEL=warning")
	if o.Store == EventStoreDB {
		in.EventStoreDB = serveLog(t, in.pg)
		settings = append(settings, "EVENTSTORE_URL="+in.EventStoreDB.URL(), "STATE_URL="+in.pg.DSN(Log))
	}
	for range max(1, o.Instances) {
		i := newInstance(t, settings)
		in.Instances = append(in.Instances, i)
		in.balancer.add(i.Addr)
		i.Start(t)
	}
	return in
}

// Rounds is how often a fault is made: what the environment says under the name, or
// the number that is enough for every day.
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

// Leader waits until one instance leads, and tells it from the others.
func (in *Installation) Leader(t *testing.T) (leader *Instance, others []*Instance) {
	t.Helper()
	poll.Within(t, ReadyWithin, "somebody leads", func() (bool, any) {
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

// Verify waits until all invariants hold, by the command that operators have for
// it. What is wrong for good is wrong at the deadline, too.
func (in *Installation) Verify(t *testing.T) {
	t.Helper()
	poll.Within(t, CalmWithin, "all invariants hold", func() (bool, any) {
		out, err := in.Instances[0].Command(t.Context(), "audit", "verify").CombinedOutput()
		return err == nil, string(out)
	})
}
