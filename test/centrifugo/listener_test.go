package centrifugo

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"gateway/test/installation"

	centrifuge "github.com/centrifugal/centrifuge-go"
)

const (
	// forcedOut is the protocol's code for a connection that must not reconnect.
	forcedOut = 3503
	// tokenTTL is the longest life of a token for an external Centrifugo, in seconds.
	tokenTTL = 300
	// limit bounds the wait for something that must happen.
	limit = 30 * time.Second
)

// listener is a client of Centrifugo, with its own library.
type listener struct {
	*centrifuge.Client
	connected chan struct{}
	ended     chan centrifuge.DisconnectedEvent
	heard     chan heard
}

type heard struct {
	Event string `json:"event"`
	Data  struct {
		ID     string      `json:"transaction_id"`
		Status string      `json:"status"`
		Total  json.Number `json:"total"`
	} `json:"data"`
}

// token asks the gateway for a token, whose lifetime the answer states.
func token(c installation.Caller, path string) (string, error) {
	a, err := c.Send(context.Background(), http.MethodGet, path, nil)
	if err != nil {
		return "", err
	}
	if a.Status != http.StatusOK || a.Number("expires_in") > tokenTTL {
		return "", fmt.Errorf("%s: %s", path, a)
	}
	return a.Text("token"), nil
}

// listen connects a merchant to Centrifugo and subscribes to its transactions.
func listen(t *testing.T, s *server, session installation.Caller, client int64) *listener {
	t.Helper()
	l := dial(t, s, centrifuge.Config{
		GetToken: func(centrifuge.ConnectionTokenEvent) (string, error) { return token(session, "/realtime/token") },
	})
	awaitSignal(t, l.connected, "the connection")
	channel := fmt.Sprintf("transactions:client.%d", client)
	subscription, err := l.NewSubscription(channel, centrifuge.SubscriptionConfig{
		GetToken: func(centrifuge.SubscriptionTokenEvent) (string, error) {
			return token(session, "/realtime/transactions/subscribe?channel="+channel)
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	subscribed := make(chan struct{}, 16)
	subscription.OnSubscribed(func(centrifuge.SubscribedEvent) { subscribed <- struct{}{} })
	subscription.OnPublication(func(e centrifuge.PublicationEvent) {
		var h heard
		if err := json.Unmarshal(e.Data, &h); err != nil {
			t.Errorf("heard %s: %v", e.Data, err)
		}
		l.heard <- h
	})
	if err := subscription.Subscribe(); err != nil {
		t.Fatal(err)
	}
	awaitSignal(t, subscribed, "the subscription")
	return l
}

// dial begins to connect.
func dial(t *testing.T, s *server, config centrifuge.Config) *listener {
	t.Helper()
	config.MaxReconnectDelay = time.Second
	l := &listener{
		Client:    centrifuge.NewJsonClient("ws"+strings.TrimPrefix(s.url(), "http")+"/connection/websocket", config),
		connected: make(chan struct{}, 16), ended: make(chan centrifuge.DisconnectedEvent, 16), heard: make(chan heard, 256),
	}
	l.OnConnected(func(centrifuge.ConnectedEvent) { l.connected <- struct{}{} })
	l.OnDisconnected(func(e centrifuge.DisconnectedEvent) { l.ended <- e })
	t.Cleanup(l.Close)
	if err := l.Connect(); err != nil {
		t.Fatal(err)
	}
	return l
}

func awaitSignal(t *testing.T, c <-chan struct{}, what string) {
	t.Helper()
	select {
	case <-c:
	case <-time.After(limit):
		t.Fatalf("%s did not come about", what)
	}
}

// hears waits for an event with this status. Other events may come before it.
func (l *listener) hears(t *testing.T, event, id, status string) {
	t.Helper()
	var before []string
	for end := time.After(limit); ; {
		select {
		case h := <-l.heard:
			if h.Event == event && h.Data.ID == id && h.Data.Status == status {
				return
			}
			before = append(before, fmt.Sprintf("%+v", h))
		case <-end:
			t.Fatalf("never heard %s %s of %s, but %s", event, status, id, before)
		}
	}
}

// isEnded waits until the server has ended the connection for good.
func (l *listener) isEnded(t *testing.T) {
	t.Helper()
	select {
	case e := <-l.ended:
		if e.Code != forcedOut {
			t.Errorf("the connection ended with %d %s", e.Code, e.Reason)
		}
	case <-time.After(limit):
		t.Fatal("the connection was not ended")
	}
}
