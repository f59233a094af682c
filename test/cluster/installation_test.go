package cluster

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"gateway/domain/catalogue"
	"gateway/eventstore"
	"gateway/eventstore/localpg"
	"gateway/eventstore/postgres"
	"gateway/http/provider"
	"gateway/projections/audit"
	"gateway/projections/readmodel"
	"gateway/test/testdb"

	"github.com/jmoiron/sqlx"
)

// calmWithin is how long the installation may take after a fault until every
// invariant holds, those that say that something happens in the end included.
const calmWithin = 60 * time.Second

// installation is several instances on one PostgreSQL.
type installation struct {
	pg        *localpg.Cluster
	instances []*instance
	balancer  *balancer
}

func newInstallation(t *testing.T, instances int, env ...string) *installation {
	t.Helper()
	in := &installation{pg: testdb.Private(t), balancer: &balancer{}}
	out, err := os.Create(filepath.Join(t.TempDir(), "out"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		for _, i := range in.instances {
			i.stop(t)
		}
		if t.Failed() {
			said, err := os.ReadFile(out.Name())
			t.Logf("the instances said (%v):\n%s", err, said)
		}
		_ = out.Close()
	})
	for range instances {
		i := &instance{addr: freeAddr(t), out: out}
		i.env = append(os.Environ(), append(env,
			"HTTP_ADDR="+i.addr, "DATABASE_URL="+in.pg.DSN("gateway"), "EVENTSTORE_URL=", "DATA_DIR="+t.TempDir(),
			"ADMIN_EMAIL="+adminEmail, "ADMIN_PASSWORD="+adminPassword, "LOG_LEVEL=warning")...)
		in.instances = append(in.instances, i)
		in.balancer.add(i.addr)
		i.start(t)
	}
	return in
}

// leader waits until one instance leads, and tells it from the others.
func (in *installation) leader(t *testing.T) (leader *instance, others []*instance) {
	t.Helper()
	eventually(t, readyWithin, "somebody leads", func() bool {
		leader, others = nil, nil
		for _, i := range in.instances {
			if leads, _ := i.leads(); leads {
				leader = i
			} else {
				others = append(others, i)
			}
		}
		return leader != nil
	})
	return leader, others
}

// verify waits until all invariants hold. What is wrong for good is wrong at the
// deadline, too.
func (in *installation) verify(t *testing.T) {
	t.Helper()
	deadline := time.Now().Add(calmWithin)
	for {
		report, err := in.report(t.Context())
		if err == nil && report.OK() {
			t.Logf("all invariants hold over %d events", report.Events)
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("the invariants do not hold (%v):\n%s", err, report)
		}
		<-time.After(100 * time.Millisecond)
	}
}

func (in *installation) report(ctx context.Context) (report *audit.Report, err error) {
	eventsURL, readURL := in.pg.DSN("gateway_events"), in.pg.DSN("gateway")
	store, err := postgres.Open(ctx, postgres.Config{DSN: eventsURL})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	read, err := sqlx.Open("postgres", readURL)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, read.Close()) }()
	events, err := sql.Open("postgres", eventsURL)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, events.Close()) }()
	return audit.Verify(ctx, audit.Installation{
		Log:  eventstore.NewLog(store, eventstore.NewCodec(catalogue.Events()...), eventstore.Options{}),
		Read: read, ReadURL: readURL, Models: readmodel.All(), Provider: paidOut{events},
	})
}

// paidOut reads what the simulated provider paid out from its own tables. What it
// paid out twice shows as an amount that can't be right.
type paidOut struct{ db *sql.DB }

func (p paidOut) FindDisbursement(ctx context.Context, externalID string) (d provider.Disbursement, err error) {
	var times int
	err = p.db.QueryRowContext(ctx, `
		SELECT count(*), coalesce(sum(amount), 0), coalesce(max(status), '')
		  FROM state.simulator_disbursements WHERE external_id = $1`, externalID).Scan(&times, &d.Amount, &d.Status)
	if err == nil && times == 0 {
		err = provider.ErrNotFound
	}
	return d, err
}
