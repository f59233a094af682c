package realtimeserver

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"gateway/domain"

	centrifuge "github.com/centrifugal/centrifuge-go"
)

// personal returns a connection token, and a subscription token for the channel, for a person of client 7.
func (n *testNode) personal(personID int64, channel string) (connection, subscription string) {
	of := n.tokens.OfPerson(personID)
	return tokenOf(n.t, func() (Issued, error) { return of.ForConnection(7) }),
		tokenOf(n.t, func() (Issued, error) { return of.ForChannel(7, channel) })
}

func TestARemovedPersonIsDisconnectedAndRefused(t *testing.T) {
	t.Parallel()
	var removed, unknown atomic.Bool
	n := startNode(t, time.Hour, Options{IsPerson: func(_ context.Context, client, id int64) error {
		switch {
		case unknown.Load():
			return errors.New("no answer")
		case client == 7 && id == 9 && removed.Load():
			return domain.Refuse(domain.NotFound, "person_not_found", "")
		}
		return nil
	}})
	defer n.stop()
	const channel, other = "transactions:client.7", "chat:ticket.1"
	of9, sub9 := n.personal(9, channel)
	_, other9 := n.personal(9, other)
	of8, sub8 := n.personal(8, channel)
	subscribed := func(connection, subscription string) *testClient {
		t.Helper()
		c := n.connect(centrifuge.Config{Token: connection})
		if code := c.subscribe(channel, centrifuge.SubscriptionConfig{Token: subscription}); code != 0 {
			t.Fatalf("not subscribed: %d", code)
		}
		return c
	}
	gone, colleague, server := subscribed(of9, sub9), subscribed(of8, sub8), subscribed(n.connection(7), n.subscription(7, channel))
	mixed := subscribed(n.connection(7), sub9) // a server's connection that presents the person's token

	removed.Store(true)
	// DisconnectRemoved misses a connection that is about to subscribe; IsPerson refuses it.
	if code := gone.subscribe(other, centrifuge.SubscriptionConfig{Token: n.subscription(7, other)}); code != permissionDenied {
		t.Errorf("a removed person subscribed with the token of another: %d", code)
	}
	if code := server.subscribe(other, centrifuge.SubscriptionConfig{Token: other9}); code != permissionDenied {
		t.Errorf("somebody subscribed with the token of a removed person: %d", code)
	}
	if err := n.node.DisconnectRemoved(t.Context(), []int64{8}); err != nil {
		t.Fatal(err)
	}
	n.publish(channel, `{"n":1}`)
	for _, c := range []*testClient{gone, mixed, colleague, server} {
		c.expectMessage(channel + ` {"n":1}`)
	}
	if err := n.node.DisconnectRemoved(t.Context(), []int64{7}); err != nil {
		t.Fatal(err)
	}
	gone.expectCode(forcedOut)
	mixed.expectCode(forcedOut)
	n.connect(centrifuge.Config{Token: of9}).expectCode(forcedOut)
	n.publish(channel, `{"n":2}`)
	colleague.expectMessage(channel + ` {"n":2}`)

	unknown.Store(true)
	if err := n.node.DisconnectAllRemoved(t.Context()); err == nil {
		t.Error("nothing is known of the people, and no error says so")
	}
	unknown.Store(false)
	if err := n.node.DisconnectAllRemoved(t.Context()); err != nil {
		t.Fatal(err)
	}
	n.publish(channel, `{"n":3}`)
	colleague.expectMessage(channel + ` {"n":3}`)
	for i := range 2 { // a refused token does not end the connection that presented it
		server.expectMessage(channel + fmt.Sprintf(` {"n":%d}`, i+2))
	}
}

func TestAPersonWhoIsRemovedBeforeTheTokenIsRenewedIsOut(t *testing.T) {
	t.Parallel()
	var removed atomic.Bool
	n := startNode(t, 2*time.Second, Options{Grace: 30 * time.Second, IsPerson: func(_ context.Context, _, _ int64) error {
		if removed.Load() {
			return domain.Refuse(domain.NotFound, "person_not_found", "")
		}
		return nil
	}})
	defer n.stop()
	of9, _ := n.personal(9, "chat:ticket.1")
	l := n.connect(centrifuge.Config{Token: of9, GetToken: func(centrifuge.ConnectionTokenEvent) (string, error) {
		removed.Store(true)
		token, _ := n.personal(9, "chat:ticket.1")
		return token, nil
	}})
	l.expectCode(forcedOut)
}
