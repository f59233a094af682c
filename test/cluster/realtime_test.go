package cluster

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"gateway/test/installation"

	centrifuge "github.com/centrifugal/centrifuge-go"
)

// listenersOfBoth: listeners of each instance get the events of both.
func listenersOfBoth(t *testing.T, in *installation.Installation, admin installation.Caller) {
	m := in.NewMerchant(t, admin, 0, false)
	portal := in.Portal(t, m)
	heard := make([]chan string, len(in.Instances))
	for n, i := range in.Instances {
		heard[n] = listen(t, i, portal, fmt.Sprintf("transactions:client.%d", m.ID))
	}
	for n := range 10 {
		id := m.On(in.Instances[n%2]).Must(t, "POST", "/transactions", map[string]any{"total": 1_000}).Text("id")
		for _, messages := range heard {
			hears(t, messages, `"id":`+id+`,`)
		}
	}
}

func hears(t *testing.T, messages chan string, part string) {
	t.Helper()
	for end := time.After(installation.ReadyWithin); ; {
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
func listen(t *testing.T, i *installation.Instance, portal installation.Caller, channel string) chan string {
	t.Helper()
	token := func(path string) (string, error) {
		a, err := portal.Send(t.Context(), "GET", path, nil)
		return a.Text("token"), err
	}
	client := centrifuge.NewJsonClient("ws://"+i.Addr+"/connection/websocket", centrifuge.Config{
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
	case <-time.After(installation.ReadyWithin):
		t.Fatalf("not subscribed to %s", channel)
	}
	return messages
}
