package soak

import (
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"gateway/test/installation"
	"gateway/test/poll"

	centrifuge "github.com/centrifugal/centrifuge-go"
)

// listeners are subscribed to one merchant's transactions, half of them at each instance.
type listeners struct {
	subscribed, heard atomic.Int64
	number            int
	// failed is the newest error of a connection.
	failed atomic.Value
}

// subscribeWithin is how long it may take until all listeners are subscribed.
const subscribeWithin = 3 * time.Minute

// listen returns when all are subscribed. They end with the test.
func listen(t *testing.T, in *installation.Installation, m installation.Merchant, number int) *listeners {
	t.Helper()
	l := &listeners{number: number}
	channel := fmt.Sprintf("transactions:client.%d", m.ID)
	token := func(path string, body any) (string, error) {
		a, err := m.Retry(t.Context(), "POST", path, body)
		if err := succeeded(a, err); err != nil {
			return "", err
		}
		return a.Text("token"), nil
	}
	for n := range number {
		client := centrifuge.NewJsonClient("ws://"+in.Instances[n%2].Addr+"/connection/websocket", centrifuge.Config{
			GetToken: func(centrifuge.ConnectionTokenEvent) (string, error) { return token("/realtime/token", nil) },
		})
		t.Cleanup(client.Close)
		sub, err := client.NewSubscription(channel, centrifuge.SubscriptionConfig{
			GetToken: func(centrifuge.SubscriptionTokenEvent) (string, error) {
				return token("/realtime/transactions/subscribe", object{"channel": channel})
			},
		})
		if err != nil {
			t.Fatal(err)
		}
		client.OnError(func(e centrifuge.ErrorEvent) { l.failed.Store(e.Error.Error()) })
		sub.OnError(func(e centrifuge.SubscriptionErrorEvent) { l.failed.Store(e.Error.Error()) })
		sub.OnSubscribed(func(centrifuge.SubscribedEvent) { l.subscribed.Add(1) })
		sub.OnPublication(func(centrifuge.PublicationEvent) { l.heard.Add(1) })
		if err := client.Connect(); err != nil {
			t.Fatal(err)
		}
		if err := sub.Subscribe(); err != nil {
			t.Fatal(err)
		}
	}
	poll.Within(t, subscribeWithin, "all listeners are subscribed", func() (bool, any) {
		return l.subscribed.Load() >= int64(number), fmt.Sprintf("%d; the newest error is %v", l.subscribed.Load(), l.failed.Load())
	})
	return l
}

func (l *listeners) report(t *testing.T) {
	t.Helper()
	t.Logf("%d listeners heard %d messages; they subscribed %d times again", l.number, l.heard.Load(), l.subscribed.Load()-int64(l.number))
	if l.heard.Load() == 0 {
		t.Error("no listener heard anything")
	}
}
