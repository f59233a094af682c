package crash

import (
	"context"
	"database/sql"
	"math/rand/v2"
	"testing"
	"time"

	"gateway/domain/catalogue"
	"gateway/eventstore"
	"gateway/http/provider"
	"gateway/projections/audit"
	"gateway/projections/readmodel"

	"github.com/jmoiron/sqlx"
)

const (
	gatewayKills  = 10
	postgresKills = 3
	workers       = 8
	// calmWithin is how long the installation may take after a fault until every
	// invariant holds, those that say that something happens in the end included.
	calmWithin = 60 * time.Second
)

func TestNothingIsLostOrDoneTwiceWhateverIsKilled(t *testing.T) {
	i := newInstallation(t, "SIMULATOR_PAYOUT_DELAY=100ms")
	var faults []func()
	for round := range gatewayKills + postgresKills {
		if round%4 == 3 && round/4 < postgresKills {
			faults = append(faults, func() { i.killPostgres(t) })
		} else {
			faults = append(faults, func() { i.kill(t); i.start(t) })
		}
	}
	survive(t, i, faults)
}

// survive brings each fault about at a random moment under load, and holds the
// invariants after it.
func survive(t *testing.T, i *installation, faults []func()) {
	t.Helper()
	l := newLoad(t, i.addr, 4)
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	moments := rand.New(rand.NewPCG(seed, 0))
	for round, fault := range faults {
		stop, done := make(chan struct{}), make(chan error, 1)
		go func() { done <- l.run(t.Context(), workers, stop) }()
		<-time.After(200*time.Millisecond + time.Duration(moments.Int64N(int64(800*time.Millisecond))))
		fault()
		close(stop)
		if err := <-done; err != nil {
			t.Fatalf("round %d: %v", round, err)
		}
		i.waitReady(t)
		i.verify(t, round)
		if err := l.recheck(t.Context()); err != nil {
			t.Fatalf("round %d: %v", round, err)
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	t.Logf("%d creations acknowledged, %d callbacks received", len(l.acked), l.calls.Load())
	if len(l.acked) < 50 {
		t.Error("there was hardly any load: nothing was shown")
	}
}

// verify waits until all invariants hold. What is wrong for good is wrong at the
// deadline, too.
func (i *installation) verify(t *testing.T, round int) {
	t.Helper()
	deadline := time.Now().Add(calmWithin)
	for {
		report, err := i.report(t.Context())
		if err == nil && report.OK() {
			t.Logf("round %d: all invariants hold over %d events", round, report.Events)
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("round %d: the invariants do not hold (%v):\n%s", round, err, report)
		}
		<-time.After(100 * time.Millisecond)
	}
}

func (i *installation) report(ctx context.Context) (*audit.Report, error) {
	store, err := i.open(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { _ = store.Close() }()
	read, err := sqlx.Open("postgres", i.cluster.DSN("gateway"))
	if err != nil {
		return nil, err
	}
	defer func() { _ = read.Close() }()
	events, err := sql.Open("postgres", i.cluster.DSN(eventDatabase))
	if err != nil {
		return nil, err
	}
	defer func() { _ = events.Close() }()
	return audit.Verify(ctx, audit.Installation{
		Log:  eventstore.NewLog(store, eventstore.NewCodec(catalogue.Events()...), eventstore.Options{}),
		Read: read, ReadURL: i.cluster.DSN("gateway"), Models: readmodel.All(), Provider: paidOut{events},
	})
}

// paidOut reads what the simulated provider paid out from its own tables.
type paidOut struct{ db *sql.DB }

func (p paidOut) FindDisbursement(ctx context.Context, externalID string) (provider.Disbursement, error) {
	rows, err := p.db.QueryContext(ctx, `SELECT amount, status FROM state.simulator_disbursements WHERE external_id = $1`, externalID)
	if err != nil {
		return provider.Disbursement{}, err
	}
	defer func() { _ = rows.Close() }()
	var d provider.Disbursement
	n := 0
	for rows.Next() {
		var status string
		if err := rows.Scan(&d.Amount, &status); err != nil {
			return d, err
		}
		d.Status = provider.Status(status)
		n++
	}
	switch {
	case rows.Err() != nil:
		return d, rows.Err()
	case n == 0:
		return d, provider.ErrNotFound
	case n > 1: // the amount can't be right then, and is reported
		d.Amount = d.Amount.Neg()
	}
	return d, nil
}
