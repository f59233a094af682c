package main

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"gateway/eventstore/esdb/esdbtest"
	"gateway/eventstore/postgres/postgrestest"
	"gateway/test/poll"
	"gateway/test/testdb"
)

// refuses: the command fails, and says why.
func (i *installation) refuses(want string, args ...string) {
	i.t.Helper()
	if _, err := i.tool(args...); err == nil || !strings.Contains(err.Error(), want) {
		i.t.Errorf("gateway %s: %v, want %q", strings.Join(args, " "), err, want)
	}
}

// wontStart: the gateway refuses to start, and says why.
func (i *installation) wontStart(want string) {
	i.t.Helper()
	if err := i.start(); err == nil || !strings.Contains(err.Error(), want) {
		i.t.Errorf("start: %v, want %q", err, want)
	}
}

// freshReadModels is what dropping their database does.
func (i *installation) freshReadModels() {
	_, read := testdb.NewPair(i.t)
	i.t.Setenv("DATABASE_URL", read)
}

// sound: nothing was credited, called back or paid out twice, or lost.
func (i *installation) sound() {
	i.t.Helper()
	poll.Within(i.t, poll.Limit, "audit verify finds no fault", func() (bool, any) {
		out, err := i.tool("audit", "verify")
		return err == nil, out
	})
}

func (i *installation) pays(amount int) {
	i.t.Helper()
	before := i.get("/account/balance", i.shop).id("saldo")
	payment := i.post("/payments/va", i.shop, fmt.Sprintf(`{"amount":%d,"bank_code":"BCA","customer_name":"Budi"}`, amount)).text("transaction", "transaction_id")
	i.post("/sandbox/payments/"+payment+"/pay", i.shop, "")
	poll.Until(i.t, "paid", func() bool { return i.get("/account/balance", i.shop).id("saldo") > before })
}

func TestALogIsMovedToEventStoreDBAndBackAgain(t *testing.T) {
	i := install(t)
	i.story()
	i.sound()
	saldo := i.get("/account/balance", i.shop).id("saldo")
	checkpoint := i.prints("audit", "checkpoint")

	server, old := esdbtest.Start(t, postgrestest.Open(t, postgrestest.Database(t))).URL(), os.Getenv("EVENTSTORE_URL")

	i.refuses("another process writes to this log", "events", "copy", "--to", server)
	i.stop()
	i.prints("events", "copy", "--to", server)
	i.prints("events", "copy", "--to", server) // it had ended: nothing is done
	i.wontStart("was moved to event store")

	t.Setenv("EVENTSTORE_URL", server)
	t.Setenv("STATE_URL", old)
	i.wontStart("drop the read models")
	i.refuses("drop the read models", "projections", "list")
	i.freshReadModels()
	if err := i.start(); err != nil {
		t.Fatal(err)
	}
	if got := i.get("/account/balance", i.shop).id("saldo"); got != saldo {
		t.Errorf("the balance is %d, it was %d", got, saldo)
	}
	i.sound()
	i.prints("audit", "verify", "--checkpoint", i.file(checkpoint)) // of the same key, over the same tree
	i.pays(20_000)

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
	i.pays(20_000)
	i.sound()
}
