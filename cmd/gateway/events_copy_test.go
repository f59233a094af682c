package main

import (
	"os"
	"strings"
	"testing"

	"gateway/eventstore/esdb/esdbtest"
	"gateway/eventstore/postgres/postgrestest"
)

func TestTheLogIsMovedToEventStoreDBAndBack(t *testing.T) {
	i := install(t)
	i.addMerchant()
	i.verifies()
	total := i.get("/account/balance", i.shop).id("saldo")
	checkpoint := i.prints("audit", "checkpoint")

	node, old := esdbtest.Start(t, postgrestest.Open(t, postgrestest.Database(t))), os.Getenv("EVENTSTORE_URL")
	server := node.URL()

	i.refuses("another process writes to this log", "events", "copy", "--to", server)
	i.stop()
	i.prints("events", "copy", "--to", server)
	i.prints("events", "copy", "--to", server) // the move is complete, so nothing is done
	i.wontStart("was moved to event store")

	t.Setenv("EVENTSTORE_URL", server)
	t.Setenv("STATE_URL", old)
	i.wontStart("drop the read models")
	i.refuses("drop the read models", "projections", "list")
	i.freshReadModels()
	if err := i.start(); err != nil {
		t.Fatal(err)
	}
	if got := i.get("/account/balance", i.shop).id("saldo"); got != total {
		t.Errorf("the balance is %d, it was %d", got, total)
	}
	i.verifies()
	i.prints("audit", "verify", "--checkpoint", i.file(checkpoint)) // with the same key, over the same tree
	i.payCustomer(20_000)

	// Other programs also write into the database. Their events halt nothing, and move with the log.
	node.WriteForeign(t)
	i.payCustomer(20_000)
	foreign := i.prints("events", "foreign")
	for _, e := range []string{"OrderPlaced", "OrderShipped", "Result", "payment.paid.v1"} {
		if !strings.Contains(foreign, e) {
			t.Errorf("%s is not listed:\n%s", e, foreign)
		}
	}
	if strings.Contains(foreign, "SubscriptionCheckpoint") || strings.Contains(foreign, "!") {
		t.Errorf("the server's own events are listed, or streams of others are taken for the gateway's:\n%s", foreign)
	}
	i.verifies()

	i.refuses("a gateway is at work", "events", "copy", "--to", old)
	i.stop()
	i.prints("events", "copy", "--to", old)
	i.freshReadModels()
	i.wontStart("was moved to event store")
	t.Setenv("EVENTSTORE_URL", old)
	t.Setenv("STATE_URL", "")
	if err := i.start(); err != nil {
		t.Fatal(err)
	}
	i.payCustomer(20_000)
	i.verifies()
}
