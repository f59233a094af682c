package providers

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"gateway/domain/pricing"
	"gateway/test/e2e/harness"
	"gateway/test/poll"
	"gateway/test/receiver"
)

var connections = []string{"xendit", "doku-1", "midtrans-1"}

// create asks for a payment by a channel.
func create(t *testing.T, m harness.Merchant, c pricing.Channel, more object) harness.Answer {
	t.Helper()
	body := object{"amount": 50_000}
	path := "/payments/invoice"
	switch c.Kind {
	case pricing.VA:
		path, body["bank_code"], body["customer_name"] = "/payments/va", c.Code, "Budi"
	case pricing.EWallet:
		path, body["channel_code"], body["customer_phone"] = "/payments/ewallet", c.Code, "081234567890"
	case pricing.QRIS:
		path = "/payments/qris"
	}
	for name, value := range more {
		body[name] = value
	}
	return m.Post(t, path, body).Wants(t, 201)
}

// offers lists the channels of each connection, as administrators see them.
func (s sandbox) offers(t *testing.T) map[string]map[string]bool {
	t.Helper()
	all := map[string]map[string]bool{}
	for _, item := range s.Admin(t).Get(t, "/admin/routing").Wants(t, 200).Field(t, "connections").([]any) {
		c := item.(map[string]any)
		offered := map[string]bool{}
		for _, code := range c["channels"].([]any) {
			offered[code.(string)] = true
		}
		all[c["name"].(string)] = offered
	}
	return all
}

// Each channel of each connection is created and paid there, the merchant is called back, and the events name the
// connection.
func TestEveryChannelOfEveryConnectionIsPaidThere(t *testing.T) {
	t.Parallel()
	s := newSandbox(t, nil)
	m, r := s.NewMerchant(t), receiver.New(t)
	offers, paid := s.offers(t), map[string]string{}
	somewhere := map[string]bool{}
	for i, name := range connections {
		s.route(t, append([]string{name}, without(connections, i)...), []string{"midtrans-1"})
		for _, channel := range pricing.Channels() {
			if !offers[name][channel.Code] {
				continue
			}
			id := create(t, m, channel, object{"metadata": object{"callback_url": r.URL}}).Text(t, "transaction.transaction_id")
			paid[id], somewhere[channel.Code] = name, true
			m.ActInSandbox(t, id, "pay", nil)
		}
	}
	for _, channel := range pricing.Channels() {
		if !somewhere[channel.Code] {
			t.Errorf("%s can be paid nowhere", channel.Code)
		}
	}
	for id := range paid {
		m.AwaitPayment(t, id, "PAID")
	}
	heard := map[string]bool{}
	for range paid {
		heard[string(r.Next(t).Body)] = true
	}
	if len(heard) != len(paid) {
		t.Errorf("%d callbacks about %d payments", len(heard), len(paid))
	}
	told := s.explainsItself(t)
	for id, name := range paid {
		if told.of[id] != name || len(told.events[id]) != 1 || !told.events[id][name] {
			t.Errorf("%s of %s was credited at %s, and its events name %v", id, name, told.of[id], told.events[id])
		}
	}
	s.isSound(t)
}

func without(names []string, i int) (others []string) {
	others = append(others, names[:i]...)
	return append(others, names[i+1:]...)
}

// A customer pays at the page of each product, which the overview leads to, and which the pay_url of a wallet is.
func TestACustomerPaysAtThePageOfEachProduct(t *testing.T) {
	t.Parallel()
	s := newSandbox(t, nil)
	m := s.NewMerchant(t)
	s.route(t, []string{"doku-1"}, []string{"xendit"})
	for _, code := range []string{"BCA", "QRIS", "DANA"} {
		channel, _ := pricing.Lookup(code)
		created := create(t, m, channel, nil)
		id := created.Text(t, "transaction.transaction_id")
		overview := page(t, s.URL+"/simulator")
		_, row, ok := strings.Cut(overview, id)
		_, address, found := strings.Cut(row, `href="`)
		address, _, _ = strings.Cut(address, `"`)
		if !ok || !found || !strings.HasPrefix(address, "/simulator/doku-1/") {
			t.Fatalf("%s is not in the overview: %s", code, overview)
		}
		if code == "DANA" {
			if url := created.Text(t, "pay_url"); url != s.URL+address {
				t.Errorf("the pay_url is %s, the page %s", url, address)
			}
		}
		if text := page(t, s.URL+address); !strings.Contains(text, "50.000") || !strings.Contains(text, "Toko Maju") {
			t.Errorf("%s: %s", code, text)
		}
		answer, err := http.PostForm(s.URL+address, url.Values{"act": {"pay"}})
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		m.AwaitPayment(t, id, "PAID")
		if text := page(t, s.URL+address); !strings.Contains(text, "Pembayaran berhasil") {
			t.Errorf("%s, paid: %s", code, text)
		}
		poll.Until(t, "the overview has no such payment any more", func() bool { return !strings.Contains(page(t, s.URL+"/simulator"), id) })
	}
	s.explainsItself(t)
}

// A withdrawal is paid out by the connection that the routing names, from its own account.
func TestAPayoutIsMadeAtTheConnectionOfTheRouting(t *testing.T) {
	t.Parallel()
	s := newSandbox(t, nil)
	m := s.NewMerchant(t)
	s.route(t, []string{"xendit"}, []string{"midtrans-1", "xendit"})
	m.SetBankAccount(t)
	m.Earn(t, 500_000)
	for _, act := range []string{"complete", "fail"} {
		id := m.Withdraw(t, 100_000, "https://toko.example/callbacks")
		s.Admin(t).Post(t, "/admin/withdrawals/"+harness.JSON(id)+"/approve", nil).Wants(t, 200)
		m.Post(t, "/sandbox/withdrawals/"+harness.JSON(id)+"/"+act, nil).Wants(t, 200)
		m.AwaitWithdrawal(t, id, map[string]string{"complete": "completed", "fail": "failed"}[act])
	}
	if got := s.story(t).accounts["provider:midtrans-1:payouts"]; got.IsZero() {
		t.Error("nothing was paid out at midtrans-1")
	}
	s.isSound(t)
}
