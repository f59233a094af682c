package centrifugo

import (
	"strconv"
	"strings"
	"testing"

	"gateway/test/installation"
	"gateway/test/poll"

	centrifuge "github.com/centrifugal/centrifuge-go"
)

func TestMain(m *testing.M) { installation.Main(m) }

type object = map[string]any

func startGateway(t *testing.T, s *server, key string) *installation.Installation {
	t.Helper()
	return installation.New(t, installation.Options{Settings: []string{
		"CENTRIFUGO_URL=" + s.url(), "CENTRIFUGO_API_KEY=" + key, "CENTRIFUGO_TOKEN_SECRET=" + tokenSecret,
	}})
}

// open opens a payment and gives its id.
func open(t *testing.T, m installation.Merchant) string {
	t.Helper()
	var created struct {
		Transaction struct {
			ID string `json:"transaction_id"`
		}
	}
	m.Must(t, "POST", "/payments/qris", object{"amount": 50_000}).Into(t, &created)
	return created.Transaction.ID
}

func TestAListenerHearsAPaymentAlsoAfterCentrifugoWasRestartedUntilItsClientIsSuspended(t *testing.T) {
	s := startServer(t)
	in := startGateway(t, s, apiKey)
	admin := in.Admin(t)
	m, other := in.NewMerchant(t, admin, 0, false), in.NewMerchant(t, admin, 0, false)
	session := in.Portal(t, m)
	l, bystander := listen(t, s, session, m.ID), listen(t, s, in.Portal(t, other), other.ID)

	id := open(t, m)
	l.hears(t, "transaction.created", id, "PENDING")
	m.Must(t, "POST", "/sandbox/payments/"+id+"/pay", nil)
	l.hears(t, "invoice.paid", id, "PAID")

	s.stop(t)
	lost := open(t, m) // its event can't be received, and must not delay the next
	poll.Within(t, limit, "the gateway says that it is degraded", func() (bool, any) {
		_, body := in.Instances[0].Get("/readyz")
		return strings.Contains(body, "degraded") && strings.Contains(body, "realtime"), body
	})
	s.start(t)
	awaitSignal(t, l.connected, "the connection after the restart")
	awaitSignal(t, bystander.connected, "the bystander's connection after the restart")
	poll.Within(t, limit, "the gateway is well again", func() (bool, any) {
		_, body := in.Instances[0].Get("/readyz")
		return !strings.Contains(body, "degraded"), body
	})
	id = open(t, m)
	l.hears(t, "transaction.created", id, "PENDING")
	t.Logf("%s was not heard, as the guide says; %s was", lost, id)

	before, err := token(session, "/realtime/token")
	if err != nil {
		t.Fatal(err)
	}
	path := "/admin/clients/" + strconv.FormatInt(m.ID, 10)
	admin.Must(t, "POST", path+"/suspend", object{"reason": "test"})
	l.isEnded(t)
	if _, err := token(session, "/realtime/token"); err == nil {
		t.Error("a suspended client gets a token")
	}
	// The documented limit: a token from before the suspension opens another connection until it expires, after
	// 5 minutes at most.
	again := dial(t, s, centrifuge.Config{Token: before})
	awaitSignal(t, again.connected, "the connection with a token of before")
	id = open(t, other)
	bystander.hears(t, "transaction.created", id, "PENDING")
}

func TestOnlyTheTokensOfTheGatewayOpenConnectionsAndChannels(t *testing.T) {
	s := startServer(t)
	in := startGateway(t, s, apiKey)
	m := in.NewMerchant(t, in.Admin(t), 0, false)
	session := in.Portal(t, m)
	dialled := dial(t, s, centrifuge.Config{Token: "no token"})
	select {
	case <-dialled.ended:
	case <-dialled.connected:
		t.Error("connected with no token of the gateway")
	}
	l := dial(t, s, centrifuge.Config{GetToken: func(centrifuge.ConnectionTokenEvent) (string, error) { return token(session, "/realtime/token") }})
	awaitSignal(t, l.connected, "the connection")
	for _, channel := range []string{"transactions:client." + strconv.FormatInt(m.ID, 10), "chat:ticket.1", "other"} {
		subscription, err := l.NewSubscription(channel)
		if err != nil {
			t.Fatal(err)
		}
		subscribed, refused := make(chan struct{}, 1), make(chan struct{}, 1)
		subscription.OnSubscribed(func(centrifuge.SubscribedEvent) { subscribed <- struct{}{} })
		subscription.OnUnsubscribed(func(centrifuge.UnsubscribedEvent) { refused <- struct{}{} })
		if err := subscription.Subscribe(); err != nil {
			t.Fatal(err)
		}
		select {
		case <-subscribed:
			t.Errorf("a connection token opened %s", channel)
		case <-refused:
		}
	}
}

func TestAWrongKeyOfTheAPIIsAnErrorAndDegradesTheGateway(t *testing.T) {
	s := startServer(t)
	in := startGateway(t, s, "another key")
	i := in.Instances[0]
	poll.Within(t, limit, "the gateway is ready, and says that it is degraded", func() (bool, any) {
		status, body := i.Get("/readyz")
		return status == 200 && strings.Contains(body, "degraded") && strings.Contains(body, "reactor realtime"), body
	})
	poll.Within(t, limit, "the log has an Error line that names the cause", func() (bool, any) {
		said := i.Output(t)
		for line := range strings.Lines(said) {
			if strings.Contains(line, "level=error") && strings.Contains(line, "realtime") && strings.Contains(line, "401") {
				return true, nil
			}
		}
		return false, said
	})
	if said := i.Output(t); strings.Contains(said, "another key") || strings.Contains(said, tokenSecret) {
		t.Errorf("the log holds a secret:\n%s", said)
	}
}
