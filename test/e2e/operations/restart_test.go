package operations

import (
	"fmt"
	"testing"

	"gateway/test/e2e/harness"
	"gateway/test/migrated"
	"gateway/test/poll"
	"gateway/test/receiver"
)

// After a second start on the same databases keys, sessions, balances, open payments
// and payouts, and callbacks continue.
func TestAStopIsGracefulAndTheNextStartContinues(t *testing.T) {
	t.Parallel()
	events, read := migrated.Pair(t)
	first := harness.StartOn(t, events, read, nil)
	m := first.NewMerchant(t)
	m.SetBankAccount(t)
	m.Earn(t, 200000)
	token, r := m.LogIn(t), receiver.New(t)
	secret := token.Get(t, "/webhook-secret").Wants(t, 200).Text(t, "secret")
	metadata := object{"metadata": object{"callback_url": r.URL}}
	open, paid := m.OpenInvoice(t, 100000, metadata), m.OpenInvoice(t, 50000, nil)
	m.ActInSandbox(t, paid, "pay", nil)
	m.AwaitBalance(t, 245560)
	key := m.With("Idempotency-Key", "wd-1")
	body := object{"jumlah": 100000, "url": r.URL}
	asked := key.Post(t, "/withdrawals", body).Wants(t, 201)
	id := asked.ID(t, "id")
	first.Admin(t).Post(t, "/admin/withdrawals/"+fmt.Sprint(id)+"/approve", nil).Wants(t, 200)
	before := m.Get(t, "/transactions").Wants(t, 200)
	first.Stop()
	if _, err := m.Send("GET", "/account", nil); err == nil {
		t.Fatal("it still answers after it has stopped")
	}

	second := harness.StartOn(t, events, read, nil)
	m.Gateway, token.Gateway, key.Gateway = second, second, second
	if after := m.Get(t, "/transactions").Wants(t, 200); string(after.Body) != string(before.Body) {
		t.Errorf("before %s\nafter  %s", before.Body, after.Body)
	}
	token.Get(t, "/auth/me").Wants(t, 200).Is(t, object{"id": m.ID})
	if got := token.Get(t, "/webhook-secret").Wants(t, 200).Text(t, "secret"); got != secret {
		t.Error("the webhook secret is another one")
	}
	if again := key.Post(t, "/withdrawals", body).Wants(t, 201); string(again.Body) != string(asked.Body) {
		t.Errorf("the replay is %s, was %s", again.Body, asked.Body)
	}
	m.HasBalance(t, 245560, 140560, 105000, 0)

	m.ActInSandbox(t, open, "pay", nil)
	m.AwaitPayment(t, open, "PAID")
	r.Next(t).MustVerify(t, secret)
	m.Post(t, "/sandbox/withdrawals/"+fmt.Sprint(id)+"/complete", nil).Wants(t, 200)
	m.AwaitWithdrawal(t, id, "completed")
	r.Next(t).MustVerify(t, secret)
	m.AwaitBalance(t, 236120)
	if fresh := m.OpenInvoice(t, 20000, nil); fresh == open || fresh == paid {
		t.Error("a reference was given twice")
	}
	other := second.NewMerchant(t)
	if other.ID <= m.ID {
		t.Errorf("client %d after client %d", other.ID, m.ID)
	}
}

// The request waits for the provider when the gateway is stopped. It is answered.
func TestAStopWaitsForTheRequestInFlight(t *testing.T) {
	t.Parallel()
	g := harness.Start(t, harness.Settings{"PROVIDER_TIMEOUT": "1s"})
	m := g.NewMerchant(t)
	answered := make(chan answer, 1)
	go func() {
		a, _ := m.Send("POST", "/payments/invoice", object{"amount": 13508}) // an error shows as status 0
		answered <- a
	}()
	poll.Until(t, "it is under way", func() bool {
		return harness.JSON(m.Get(t, "/transactions").Wants(t, 200).Envelope["meta"].(map[string]any)["total"]) == "1"
	})
	g.Stop()
	if a := <-answered; a.Status != 502 || a.ErrorCode() != "provider_unknown" {
		t.Errorf("answered %d %s", a.Status, a.Body)
	}
}
