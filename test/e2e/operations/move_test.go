package operations

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"gateway/eventstore"
	"gateway/eventstore/esdb"
	"gateway/eventstore/storetest"
	"gateway/eventstore/transfer"
	"gateway/test/e2e/harness"
	"gateway/test/migrated"
	"gateway/test/poll"
	"gateway/test/receiver"
)

// The log is copied from PostgreSQL to EventStoreDB, and the read models are rebuilt. Nothing is credited, sent
// or paid out twice, and open payments and payouts finish.
func TestAGatewayContinuesOnALogThatWasMovedToEventStoreDB(t *testing.T) {
	t.Parallel()
	oldDSN, read := migrated.Pair(t)
	first := harness.StartOn(t, oldDSN, read, harness.Settings{"EVENTSTORE_URL": oldDSN, "STATE_URL": ""})
	m := first.NewMerchant(t)
	m.SetBankAccount(t)
	r := receiver.New(t)
	metadata := object{"metadata": object{"callback_url": r.URL}}
	paid, open := m.OpenInvoice(t, 200000, metadata), m.OpenInvoice(t, 100000, metadata)
	m.ActInSandbox(t, paid, "pay", nil)
	m.AwaitBalance(t, 195560)
	r.Next(t)
	done := m.Withdraw(t, 50000, r.URL)
	first.Admin(t).Post(t, "/admin/withdrawals/"+fmt.Sprint(done)+"/approve", nil).Wants(t, 200)
	m.Post(t, "/sandbox/withdrawals/"+fmt.Sprint(done)+"/complete", nil).Wants(t, 200)
	m.AwaitWithdrawal(t, done, "completed")
	r.Next(t)
	pending := m.Withdraw(t, 20000, r.URL)
	endpoint := receiver.New(t)
	path := "/callback-endpoints/" + fmt.Sprint(m.LogIn(t).Post(t, "/callback-endpoints", object{"url": endpoint.URL, "events": "*"}).Wants(t, 201).ID(t, "endpoint.id"))
	last := m.OpenInvoice(t, 30000, nil)
	isAbout(t, endpoint, "transaction.created", last)
	events := m.Get(t, "/events?limit=1000").Wants(t, 200)
	poll.Until(t, "both callbacks are delivered", func() bool {
		return strings.Count(string(first.Admin(t).Get(t, "/admin/callbacks?client_id=%d", m.ID).Wants(t, 200).Body), `"delivered"`) == 2
	})
	first.Stop()

	newDSN, freshRead := migrated.Pair(t)
	server := harness.ServeLog(t, newDSN)
	move(t, oldDSN, server.URL())

	second := harness.StartOn(t, newDSN, freshRead, harness.Settings{"EVENTSTORE_URL": server.URL(), "STATE_URL": oldDSN})
	m.Gateway = second
	m.HasBalance(t, 140560, 115560, 25000, 0)
	if moved := m.Get(t, "/events?limit=1000").Wants(t, 200); string(moved.Body) != string(events.Body) {
		t.Errorf("the events were\n%s\nand are\n%s", events.Body, moved.Body)
	}
	cursor := events.Text(t, "next")
	m.Get(t, "/events?after=%s", cursor).Wants(t, 200).Is(t, object{"next": cursor})
	m.ActInSandbox(t, open, "pay", nil)
	m.AwaitPayment(t, open, "PAID")
	r.Next(t)
	m.AwaitBalance(t, 236120)
	second.Admin(t).Post(t, "/admin/withdrawals/"+fmt.Sprint(pending)+"/approve", nil).Wants(t, 200)
	m.Post(t, "/sandbox/withdrawals/"+fmt.Sprint(pending)+"/complete", nil).Wants(t, 200)
	m.AwaitWithdrawal(t, pending, "completed")
	r.Next(t)
	m.HasBalance(t, 211120, 211120, 0, 0)
	later := m.Get(t, "/events?after=%s", cursor).Wants(t, 200).Field(t, "events").([]any)
	if first := later[0].(map[string]any); first["type"] != "invoice.paid" || first["resource"] != "transactions/"+open {
		t.Errorf("the cursor of before goes on with %v", first)
	}
	isAbout(t, endpoint, "invoice.paid", open) // and does not get again what it has
	m.LogIn(t).Get(t, "%s", path).Wants(t, 200).Is(t, object{"status": "active", "pending": 0})
	<-time.After(time.Second) // long enough for what would be due at once
	if r.Waiting() > 0 {
		t.Errorf("called back once more: %s", r.Next(t).Body)
	}
}

// isAbout checks that the endpoint's next delivery is this event of this transaction.
func isAbout(t *testing.T, r *receiver.Receiver, event, id string) {
	t.Helper()
	if c := r.Next(t); c.Header.Get("X-Event") != event || c.Header.Get("X-Resource") != "transactions/"+id {
		t.Errorf("the endpoint got %s of %s, want %s of %s", c.Header.Get("X-Event"), c.Header.Get("X-Resource"), event, id)
	}
}

// move copies a log as `gateway events copy` does.
func move(t *testing.T, oldDSN, newURL string) {
	t.Helper()
	from := harness.OpenLog(t, oldDSN)
	defer func() { _ = from.Close() }()
	to, err := esdb.Open(t.Context(), esdb.Config{URL: newURL})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = to.Close() }()
	before := len(storetest.ReadLog(t, from))
	mover := transfer.Mover{
		From: from, To: to, Sink: transfer.ToStore(to), Progress: func(string, eventstore.Position) {}, Now: time.Now,
		CheckPosted: func(context.Context, eventstore.Store) error { return nil }, // the test waited for it above
	}
	events, err := mover.Move(t.Context())
	if err != nil || events != int64(before)+1 { // with the event that begins the move
		t.Fatalf("%d of %d events, %v", events, before, err)
	}
}
