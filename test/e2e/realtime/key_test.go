package realtime

import (
	"testing"

	"gateway/test/e2e/harness"

	centrifuge "github.com/centrifugal/centrifuge-go"
)

// A server that has the API key and no session listens with the key.
func TestAnAPIKeyGetsTheTokensOfItsOwnClient(t *testing.T) {
	t.Parallel()
	m, other := harness.NewMerchant(t), harness.NewMerchant(t)
	ticket := "chat:ticket." + m.LogIn(t).OpenTicket(t)
	posted := func(path string, body any) func() (string, error) {
		return func() (string, error) { return m.Post(t, path, body).Wants(t, 200).Text(t, "token"), nil }
	}
	l, connected := dial(t, m.Caller, harness.Shared(t), centrifuge.Config{
		GetToken: func(centrifuge.ConnectionTokenEvent) (string, error) { return posted("/realtime/token", nil)() },
	})
	<-connected
	channel := object{"channel": m.TransactionsChannel()}
	if code := l.subscribeWith(t, m.TransactionsChannel(), centrifuge.SubscriptionConfig{
		GetToken: func(centrifuge.SubscriptionTokenEvent) (string, error) { return posted(toTransactions, channel)() },
	}); code != 0 {
		t.Fatalf("not subscribed: %d", code)
	}
	id := m.OpenInvoice(t, 50000, nil)
	l.hears(t, "transaction.created", object{"transaction_id": id})

	m.Post(t, toTickets, object{"channel": ticket}).Wants(t, 200).Is(t, object{"channel": ticket, "expires_in": 3600})
	other.Post(t, toTickets, object{"channel": ticket}).Refuses(t, 403, "ticket_forbidden")
	other.Post(t, toTransactions, channel).Refuses(t, 403, "not_your_channel")
	m.Post(t, toTickets, object{"channel": "chat:ticket.999999999"}).Refuses(t, 404, "not_found")
	for _, path := range []string{toTickets, toTransactions} {
		m.Post(t, path, object{}).RefusesField(t, "channel")
		m.Post(t, path, object{"channel": "news:1"}).RefusesField(t, "channel")
	}
	harness.Shared(t).Admin(t).Post(t, m.AdminPath("/suspend"), object{"reason": "fraud"}).Wants(t, 200)
	for _, path := range []string{"/realtime/token", toTickets, toTransactions} {
		m.Post(t, path, channel).Refuses(t, 403, "account_suspended")
	}
}
