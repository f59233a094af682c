package e2e

import (
	"testing"

	"gateway/test/poll"
	"gateway/test/receiver"
	"gateway/test/testdb"
)

// A second start on the same databases goes on where the first one stopped: keys,
// sessions, balances, what is open at the provider, what is still to be sent.
func TestAStopIsGracefulAndTheNextStartContinues(t *testing.T) {
	t.Parallel()
	events, read := testdb.NewPair(t)
	first := startOn(t, events, read, nil)
	m := first.newMerchant(t)
	m.banks(t)
	m.earns(t, 200000)
	token, r := m.portal(t), receiver.New(t)
	secret := token.get(t, "/webhook-secret").wants(t, 200).text(t, "secret")
	metadata := object{"metadata": object{"callback_url": r.URL}}
	open, paid := m.invoice(t, 100000, metadata), m.invoice(t, 50000, nil)
	m.sandbox(t, paid, "pay", nil)
	m.comesToBalance(t, 245560)
	key := m.with("Idempotency-Key", "wd-1")
	body := object{"jumlah": 100000, "url": r.URL}
	asked := key.post(t, "/withdrawals", body).wants(t, 201)
	id := asked.id(t, "id")
	first.admin(t).post(t, "/admin/withdrawals/"+itoa(id)+"/approve", nil).wants(t, 200)
	before := m.get(t, "/transactions").wants(t, 200)
	first.stop()
	if _, err := m.send("GET", "/account", nil); err == nil {
		t.Fatal("it still answers after it has stopped")
	}

	second := startOn(t, events, read, nil)
	m.gateway, token.gateway, key.gateway = second, second, second
	if after := m.get(t, "/transactions").wants(t, 200); string(after.body) != string(before.body) {
		t.Errorf("before %s\nafter  %s", before.body, after.body)
	}
	token.get(t, "/auth/me").wants(t, 200).is(t, object{"id": m.id})
	if got := token.get(t, "/webhook-secret").wants(t, 200).text(t, "secret"); got != secret {
		t.Error("the webhook secret is another one")
	}
	if again := key.post(t, "/withdrawals", body).wants(t, 201); string(again.body) != string(asked.body) {
		t.Errorf("the replay is %s, was %s", again.body, asked.body)
	}
	m.hasBalance(t, 245560, 140560, 105000, 0)

	m.sandbox(t, open, "pay", nil)
	m.reaches(t, open, "PAID")
	r.Next(t).MustVerify(t, secret)
	m.post(t, "/sandbox/withdrawals/"+itoa(id)+"/complete", nil).wants(t, 200)
	m.payoutReaches(t, id, "completed")
	r.Next(t).MustVerify(t, secret)
	m.comesToBalance(t, 236120)
	if fresh := m.invoice(t, 20000, nil); fresh == open || fresh == paid {
		t.Error("a reference was given twice")
	}
	other := second.newMerchantAfter(t, first)
	if other.id <= m.id {
		t.Errorf("client %d after client %d", other.id, m.id)
	}
}

// newMerchantAfter registers with addresses that the gateway before has not used.
func (g *gateway) newMerchantAfter(t *testing.T, before *gateway) merchant {
	t.Helper()
	g.merchants.Store(before.merchants.Load())
	return g.newMerchant(t)
}

// A request that waits for the provider when the stop is asked for is answered.
func TestAStopWaitsForTheRequestInFlight(t *testing.T) {
	t.Parallel()
	g := startGateway(t, settings{"PROVIDER_TIMEOUT": "1s"})
	m := g.newMerchant(t)
	answered := make(chan answer, 1)
	go func() {
		a, _ := m.send("POST", "/payments/invoice", object{"amount": 13508}) // an error shows as status 0
		answered <- a
	}()
	poll.Until(t, "it is under way", func() bool {
		return text(m.get(t, "/transactions").wants(t, 200).envelope["meta"].(map[string]any)["total"]) == "1"
	})
	g.stop()
	if a := <-answered; a.status != 502 || a.errorCode() != "provider_unknown" {
		t.Errorf("answered %d %s", a.status, a.body)
	}
}
