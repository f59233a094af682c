package e2e

import (
	"context"
	"strings"
	"testing"
	"time"

	"gateway/eventstore"
	"gateway/eventstore/esdb"
	"gateway/eventstore/postgres"
	"gateway/eventstore/transfer"
	"gateway/test/poll"
	"gateway/test/receiver"
	"gateway/test/testdb"
)

// The log moves from PostgreSQL to EventStoreDB, and the gateway goes on there with
// read models built anew: nothing is credited, called back or paid out twice, and
// what was open is finished.
func TestAMovedLogGoesOnInItsNewStore(t *testing.T) {
	t.Parallel()
	oldDSN, read := testdb.NewPair(t)
	first := startOn(t, oldDSN, read, settings{"EVENTSTORE_URL": oldDSN, "STATE_URL": ""})
	m := first.newMerchant(t)
	m.banks(t)
	r := receiver.New(t)
	metadata := object{"metadata": object{"callback_url": r.URL}}
	paid, open := m.invoice(t, 200000, metadata), m.invoice(t, 100000, metadata)
	m.sandbox(t, paid, "pay", nil)
	m.comesToBalance(t, 195560)
	r.Next(t)
	done := m.withdraws(t, 50000, r.URL)
	first.admin(t).post(t, "/admin/withdrawals/"+itoa(done)+"/approve", nil).wants(t, 200)
	m.post(t, "/sandbox/withdrawals/"+itoa(done)+"/complete", nil).wants(t, 200)
	m.payoutReaches(t, done, "completed")
	r.Next(t)
	pending := m.withdraws(t, 20000, r.URL)
	poll.Until(t, "both callbacks are delivered", func() bool {
		return strings.Count(string(first.admin(t).get(t, "/admin/callbacks?client_id=%d", m.id).wants(t, 200).body), `"delivered"`) == 2
	})
	first.stop()

	newDSN, freshRead := testdb.NewPair(t)
	server := serve(t, newDSN)
	move(t, oldDSN, server.URL())

	second := startOn(t, newDSN, freshRead, settings{"EVENTSTORE_URL": server.URL(), "STATE_URL": oldDSN})
	m.gateway = second
	m.hasBalance(t, 140560, 115560, 25000, 0)
	m.sandbox(t, open, "pay", nil)
	m.reaches(t, open, "PAID")
	r.Next(t)
	m.comesToBalance(t, 236120)
	second.admin(t).post(t, "/admin/withdrawals/"+itoa(pending)+"/approve", nil).wants(t, 200)
	m.post(t, "/sandbox/withdrawals/"+itoa(pending)+"/complete", nil).wants(t, 200)
	m.payoutReaches(t, pending, "completed")
	r.Next(t)
	m.hasBalance(t, 211120, 211120, 0, 0)
	<-time.After(time.Second) // long enough for what would be due at once
	if r.Waiting() > 0 {
		t.Errorf("called back once more: %s", r.Next(t).Body)
	}
}

// move does what `gateway events copy` does.
func move(t *testing.T, oldDSN, newURL string) {
	t.Helper()
	from, err := postgres.Open(t.Context(), postgres.Config{DSN: oldDSN})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = from.Close() }()
	to, err := esdb.Open(t.Context(), esdb.Config{URL: newURL})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = to.Close() }()
	before, _ := from.Head(t.Context())
	mover := transfer.Mover{
		From: from, To: to, Sink: transfer.ToStore(to), Progress: func(string, eventstore.Position) {}, Now: time.Now,
		CheckPosted: func(context.Context, eventstore.Store) error { return nil }, // waited for above
	}
	events, err := mover.Move(t.Context())
	if err != nil || events != before.Commit {
		t.Fatalf("%d of %d events, %v", events, before.Commit, err)
	}
}
