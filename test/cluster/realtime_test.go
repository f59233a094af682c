package cluster

import (
	"fmt"
	"strings"
	"testing"
	"time"

	centrifuge "github.com/centrifugal/centrifuge-go"
)

// listenersOfBoth: whichever instance an event came in at, those hear it who are
// connected to either.
func listenersOfBoth(t *testing.T, in *installation, admin caller) {
	m := in.newMerchant(t, admin, 0, false)
	login := in.anybody().must(t, "POST", "/auth/login", map[string]any{"email": m.email, "password": password})
	portal := in.anybody().with("Authorization", "Bearer "+login.text("token"))
	heard := make([]chan string, len(in.instances))
	for n, i := range in.instances {
		heard[n] = listen(t, i, portal, fmt.Sprintf("transactions:client.%d", m.id))
	}
	for n := range 10 {
		id := m.on(in.instances[n%2]).must(t, "POST", "/transactions", map[string]any{"total": 1_000}).text("id")
		for _, messages := range heard {
			hears(t, messages, `"id":`+id+`,`)
		}
	}
}

func hears(t *testing.T, messages chan string, part string) {
	t.Helper()
	for end := time.After(readyWithin); ; {
		select {
		case m := <-messages:
			if strings.Contains(m, `"transaction.created"`) && strings.Contains(m, part) {
				return
			}
		case <-end:
			t.Fatalf("never heard of %s", part)
		}
	}
}

// listen subscribes to the channel at one instance. The tokens may come from any.
func listen(t *testing.T, i *instance, portal caller, channel string) chan string {
	t.Helper()
	token := func(path string) (string, error) {
		a, err := portal.once(t.Context(), "GET", path, nil)
		return a.text("token"), err
	}
	client := centrifuge.NewJsonClient("ws://"+i.addr+"/connection/websocket", centrifuge.Config{
		GetToken: func(centrifuge.ConnectionTokenEvent) (string, error) { return token("/realtime/token") },
	})
	t.Cleanup(client.Close)
	subscription, err := client.NewSubscription(channel, centrifuge.SubscriptionConfig{
		GetToken: func(centrifuge.SubscriptionTokenEvent) (string, error) {
			return token("/realtime/transactions/subscribe?channel=" + channel)
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	messages, subscribed := make(chan string, 64), make(chan struct{}, 16)
	subscription.OnSubscribed(func(centrifuge.SubscribedEvent) { subscribed <- struct{}{} })
	subscription.OnPublication(func(e centrifuge.PublicationEvent) { messages <- string(e.Data) })
	if err := client.Connect(); err != nil {
		t.Fatal(err)
	}
	if err := subscription.Subscribe(); err != nil {
		t.Fatal(err)
	}
	select {
	case <-subscribed:
	case <-time.After(readyWithin):
		t.Fatalf("not subscribed to %s", channel)
	}
	return messages
}
